package dev.vertxmesh.it.pages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The agents' modules with their packages: below each, the modules that it's built on, but for
 * those that it has through another.
 */
final class ModuleDrawing {

  private static final Path ROOT = Path.of("..");
  private static final String SOURCES = "src/main/java/dev/vertxmesh";
  private static final Pattern MODULE =
      Pattern.compile("<module>(common-codec|mesh-\\w+)</module>");
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>(.*?)</dependency>", Pattern.DOTALL);
  private static final Pattern OURS =
      Pattern.compile("<groupId>dev.vertxmesh</groupId>\\s*<artifactId>([\\w-]+)</artifactId>");
  private static final int NAME = 15;
  private static final int WIDTH = 100;

  private final Map<String, Set<String>> known = new LinkedHashMap<>();

  private ModuleDrawing() throws IOException {
    List<String> modules = all(MODULE, Files.readString(ROOT.resolve("pom.xml")));
    for (String module : modules) {
      Set<String> needed = new TreeSet<>();
      for (String dependency : all(DEPENDENCY, Files.readString(file(module, "pom.xml")))) {
        if (!dependency.contains("<scope>test</scope>")) {
          needed.addAll(all(OURS, dependency));
        }
      }
      needed.retainAll(modules);
      known.put(module, needed);
    }
  }

  static List<String> lines() throws IOException {
    return new ModuleDrawing().draw();
  }

  private static Path file(String module, String name) {
    return ROOT.resolve(module).resolve(name);
  }

  private static List<String> all(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.results().map(found -> found.group(1)).toList();
  }

  private List<String> draw() {
    List<String> lines = new ArrayList<>();
    List<String> topDown = new ArrayList<>(known.keySet());
    topDown.sort(Comparator.comparing(this::height).reversed().thenComparing(name -> name));
    for (String module : topDown) {
      lines.addAll(wrapped(module, packages(file(module, SOURCES))));
      List<String> below = new ArrayList<>(known.get(module));
      below.removeIf(each -> below.stream().anyMatch(other -> reaches(other, each)));
      for (String each : below) {
        boolean last = each.equals(below.get(below.size() - 1));
        lines.add((last ? "  └─► " : "  ├─► ") + each);
      }
    }
    return lines;
  }

  private int height(String module) {
    return known.get(module).stream().mapToInt(each -> 1 + height(each)).max().orElse(0);
  }

  private boolean reaches(String from, String to) {
    Collection<String> next = known.get(from);
    return next.contains(to) || next.stream().anyMatch(each -> reaches(each, to));
  }

  /** The packages of a module that are in none of its others. */
  private static Set<String> packages(Path folder) {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> folder.relativize(file.getParent()).toString().replace('/', '.'))
          .forEach(found::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Set<String> all = Set.copyOf(found);
    found.removeIf(name -> all.stream().anyMatch(outer -> name.startsWith(outer + ".")));
    return found;
  }

  private static List<String> wrapped(String module, Set<String> packages) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(" " + module);
    for (String name : packages) {
      if (line.length() + name.length() > WIDTH) {
        lines.add(line + ",");
        line = new StringBuilder();
      }
      if (line.length() < NAME) {
        line.append(" ".repeat(NAME - line.length())).append(name);
      } else {
        line.append(", ").append(name);
      }
    }
    lines.add(line.toString());
    return lines;
  }
}
