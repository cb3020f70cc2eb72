/**
 * Runs inside an agent's JVM beside the agent, and says when an event loop has worked for too long
 * at one go. Uses the JDK alone.
 */
package dev.vertxmesh.it.harness.loops;
