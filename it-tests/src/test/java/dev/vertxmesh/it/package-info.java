/**
 * What the project promises, shown from outside: real Dubbo providers and both agents as processes
 * of their own, called over HTTP and over bare sockets; and the rules of the layout.
 *
 * <p>How processes are started and watched is the business of {@link dev.vertxmesh.it.harness}.
 */
package dev.vertxmesh.it;
