/**
 * An agent's log: a line an event on standard error, of which kinds, and how many.
 *
 * <p>In come the records of java.util.logging, at which {@link java.lang.System.Logger}, Netty and
 * Vert.x all end. Who is connected to an agent makes it log as much as they like, and so lines of
 * some kinds are counted instead of written.
 *
 * <p>This package knows nothing of agents. A program that has one inside has a log of its own, and
 * then nothing here is used.
 */
package dev.vertxmesh.launch.log;
