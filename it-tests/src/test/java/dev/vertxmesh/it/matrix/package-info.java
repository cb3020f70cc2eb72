/**
 * Every method of the samples against every Dubbo in every serialization: a {@link
 * dev.vertxmesh.it.matrix.Row} is a call and what it should give, a {@link
 * dev.vertxmesh.it.matrix.Column} a provider, and a {@link dev.vertxmesh.it.matrix.Cell} what
 * happened. Whatever isn't right has a {@link dev.vertxmesh.it.matrix.Reasons reason} that
 * docs/dubbo.md gives, and an error says it in the docs' own words.
 */
package dev.vertxmesh.it.matrix;
