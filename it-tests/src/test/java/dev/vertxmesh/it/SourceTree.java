package dev.vertxmesh.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sources that become the agents, by their files. */
record SourceTree(List<Path> files) {

  private static final Path ROOT = Path.of("..");
  private static final String SOURCES = "src/main/java/dev/vertxmesh";

  /** Of all modules but the ones that test, measure or show. */
  static SourceTree read() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return new SourceTree(
          modules
              .filter(module -> isOfAgents(module.getFileName().toString()))
              .map(module -> module.resolve(SOURCES))
              .filter(Files::isDirectory)
              .flatMap(SourceTree::javaFiles)
              .sorted()
              .toList());
    }
  }

  private static boolean isOfAgents(String module) {
    return module.equals("common-codec") || module.startsWith("mesh-");
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    String path = file.toString();
    return path.substring(path.indexOf(SOURCES) + SOURCES.length() + 1).replace(".java", "");
  }

  /** How many files each package has. */
  Map<String, Long> filesOfPackages() {
    return files.stream()
        .collect(
            Collectors.groupingBy(
                file -> file.getParent().toString(), TreeMap::new, Collectors.counting()));
  }

  /** The files that have more lines than these, and how many. */
  Map<String, Integer> longerThan(int most) throws IOException {
    Map<String, Integer> found = new TreeMap<>();
    for (Path file : files) {
      int lines = Files.readAllLines(file).size();
      if (lines > most) {
        found.put(name(file), lines);
      }
    }
    return found;
  }

  /** Simple names that more than one package has, with the files. */
  Map<String, Set<String>> namesInSeveralPackages() {
    Map<String, Set<String>> byName = new TreeMap<>();
    for (Path file : files) {
      byName.computeIfAbsent(file.getFileName().toString(), any -> new TreeSet<>()).add(name(file));
    }
    byName.remove("package-info.java");
    byName.values().removeIf(found -> found.size() == 1);
    return byName;
  }

  /** Packages that don't say what they are. */
  Set<String> withoutPackageInfo() {
    return files.stream()
        .map(Path::getParent)
        .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
        .map(Path::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
