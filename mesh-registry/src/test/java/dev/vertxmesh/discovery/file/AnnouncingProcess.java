package dev.vertxmesh.discovery.file;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registries;
import io.vertx.core.Vertx;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A process of its own that announces one instance, for tests that kill it. */
public final class AnnouncingProcess {

  private AnnouncingProcess() {}

  public static void main(String[] args) {
    Vertx vertx = Vertx.vertx();
    Instance instance = new Instance(args[1], "127.0.0.1", 1, List.of(), 1, Map.of(), 0, 0);
    Registries.open(vertx, "file:" + args[0]).announce(instance);
  }

  static Process start(Path folder, String id) throws IOException {
    String java =
        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    return new ProcessBuilder(
            java,
            "-Xshare:auto",
            "-cp",
            System.getProperty("java.class.path"),
            AnnouncingProcess.class.getName(),
            folder.toString(),
            id)
        .inheritIO()
        .start();
  }
}
