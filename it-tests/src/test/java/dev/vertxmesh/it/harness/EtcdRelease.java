package dev.vertxmesh.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A release of etcd, found where {@code scripts/etcd.sh} puts it, or where a variable such as
 * {@code MESH_ETCD_3_5} says.
 *
 * <p>Where it's missing, tests of it are skipped and say so; with {@code -Dmesh.etcd.required=true}
 * they fail.
 */
public enum EtcdRelease {
  V3_4("3.4", true),
  V3_5("3.5", true),
  V3_6("3.6", false);

  private final String number;
  private final boolean speaksV2;

  EtcdRelease(String number, boolean speaksV2) {
    this.number = number;
    this.speaksV2 = speaksV2;
  }

  /** Whether it can be told to serve the second API too. */
  boolean speaksV2() {
    return speaksV2;
  }

  /** The program; ends the test, one way or the other, if there is none. */
  Path program() {
    Optional<Path> found = Optional.ofNullable(System.getenv(variable())).map(Path::of);
    Path program = found.or(this::cached).orElse(null);
    if (program == null) {
      String missing = "etcd %s is missing: ./mesh-test gets it, or %s names it";
      String line = missing.formatted(number, variable());
      if (Boolean.getBoolean("mesh.etcd.required")) {
        throw new IllegalStateException(line);
      }
      assumeTrue(false, line);
    }
    return program;
  }

  private String variable() {
    return "MESH_ETCD_" + number.replace('.', '_');
  }

  private Optional<Path> cached() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path home = Path.of(System.getProperty("user.home"), ".cache");
    Path folder = (cache == null ? home : Path.of(cache)).resolve("vertx-mesh");
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(folder)) {
      return folders
          .filter(one -> one.getFileName().toString().startsWith("etcd-" + number + "."))
          .map(one -> one.resolve("etcd"))
          .filter(Files::isExecutable)
          .sorted()
          .reduce((older, newer) -> newer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return "etcd " + number;
  }
}
