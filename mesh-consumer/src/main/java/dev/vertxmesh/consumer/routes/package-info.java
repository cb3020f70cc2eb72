/**
 * Routing rules in the consumer agent: where they are read from, who follows them, and what they
 * make of a call that somebody asks about.
 *
 * <p>This package knows no sockets and no links.
 */
package dev.vertxmesh.consumer.routes;
