/**
 * Every method of the samples against every Dubbo in every serialization: a {@link
 * dev.vertxmesh.it.matrix.Row} is a call and what it should give, a {@link
 * dev.vertxmesh.it.matrix.Column} a provider, and a {@link dev.vertxmesh.it.matrix.Cell} what
 * happened. What Dubbo itself can't do is written at the row, with the reason.
 */
package dev.vertxmesh.it.matrix;
