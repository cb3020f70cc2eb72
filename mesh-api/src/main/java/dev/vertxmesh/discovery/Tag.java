package dev.vertxmesh.discovery;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * A word about an instance, as a person gives it.
 *
 * @param name 1 to 63 letters, digits and {@code ._-}
 * @param value at most 200 characters, none of them a control character or a comma
 */
public record Tag(String name, String value) {

  private static final int MOST = 50;
  private static final int MOST_CHARACTERS = 200;
  private static final char DELETE = 0x7f;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,63}");
  private static final Pattern VALUE = Pattern.compile("[^\\p{Cntrl},]{0,200}");

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  public Tag {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a name of 1 to 63 letters, digits and ._- before the equals sign");
    }
    if (!isValue(value)) {
      throw new IllegalArgumentException(
          "a value of at most 200 characters, none of them a comma or a control character");
    }
  }

  /** Whether it may be the value of a tag. */
  public static boolean isValue(String text) {
    boolean isShort = text.length() <= MOST_CHARACTERS; // others may be written in pairs of them
    for (int i = 0; isShort && i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == ',' || c == DELETE) {
        return false;
      }
    }
    return isShort || VALUE.matcher(text).matches();
  }

  /**
   * Reads {@code NAME=VALUE}.
   *
   * @throws IllegalArgumentException saying what was expected
   */
  public static Tag parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new IllegalArgumentException("NAME=VALUE, such as zone=a");
    }
    return new Tag(text.substring(0, equals), text.substring(equals + 1));
  }

  /**
   * Checks all tags of one instance; they are sent to all that watch the registry.
   *
   * @return the same
   * @throws IllegalArgumentException naming the one that's wrong
   */
  public static Map<String, String> check(Map<String, String> tags) {
    if (tags.size() > MOST) {
      throw new IllegalArgumentException(tags.size() + " tags, expected at most " + MOST);
    }
    tags.forEach(
        (name, value) -> {
          try {
            new Tag(name, value);
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                "'" + name + "' is '" + value + "', expected " + e.getMessage(), null);
          }
        });
    return tags;
  }
}
