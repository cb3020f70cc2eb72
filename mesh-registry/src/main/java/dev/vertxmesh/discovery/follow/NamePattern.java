package dev.vertxmesh.discovery.follow;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names of interfaces: {@code com.x.*}, where a star stands for any characters.
 *
 * @param text as it was given
 */
public record NamePattern(String text, Pattern pattern) {

  private static final Pattern WRITTEN = Pattern.compile("[^/,\\s\\p{Cntrl}]{1,500}");

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  public static NamePattern of(String text) {
    if (!WRITTEN.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is no name of interfaces, expected such as com.x.Orders or com.x.*");
    }
    String regex =
        Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
    return new NamePattern(text, Pattern.compile(regex));
  }

  /** Whether it may be an interface's name: it stands in paths. */
  static boolean isInterface(String name) {
    return WRITTEN.matcher(name).matches() && !name.equals(".") && !name.equals("..");
  }

  /** Whether it stands for one name. */
  boolean isName() {
    return text.indexOf('*') < 0;
  }

  boolean matches(String name) {
    return pattern.matcher(name).matches();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NamePattern pattern && pattern.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
