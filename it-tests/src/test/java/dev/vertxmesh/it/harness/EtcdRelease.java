package dev.vertxmesh.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
  V3_4("3.4", true, false),
  V3_5("3.5", true, true),
  V3_6("3.6", false, true);

  private final String number;
  private final boolean speaksV2;
  private final boolean mayTrustTheSystem;

  EtcdRelease(String number, boolean speaksV2, boolean mayTrustTheSystem) {
    this.number = number;
    this.speaksV2 = speaksV2;
    this.mayTrustTheSystem = mayTrustTheSystem;
  }

  /**
   * Flags by which it doesn't wait for the disk: a process that is killed loses nothing by that,
   * and how fast the disk is isn't tested.
   */
  Stream<String> withoutTheDisk() {
    return mayTrustTheSystem ? Stream.of("--unsafe-no-fsync=true") : Stream.of();
  }

  /** Whether it can be told to serve the second API too. */
  boolean speaksV2() {
    return speaksV2;
  }

  /** The program; ends the test, one way or the other, if there is none. */
  Path program() {
    Optional<Path> found = Optional.ofNullable(System.getenv(variable())).map(Path::of);
    Path program = found.or(() -> Cache.newest("etcd-" + number + ".", "etcd")).orElse(null);
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

  @Override
  public String toString() {
    return "etcd " + number;
  }
}
