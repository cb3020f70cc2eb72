package dev.vertxmesh.it.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The layers of both agents' paths with their packages, as {@code ConsumerPath} and {@code
 * ProviderPath} put them together.
 */
final class PathDrawing {

  /** What a path is made of: two lists of layers, and whoever comes last. */
  private static final Pattern PATH =
      Pattern.compile(
          "CallPath\\.of\\(\\s*Filter\\.of\\((.*?)\\),\\s*Filter\\.of\\((.*?)\\),\\s*(\\w+)\\);",
          Pattern.DOTALL);

  private static final Pattern IMPORT =
      Pattern.compile("import dev\\.vertxmesh\\.([\\w.]+)\\.(\\w+);");
  private static final Pattern COMMENT = Pattern.compile("//[^\n]*");
  private static final Pattern MADE_HERE = Pattern.compile("new (\\w+)");
  private static final Pattern MADE_BY = Pattern.compile("(\\w+)\\.(\\w+)");

  private final Path folder;
  private final String name;
  private final String source;

  private PathDrawing(String agent, String name) throws IOException {
    this.folder = Path.of("../mesh-%s/src/main/java/dev/vertxmesh/%s".formatted(agent, agent));
    this.name = name;
    this.source = read(name);
  }

  private String read(String type) throws IOException {
    return COMMENT.matcher(Files.readString(folder.resolve(type + ".java"))).replaceAll("");
  }

  static List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>(List.of(" caller", "   ▼", " ingress", "   ▼"));
    lines.addAll(new PathDrawing("consumer", "ConsumerPath").layers());
    lines.addAll(List.of("   ▼", " link", "   ▼"));
    lines.addAll(new PathDrawing("provider", "ProviderPath").layers());
    lines.addAll(List.of("   ▼", " provider"));
    return lines;
  }

  private List<String> layers() throws IOException {
    Matcher path = PATH.matcher(source);
    if (!path.find()) {
      throw new IllegalStateException("no path in " + name);
    }
    List<String> lines = new ArrayList<>(List.of(" " + name));
    for (String layer : arguments(path.group(1))) {
      lines.add(line(layer, "all that comes"));
    }
    for (String layer : arguments(path.group(2))) {
      lines.add(line(layer, "calls"));
    }
    lines.add(line(path.group(3), "calls"));
    return lines;
  }

  private String line(String expression, String what) throws IOException {
    return "  │ %-18s %-24s %s".formatted(type(expression), packageOf(expression), what);
  }

  /** The layer's type: of what is made here, or by a method, or as a name is declared. */
  private String type(String expression) throws IOException {
    Matcher here = MADE_HERE.matcher(expression);
    Matcher by = MADE_BY.matcher(expression);
    if (here.lookingAt()) {
      return here.group(1);
    } else if (by.lookingAt()) {
      return before(by.group(2) + "\\(", known(expression));
    }
    return before(expression + "[,;)]", source);
  }

  /** The source that names the layer's type. */
  private String known(String expression) throws IOException {
    Matcher by = MADE_BY.matcher(expression);
    return by.lookingAt() ? read(before(by.group(1) + "[,;)]", source)) : source;
  }

  private String packageOf(String expression) throws IOException {
    String type = type(expression);
    Matcher imported = IMPORT.matcher(known(expression));
    return imported
        .results()
        .filter(found -> found.group(2).equals(type))
        .map(found -> found.group(1))
        .findFirst()
        .orElse(folder.getFileName().toString());
  }

  /** The word before the first that matches. */
  private static String before(String pattern, String text) {
    return Pattern.compile("(\\w+) " + pattern)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .filter(word -> !word.equals("new") && !word.equals("return"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nothing before " + pattern));
  }

  /** Those between the commas that stand in no parentheses. */
  private static List<String> arguments(String list) {
    List<String> found = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        found.add(list.substring(from, i).strip());
        from = i + 1;
      }
    }
    found.add(list.substring(from).strip());
    return found;
  }
}
