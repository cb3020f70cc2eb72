package dev.vertxmesh.it.harness;

import dev.vertxmesh.it.harness.loops.LoopWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** The jar by which {@link LoopWatch} comes into an agent's JVM. */
final class LoopWatches {

  /**
   * Milliseconds of CPU time that an event loop may work at one go. The most that was seen is
   * 1,400, for a text of a megabyte with each buffer followed: a machine ten times slower keeps it
   * twice.
   */
  private static final long BOUND = 30_000;

  private static final Path JAR = pack();

  private LoopWatches() {}

  /** A JVM's flag. */
  static String flag() {
    return "-javaagent:" + JAR + "=" + BOUND;
  }

  private static Path pack() {
    String folder = LoopWatch.class.getPackageName().replace('.', '/');
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", LoopWatch.class.getName());
    try {
      Path jar = Files.createTempFile("loop-watch", ".jar");
      jar.toFile().deleteOnExit();
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
          Stream<Path> classes = Files.list(Path.of("target/test-classes", folder))) {
        for (Path one : classes.toList()) {
          out.putNextEntry(new ZipEntry(folder + "/" + one.getFileName()));
          Files.copy(one, out);
          out.closeEntry();
        }
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
