package dev.vertxmesh.it.gadget;

import dev.vertxmesh.it.harness.Child;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A folder with the canary's jar, and with what JVMs write when they load a class. */
final class Cage {

  private static final Pattern LOADED = Pattern.compile("\\[class,load *\\] (\\S+) source:");

  private final Path folder;
  private final Path jar;

  Cage(Path folder) throws IOException {
    this.folder = folder;
    this.jar = folder.resolve("canary.jar");
    String entry = Canary.class.getName().replace('.', '/') + ".class";
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.putNextEntry(new ZipEntry(entry));
      zip.write(Canary.class.getResourceAsStream("/" + entry).readAllBytes());
    }
  }

  /** For a JVM in which every class loader finds the canary. */
  String[] jvmFlags() {
    return new String[] {
      "-Xbootclasspath/a:" + jar,
      "-Dcanary=" + song(),
      "-Xlog:class+load=info:file=" + folder.resolve("loaded-%p.txt")
    };
  }

  private Path song() {
    return folder.resolve("song.txt");
  }

  boolean hasSung() {
    return Files.exists(song());
  }

  /** Has a JVM with the flags load the canary, and forgets it. */
  Set<String> rehearse() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String[] flags = jvmFlags();
    List<String> command = List.of(java, flags[0], flags[1], flags[2], Canary.class.getName());
    Child.start("canary", command, Map.of()).awaitExit();
    Set<String> loaded = loaded();
    try (Stream<Path> files = logs()) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    return loaded;
  }

  void silence() throws IOException {
    Files.delete(song());
  }

  /** The names of all classes that the JVMs have loaded. */
  Set<String> loaded() throws IOException {
    Set<String> loaded = new HashSet<>();
    try (Stream<Path> files = logs()) {
      for (Path file : files.toList()) {
        Matcher names = LOADED.matcher(Files.readString(file));
        while (names.find()) {
          loaded.add(names.group(1));
        }
      }
    }
    return loaded;
  }

  /** How many JVMs have told. */
  long count() throws IOException {
    try (Stream<Path> files = logs()) {
      return files.count();
    }
  }

  private Stream<Path> logs() throws IOException {
    return Files.list(folder).filter(file -> file.getFileName().toString().startsWith("loaded-"));
  }
}
