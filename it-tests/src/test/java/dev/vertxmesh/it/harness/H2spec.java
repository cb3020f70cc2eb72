package dev.vertxmesh.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What asks a server whether it keeps HTTP/2's rules, found where {@code scripts/h2spec.sh} puts
 * it, or where the variable {@code MESH_H2SPEC} says.
 *
 * <p>Where it's missing, tests of it are skipped and say so; with {@code
 * -Dmesh.h2spec.required=true} they fail.
 */
public final class H2spec {

  /** Such as {@code 5.1.1. Stream Identifiers}. */
  private static final Pattern SECTION = Pattern.compile("^\\s*(\\d+(?:\\.\\d+)*)\\. .*");

  /** Such as {@code × 2: Sends stream identifier that …}, of the section above it. */
  private static final Pattern FAILED = Pattern.compile("^\\s*× (\\d+): .*");

  private static final Pattern SUM = Pattern.compile("(\\d+) tests, (\\d+) passed, .*");

  private H2spec() {}

  /**
   * What it found.
   *
   * @param failed such as {@code http2/5.1.1/2}
   * @param text all that it said
   */
  public record Found(int tests, int passed, Set<String> failed, String text) {}

  /**
   * Asks a port of this machine everything; ends the test, one way or the other, if h2spec is
   * missing.
   */
  public static Found ask(int port) {
    List<String> command = List.of(program(), "-p", "" + port, "-o", "20");
    Child child = Child.start("h2spec", command, Map.of());
    child.awaitExit();
    return parse(child.log());
  }

  private static String program() {
    Path program =
        Optional.ofNullable(System.getenv("MESH_H2SPEC"))
            .map(Path::of)
            .or(() -> Cache.newest("h2spec-", "h2spec"))
            .orElse(null);
    if (program == null) {
      String line = "h2spec is missing: ./mesh-test gets it, or MESH_H2SPEC names it";
      if (Boolean.getBoolean("mesh.h2spec.required")) {
        throw new IllegalStateException(line);
      }
      assumeTrue(false, line);
    }
    return program.toString();
  }

  private static Found parse(String text) {
    String found = text.substring(Math.max(0, text.indexOf("Failures:")));
    Set<String> failed = new TreeSet<>();
    String part = "http2";
    String section = "";
    int tests = 0;
    int passed = 0;
    for (String line : found.lines().toList()) {
      Matcher heading = SECTION.matcher(line);
      Matcher failure = FAILED.matcher(line);
      Matcher sum = SUM.matcher(line);
      if (line.startsWith("Generic")) {
        part = "generic";
      } else if (line.startsWith("Hypertext")) {
        part = "http2";
      } else if (line.startsWith("HPACK")) {
        part = "hpack";
      } else if (heading.matches()) {
        section = heading.group(1);
      } else if (failure.matches()) {
        failed.add(part + "/" + section + "/" + failure.group(1));
      } else if (sum.find()) {
        tests = Integer.parseInt(sum.group(1));
        passed = Integer.parseInt(sum.group(2));
      }
    }
    return new Found(tests, passed, failed, text);
  }
}
