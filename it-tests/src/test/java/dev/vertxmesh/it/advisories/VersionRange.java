package dev.vertxmesh.it.advisories;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.maven.artifact.versioning.ComparableVersion;

/**
 * Versions as Maven writes ranges of them: {@code [4.2.0.Final,4.2.10.Final),[5,)}. A square
 * bracket takes its version in, a round one doesn't, and a side without a version is open.
 */
record VersionRange(List<Part> parts) {

  private static final Pattern PART =
      Pattern.compile("([\\[(])([A-Za-z0-9._-]*),([A-Za-z0-9._-]*)([])])");

  /** One stretch of versions; an empty version is an open side. */
  record Part(String from, boolean withFrom, String to, boolean withTo) {

    boolean contains(ComparableVersion version) {
      int least = withFrom ? 0 : 1;
      int most = withTo ? 0 : -1;
      return (from.isEmpty() || version.compareTo(new ComparableVersion(from)) >= least)
          && (to.isEmpty() || version.compareTo(new ComparableVersion(to)) <= most);
    }
  }

  /**
   * @throws IllegalArgumentException saying what was given and what is expected
   */
  static VersionRange parse(String text) {
    List<Part> parts = new ArrayList<>();
    Matcher matcher = PART.matcher(text);
    int at = 0;
    while (matcher.find(at) && matcher.start() == at) {
      parts.add(
          new Part(
              matcher.group(2),
              matcher.group(1).equals("["),
              matcher.group(3),
              matcher.group(4).equals("]")));
      if (matcher.end() == text.length()) {
        return new VersionRange(List.copyOf(parts));
      }
      at = text.startsWith(",", matcher.end()) ? matcher.end() + 1 : matcher.end();
    }
    throw new IllegalArgumentException(
        "affected is '" + text + "', expected such as [4.2.0.Final,4.2.10.Final)");
  }

  boolean contains(String version) {
    ComparableVersion comparable = new ComparableVersion(version);
    return parts.stream().anyMatch(part -> part.contains(comparable));
  }
}
