/**
 * {@code file:}, a watched folder with one JSON file an instance: all the discovery that one
 * machine needs.
 *
 * <p>In goes an instance, as a file that its own process keeps alive; out come snapshots of the
 * files whose processes still are. Each file names its owner, so that the next agent that looks
 * takes out what a killed process left behind. Everything that blocks runs on one daemon thread of
 * the registry's own or on Vert.x's workers, never on an event loop.
 *
 * <p>An entry, {@code FOLDER/<id>.json}, is an instance as {@link
 * dev.vertxmesh.discovery.kind.InstanceJson} writes it, and its owner:
 *
 * <pre>{@code
 * {"id": …, "host": …, "port": …, "services": […], …,
 *  "owner": {"pid": 4711, "started": 1234567, "machine": "<boot id>/<pid namespace>"}}
 * }</pre>
 */
package dev.vertxmesh.discovery.file;
