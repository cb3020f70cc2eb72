package dev.vertxmesh.discovery.application;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Which applications have a service, as its mapping says: {@code APPLICATION[,APPLICATION…]}. */
public final class MappedApplications {

  /** How many of them are looked at. */
  static final int MOST = 1_000;

  /** Characters of what is written anew. */
  static final int LARGEST = 64 << 10;

  /** They stand in paths and in names of others. */
  private static final Pattern NAME = Pattern.compile("[^/\\p{Cntrl}\\s]{1,200}");

  private MappedApplications() {}

  /** Each once; what can't be an application's name is left out. */
  public static List<String> parse(String text) {
    return Arrays.stream(text.split(",", MOST + 1))
        .limit(MOST)
        .map(String::strip)
        .filter(MappedApplications::isName)
        .distinct()
        .toList();
  }

  /**
   * The same text with one more; what others have put there stays as it is.
   *
   * @return empty if it's there already
   * @throws IllegalArgumentException if there's no room for it
   */
  public static Optional<String> with(String text, String application) {
    if (text.length() > LARGEST) {
      throw new IllegalArgumentException(
          "it has " + text.length() + " characters, expected at most " + LARGEST);
    }
    List<String> all = Arrays.stream(text.split(",")).map(String::strip).toList();
    if (all.contains(application)) {
      return Optional.empty();
    }
    if (all.size() >= MOST) {
      throw new IllegalArgumentException(
          "it has " + all.size() + " applications, expected at most " + (MOST - 1));
    }
    return Optional.of(text.isBlank() ? application : text + "," + application);
  }

  private static boolean isName(String text) {
    return NAME.matcher(text).matches() && !text.equals(".") && !text.equals("..");
  }
}
