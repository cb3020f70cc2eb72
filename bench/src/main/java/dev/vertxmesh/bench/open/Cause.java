package dev.vertxmesh.bench.open;

import java.util.function.LongBinaryOperator;

/**
 * Something that may make calls slow.
 *
 * @param nanosWithin how much of it there was from one time to another
 */
record Cause(String name, LongBinaryOperator nanosWithin) {}
