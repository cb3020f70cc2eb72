/**
 * The wiring of the consumer agent: its options, and how the layers of a call's path stand on one
 * another. The path reads from top to bottom in {@link dev.vertxmesh.consumer.ConsumerPath}.
 */
package dev.vertxmesh.consumer;
