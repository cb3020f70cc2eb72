package dev.vertxmesh.it.advisories;

import java.time.LocalDate;

/**
 * A known hole of a library.
 *
 * @param id as the world calls it, such as a CVE's number
 * @param packageUrl of the library, without a version
 * @param fixed the first version without it; empty where there's none
 * @param published when the world was told
 * @param source where that can be read
 */
record Advisory(
    String id,
    String packageUrl,
    VersionRange affected,
    String fixed,
    String summary,
    LocalDate published,
    String source) {

  boolean affects(Component component) {
    return packageUrl.equals(component.packageUrl()) && affected.contains(component.version());
  }
}
