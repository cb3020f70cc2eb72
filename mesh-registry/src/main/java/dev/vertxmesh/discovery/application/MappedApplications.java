package dev.vertxmesh.discovery.application;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Which applications have a service, as its mapping says: {@code APPLICATION[,APPLICATION…]}. */
public final class MappedApplications {

  /** How many of them are looked at. */
  static final int MOST = 1_000;

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

  private static boolean isName(String text) {
    return NAME.matcher(text).matches() && !text.equals(".") && !text.equals("..");
  }
}
