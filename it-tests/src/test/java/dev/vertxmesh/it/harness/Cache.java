package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** What is built once and outlives a build: {@code ~/.cache/vertx-mesh}, as the scripts have it. */
final class Cache {

  private Cache() {}

  static Path folder() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path home = Path.of(System.getProperty("user.home"), ".cache");
    return (cache == null ? home : Path.of(cache)).resolve("vertx-mesh");
  }

  /**
   * The newest of a program's versions, each in a folder of its own.
   *
   * @param prefix how the folders' names begin
   */
  static Optional<Path> newest(String prefix, String program) {
    if (!Files.isDirectory(folder())) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(folder())) {
      return folders
          .filter(one -> one.getFileName().toString().startsWith(prefix))
          .map(one -> one.resolve(program))
          .filter(Files::isExecutable)
          .sorted()
          .reduce((older, newer) -> newer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
