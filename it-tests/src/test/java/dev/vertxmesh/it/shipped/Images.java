package dev.vertxmesh.it.shipped;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.utility.DockerImageName;

/**
 * The images that the tests run. Ours are made from the jars as Maven has just built them, and
 * those that others publish where they can't be pulled: by {@code scripts/images.sh}, once.
 */
final class Images {

  static final DockerImageName ETCD = DockerImageName.parse("quay.io/coreos/etcd:v3.6.16");
  static final DockerImageName TOXIPROXY =
      DockerImageName.parse("ghcr.io/shopify/toxiproxy:2.12.0");

  private static boolean made;

  private Images() {}

  /**
   * Ends the test, one way or the other, if there is no Docker: it's skipped, or fails with {@code
   * -Dmesh.docker.required=true}.
   */
  static synchronized void require() {
    if (!DockerClientFactory.instance().isDockerAvailable()) {
      String line = "no Docker engine is here: ./mesh-test starts one, as root on Debian or Ubuntu";
      if (Boolean.getBoolean("mesh.docker.required")) {
        throw new IllegalStateException(line);
      }
      assumeTrue(false, line);
    }
    if (!made) {
      make();
      made = true;
    }
  }

  private static void make() {
    ProcessBuilder script =
        new ProcessBuilder("scripts/images.sh")
            .directory(Path.of("..").toFile())
            .redirectErrorStream(true);
    script.environment().put("TAG", version());
    try {
      Process process = script.start();
      String told =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      System.out.println(told);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("scripts/images.sh failed:\n" + told);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** One of ours, such as {@code mesh-consumer}. */
  static DockerImageName ours(String name) {
    return DockerImageName.parse("vertx-mesh/" + name + ":" + version());
  }

  private static String version() {
    String version = System.getProperty("mesh.version");
    if (version == null) {
      throw new IllegalStateException("mesh.version isn't set: the tests are run by Maven");
    }
    return version;
  }
}
