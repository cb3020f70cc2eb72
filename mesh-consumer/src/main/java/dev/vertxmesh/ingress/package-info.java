/**
 * What the ways into the mesh share: how much of what callers send is held at a time. Each way in
 * is a package of its own and knows none of the others.
 */
package dev.vertxmesh.ingress;
