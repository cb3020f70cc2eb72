package dev.vertxmesh.bench.growth;

/**
 * What was measured at one place of a curve.
 *
 * @param x how many, or how long
 * @param calls a second
 * @param consumerUs CPU of the consumer's agent for a call, microseconds
 * @param providerUs the same of the provider's
 * @param consumerBytes that the consumer's agent allocates on its heap for a call
 * @param providerBytes the same of the provider's
 * @param heapMiB of the consumer's agent, after a collection
 * @param rssMiB that are resident of it
 */
public record Point(
    long x,
    double calls,
    double consumerUs,
    double providerUs,
    double consumerBytes,
    double providerBytes,
    double heapMiB,
    double rssMiB) {}
