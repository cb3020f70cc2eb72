/**
 * Software that nobody here has written for the mesh, before it and behind it: dubbo-go, and what
 * npm and PyPI have for Dubbo and gRPC. What works without the mesh works with it.
 *
 * <p>The programs are in {@code src/test/go}, {@code src/test/node} and {@code src/test/python};
 * {@code scripts/strangers.sh} gets what they need.
 */
package dev.vertxmesh.it.strangers;
