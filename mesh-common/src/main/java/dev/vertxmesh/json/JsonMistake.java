package dev.vertxmesh.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** What is wrong with JSON that somebody has sent, in words for who has: Jackson's are for Java. */
public final class JsonMistake {

  /**
   * How Jackson is set up to take it all the same, where something began that isn't ended, and
   * characters by their numbers.
   */
  private static final Pattern NOISE =
      Pattern.compile(
          " \\((?:start marker|for root starting) at .*|, from `StreamReadConstraints.*"
              + "|: enable `JsonReadFeature.*| \\(not recognized as one since .*| \\(code \\d+\\)",
          Pattern.DOTALL);

  private static final Pattern A_VALUE =
      Pattern.compile(
          "(?:a valid value )?\\(JSON String, Number, Array, Object or token 'null', 'true' or"
              + " 'false'\\)");

  private static final String VALUES =
      "a string in double quotes, a number, an array, an object, true, false or null";

  private JsonMistake() {}

  /** Without its place. */
  public static String words(JsonProcessingException e) {
    String terse = NOISE.matcher(e.getOriginalMessage()).replaceAll("");
    return A_VALUE.matcher(terse).replaceFirst(VALUES);
  }

  /**
   * Such as {@code " at line 1, column 3"}; empty for what has no place, such as too deep an array.
   */
  public static String place(JsonProcessingException e) {
    JsonLocation location = e.getLocation();
    return location == null
        ? ""
        : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
  }
}
