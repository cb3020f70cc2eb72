package dev.vertxmesh.it;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which packages of the mesh each package may know: a line of {@code packages.allowed} a package.
 * The list has just what is in use, so that it shrinks when the code does.
 */
final class AllowedPackages {

  static final String MESH = "dev.vertxmesh.";

  private static final Path LIST = Path.of("src/test/resources/dev/vertxmesh/it/packages.allowed");

  private AllowedPackages() {}

  /** The lines as they stand. */
  static List<String> written() throws IOException {
    return Files.readAllLines(LIST).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  /** The lines as the classes would have them. */
  static List<String> inUse(JavaClasses classes) {
    Map<String, Set<String>> known = new TreeMap<>();
    for (JavaClass from : classes) {
      Set<String> packages = known.computeIfAbsent(from.getPackageName(), name -> new TreeSet<>());
      from.getDirectDependenciesFromSelf().stream()
          .map(to -> to.getTargetClass().getBaseComponentType().getPackageName())
          .filter(name -> name.startsWith(MESH) && !name.equals(from.getPackageName()))
          .forEach(name -> packages.add(name.substring(MESH.length())));
    }
    return known.entrySet().stream()
        .map(
            entry ->
                (entry.getKey().substring(MESH.length())
                        + ": "
                        + String.join(" ", entry.getValue()))
                    .strip())
        .toList();
  }
}
