/**
 * The admin port: is it alive, is it ready, what does it do, what may be changed about it, and
 * please leave.
 *
 * <p>In come HTTP requests of probes, of Prometheus and of people; out go the answers of the
 * agent's {@link dev.vertxmesh.admin.AdminView} and of its meters, and one page that shows both.
 *
 * <p>This package knows nothing about calls, links or registries: a topology is JSON to it.
 */
package dev.vertxmesh.admin;
