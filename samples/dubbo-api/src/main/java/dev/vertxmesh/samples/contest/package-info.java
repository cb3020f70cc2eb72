/** What the contest's load is made of, for every client that makes it. */
package dev.vertxmesh.samples.contest;
