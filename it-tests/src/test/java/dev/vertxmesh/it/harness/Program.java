package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A jar that tests run, as a copy in {@code ~/.cache/vertx-mesh/programs} that is kept by what is
 * in it, and beside it an archive of the classes that it loads. Tests start hundreds of JVMs; with
 * the archive, and with the first of the JIT's two compilers alone, each takes a third of the CPU
 * time to start.
 *
 * <p>The archive is made once, by a first run of the jar: several test JVMs may ask for it at the
 * same time, and one makes it while the others wait.
 */
final class Program {

  static final Pattern READY = Pattern.compile("(^| )ready: ");
  private static final String ARCHIVE = "classes.jsa";
  private static final Duration UNUSED = Duration.ofDays(2);
  private static final int KEPT = 3;
  private static final Map<String, Program> KNOWN = new HashMap<>();

  private final Path jar;
  private final Path archive;

  private Program(Path jar, Path archive) {
    this.jar = jar;
    this.archive = archive;
  }

  /** What a program does in its first run. */
  interface FirstRun {

    /**
     * @param program starts it with flags of its own, and returns once it's ready
     */
    void with(Function<List<String>, Child> program);
  }

  /**
   * @param jar as Maven built it
   */
  static synchronized Program of(String jar, FirstRun first) {
    Program known = KNOWN.get(jar);
    if (known == null) {
      known = kept(Path.of(jar), first);
      KNOWN.put(jar, known);
    }
    return known;
  }

  /**
   * The start of a command that runs it with a JVM's flags, to which its own are added.
   *
   * @param compiled whether it's going to have so much to do that the second compiler pays
   */
  List<String> command(boolean compiled, List<String> jvmFlags) {
    List<String> command = new ArrayList<>(Jars.java());
    command.addAll(jvmFlags);
    if (!compiled) {
      command.add("-XX:TieredStopAtLevel=1");
    }
    if (Files.exists(archive)) {
      command.add("-XX:SharedArchiveFile=" + archive);
    }
    command.addAll(List.of("-jar", jar.toString()));
    return command;
  }

  private static Program kept(Path built, FirstRun first) {
    String name = built.getFileName().toString();
    Path cache = Cache.folder().resolve("programs");
    try {
      Path folder = Files.createDirectories(cache.resolve(name + "-" + contentOf(built)));
      Path jar = folder.resolve(name);
      Program program = new Program(jar, folder.resolve(ARCHIVE));
      try (FileChannel lock =
          FileChannel.open(
              cache.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        lock.lock(); // until it's closed
        if (!Files.exists(program.archive)) {
          forgetOthers(cache, name + "-", folder);
          copy(built, jar);
          program.record(first);
        }
        Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
      }
      return program;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whole or not at all, and never over one that somebody runs. */
  private static void copy(Path built, Path jar) throws IOException {
    if (!Files.exists(jar)) {
      Path part = jar.resolveSibling("part");
      Files.copy(built, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, jar, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** What is in the jar, and which JVM's archive it is. */
  private static String contentOf(Path jar) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(System.getProperty("java.vm.version").getBytes(StandardCharsets.UTF_8));
      digest.update(System.getProperty("java.home").getBytes(StandardCharsets.UTF_8));
      digest.update(Files.readAllBytes(jar));
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The archive names the jar by its path and its time, so that both have to stay. */
  private void record(FirstRun first) throws IOException {
    Path recorded = archive.resolveSibling(ARCHIVE + ".part");
    List<String> begin =
        Jars.java(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:ArchiveClassesAtExit=" + recorded,
            "-jar",
            jar.toString());
    first.with(
        flags -> {
          List<String> command = new ArrayList<>(begin);
          command.addAll(flags);
          Child child = Child.start("first run of " + jar.getFileName(), command, Map.of());
          child.awaitLine(READY);
          return child;
        });
    if (Files.exists(recorded)) {
      Files.move(recorded, archive, StandardCopyOption.ATOMIC_MOVE);
    } else {
      System.err.println("no class-data archive of " + jar + ", and so tests are slower");
    }
  }

  /** Those that no test has used for days; another JVM may be running what is younger. */
  private static void forgetOthers(Path cache, String prefix, Path mine) throws IOException {
    Instant old = Instant.now().minus(UNUSED);
    List<Path> others;
    try (Stream<Path> all = Files.list(cache)) {
      others =
          all.filter(one -> one.getFileName().toString().startsWith(prefix) && !one.equals(mine))
              .sorted(Comparator.comparing(Program::usedAt).reversed())
              .skip(KEPT)
              .filter(one -> usedAt(one).isBefore(old))
              .toList();
    }
    for (Path other : others) {
      try (Stream<Path> files = Files.walk(other)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static Instant usedAt(Path folder) {
    try {
      return Files.getLastModifiedTime(folder).toInstant();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
