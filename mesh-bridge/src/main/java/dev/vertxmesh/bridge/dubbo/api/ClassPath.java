package dev.vertxmesh.bridge.dubbo.api;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** Reads the class files in jars and folders, up to so many. */
final class ClassPath {

  /** With their fields and methods they take some 30 MB. */
  static final int MAX_CLASSES = 20_000;

  /** The largest that javac makes are a tenth of it. */
  static final int MAX_CLASS_BYTES = 4 << 20;

  private final Map<String, ApiClass> classes = new LinkedHashMap<>();
  private final Map<String, Path> places = new HashMap<>();

  /**
   * All that were read.
   *
   * @throws IllegalArgumentException naming the place and the class that has too many above it
   */
  Map<String, ApiClass> classes() {
    Ancestry ancestry = new Ancestry(classes);
    classes
        .keySet()
        .forEach(
            name -> {
              if (!ancestry.isBounded(name)) {
                throw new IllegalArgumentException(
                    "%s: superclasses and interfaces of %s go round, or are more than %d deep"
                        .formatted(places.get(name), name, Ancestry.DEEPEST));
              }
            });
    return classes;
  }

  /**
   * @throws IllegalArgumentException saying what can't be read
   */
  void read(Path path) {
    try {
      if (Files.isDirectory(path)) {
        readFolder(path);
      } else {
        readJar(path);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("%s can't be read: %s".formatted(path, e.getMessage()), e);
    }
  }

  private void readFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> found = files.filter(Files::isRegularFile).sorted().toList();
      for (Path file : found) {
        String name = folder.relativize(file).toString();
        if (isClass(name.replace('\\', '/'))) {
          try (InputStream in = Files.newInputStream(file)) {
            read(folder, name, in);
          }
        }
      }
    }
  }

  private void readJar(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        if (isClass(entry.getName())) {
          try (InputStream in = zip.getInputStream(entry)) {
            read(jar, entry.getName(), in);
          }
        }
      }
    }
  }

  /** Below META-INF are the same classes for other releases of Java. */
  private static boolean isClass(String name) {
    return name.endsWith(".class")
        && !name.startsWith("META-INF/")
        && !name.endsWith("module-info.class")
        && !name.endsWith("package-info.class");
  }

  private void read(Path from, String entry, InputStream in) {
    try {
      byte[] bytes = in.readNBytes(MAX_CLASS_BYTES + 1);
      if (bytes.length > MAX_CLASS_BYTES) {
        throw new IOException("it has more than " + MAX_CLASS_BYTES + " bytes");
      }
      add(from, ClassFile.read(bytes));
    } catch (IOException | RuntimeException e) {
      throw new IllegalArgumentException(
          "%s: %s is no class file that can be read: %s".formatted(from, entry, e), e);
    }
    if (classes.size() > MAX_CLASSES) {
      throw new IllegalArgumentException(
          "%s: there are more than %d classes".formatted(from, MAX_CLASSES));
    }
  }

  private void add(Path from, ApiClass read) {
    if (read != null && classes.putIfAbsent(read.name(), read) == null) {
      places.put(read.name(), from);
    }
  }
}
