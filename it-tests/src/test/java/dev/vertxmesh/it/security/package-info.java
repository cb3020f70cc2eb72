/** Who may do what: real callers, agents and providers. */
package dev.vertxmesh.it.security;
