/**
 * What the fuzz targets have in common: what an input may cost, how bytes are made into messages
 * that are mostly right, and the real libraries to compare with.
 *
 * <p>A target is a class {@code …Fuzz} in the package that it tests, with one method that Jazzer
 * feeds. In every build it's fed what lies in {@code src/test/resources}; {@code ./fuzz TARGET
 * SECONDS} has it fed with what coverage leads to. See docs/fuzzing.md.
 */
package dev.vertxmesh.fuzz;
