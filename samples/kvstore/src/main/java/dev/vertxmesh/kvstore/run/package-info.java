/**
 * The client that measures a store, as the articles' does: random creates, retrieves, updates and
 * deletes, as many at a time as it's told. Comes in: a {@link dev.vertxmesh.kvstore.run.Stage};
 * goes out: its {@link dev.vertxmesh.kvstore.run.Tally}. A {@code Workload} says what is asked next
 * and checks every answer; a {@code Driver} has the calls in flight.
 */
package dev.vertxmesh.kvstore.run;
