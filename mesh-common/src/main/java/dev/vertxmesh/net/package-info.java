/**
 * What it takes to speak Dubbo on a socket, at either end of it: writes that are gathered, when to
 * ask whether the other side is there, and an end that comes also if it takes nothing. The bridge
 * to a provider has it from here, and so has the port for Dubbo's consumers. And what everyone who
 * listens or connects needs: how the socket is set up and encrypted, when to connect again, and
 * what a person reads of it when that fails. And what every socket needs: what waits for it is
 * charged to the budget of memory, and what waits in Vert.x takes no more of it than it has to. It
 * knows nothing of calls.
 */
package dev.vertxmesh.net;
