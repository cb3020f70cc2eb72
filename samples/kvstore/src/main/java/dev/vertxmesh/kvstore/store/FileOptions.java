package dev.vertxmesh.kvstore.store;

import java.nio.file.Path;

/**
 * The file that values outlive the process in.
 *
 * @param sync whether a change is answered only once it's on the disk itself, and so survives a
 *     loss of power; otherwise it survives the process's death
 */
public record FileOptions(Path path, boolean sync) {}
