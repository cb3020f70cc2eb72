package dev.vertxmesh.simulation.net;

/**
 * How a run's network is.
 *
 * @param latency nanoseconds from host to host
 * @param jitter nanoseconds more, up to that
 * @param buffer bytes that a connection takes in one direction before its reader has read
 * @param mostPieces that what is written at a time arrives in
 * @param lateAccepts of a thousand connections so many are there for the server long before the
 *     client is told, which may have given up by then
 */
public record NetworkOptions(
    long latency, long jitter, int buffer, int mostPieces, int lateAccepts) {}
