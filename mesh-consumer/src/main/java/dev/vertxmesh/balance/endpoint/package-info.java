/**
 * The endpoints of a service, and what is known of each: calls in flight, latency, failures,
 * whether it is ejected.
 *
 * <p>This package doesn't know how one of them is picked, nor how it is reached.
 */
package dev.vertxmesh.balance.endpoint;
