package dev.vertxmesh.it.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * A ConfigMap or a Secret in a container, as a kubelet lays it out and replaces it:
 *
 * <pre>
 * tls.crt   -> ..data/tls.crt
 * ..data    -> ..7            replaced at once, and so are all files
 * ..7/tls.crt
 * </pre>
 */
final class Mount {

  private static final String DATA = "..data";

  private final Path folder;
  private Map<String, String> shown = Map.of();
  private int version;

  Mount(Path folder) {
    this.folder = folder;
  }

  /** Has it show these files from now on. */
  void show(Map<String, String> files) {
    if (files.equals(shown)) {
      return;
    }
    try {
      Path before = folder.resolve(".." + version);
      Path now = Files.createDirectories(folder.resolve(".." + ++version));
      for (Map.Entry<String, String> file : files.entrySet()) {
        Path path = Files.writeString(now.resolve(file.getKey()), file.getValue());
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
      }
      Path link = folder.resolve(DATA + "_tmp");
      Files.createSymbolicLink(link, now.getFileName());
      Files.move(link, folder.resolve(DATA), StandardCopyOption.ATOMIC_MOVE);
      for (String name : files.keySet()) {
        if (!shown.containsKey(name)) {
          Files.createSymbolicLink(folder.resolve(name), Path.of(DATA, name));
        }
      }
      forget(before);
      shown = files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void forget(Path before) throws IOException {
    for (String name : shown.keySet()) {
      Files.delete(before.resolve(name));
    }
    Files.deleteIfExists(before);
  }
}
