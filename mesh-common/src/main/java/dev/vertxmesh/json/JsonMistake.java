package dev.vertxmesh.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.util.Set;
import java.util.regex.Matcher;
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

  /** A word that isn't JSON, of which Jackson goes on to say what would be. */
  private static final Pattern WORD =
      Pattern.compile("^(?:Unrecognized|Non-standard) token '(.*?)'", Pattern.DOTALL);

  private static final Set<String> NUMBERS = Set.of("NaN", "Infinity", "-Infinity", "+Infinity");

  private JsonMistake() {}

  /** What a value is that begins with a token. */
  public static String kind(JsonToken token) {
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> "something else";
    };
  }

  /** The word that isn't JSON; null if what is wrong isn't one. */
  public static String word(JsonProcessingException e) {
    Matcher word = WORD.matcher(e.getOriginalMessage());
    return word.find() ? word.group(1) : null;
  }

  /** Without its place. */
  public static String words(JsonProcessingException e) {
    String word = word(e);
    if (word != null) {
      return word
          + " isn't JSON; "
          + (NUMBERS.contains(word) ? "put it in quotes" : "expected " + VALUES);
    }
    String terse = NOISE.matcher(e.getOriginalMessage()).replaceAll("");
    return A_VALUE.matcher(terse).replaceFirst(VALUES);
  }

  /**
   * Such as {@code " at line 1, column 3"}; empty for what has no place, such as too deep an array.
   */
  public static String place(JsonProcessingException e) {
    boolean isWord = word(e) != null && e.getProcessor() instanceof JsonParser;
    JsonLocation location = // Jackson tells where a word ends; for a member, this is its name
        isWord ? ((JsonParser) e.getProcessor()).currentTokenLocation() : e.getLocation();
    return location == null
        ? ""
        : " at line %d, column %d".formatted(location.getLineNr(), location.getColumnNr());
  }
}
