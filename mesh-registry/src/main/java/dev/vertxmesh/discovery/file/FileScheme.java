package dev.vertxmesh.discovery.file;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import io.vertx.core.Vertx;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * {@code file:}, {@code file:FOLDER} and {@code file:///FOLDER}; without a folder it's {@code
 * .vertx-mesh/registry} in the user's home, and {@code ~/} stands for that home.
 */
public final class FileScheme implements RegistryScheme {

  @Override
  public String name() {
    return "file";
  }

  @Override
  public String syntax() {
    return "file:[FOLDER]";
  }

  @Override
  public Function<Vertx, Registry> parse(String rest) {
    Path path = path(rest);
    return vertx -> new FileRegistry(vertx, path);
  }

  static Path path(String rest) {
    String folder = rest.startsWith("//") ? rest.substring(2) : rest;
    Path home = Path.of(System.getProperty("user.home"));
    if (folder.isEmpty()) {
      return home.resolve(".vertx-mesh").resolve("registry");
    }
    try {
      return folder.startsWith("~/")
          ? home.resolve(folder.substring(2))
          : Path.of(folder).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("'" + folder + "' is not a folder's name", e);
    }
  }
}
