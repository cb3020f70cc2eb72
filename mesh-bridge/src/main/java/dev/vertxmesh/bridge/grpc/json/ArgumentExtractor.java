package dev.vertxmesh.bridge.grpc.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.vertxmesh.json.JsonMistake;
import dev.vertxmesh.json.WeighedParser;
import dev.vertxmesh.memory.ConversionBudget;
import java.io.IOException;

/** Finds the one argument in a call's JSON: an object that is the message, or an array of one. */
final class ArgumentExtractor {

  /** Without Jackson's own limits of lengths, which don't say where. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  /** Digits of an exponent. More of them and a few bytes are a number of gigabytes. */
  private static final int MOST_EXPONENT = 4;

  /** Digits of a number; what takes one apart takes the square of them. */
  private static final int MOST_DIGITS = 10_000;

  private static final int MOST_SHOWN = 40;

  /** Bytes of a text's strings, in the tree and in the message. */
  private static final int FOR_A_CHARACTER = 4;

  /** How much heavier the two are than what Jackson would make. */
  private static final int FOR_BOTH = 3;

  private ArgumentExtractor() {}

  /**
   * The message's JSON.
   *
   * @param text as the ingress passes it on: an array or an object
   * @throws JsonMismatchException if there's not one argument, or it has a number that nobody can
   *     mean
   */
  static String message(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        return "{}";
      } else if (first != JsonToken.START_ARRAY) {
        check(parser);
        return text;
      }
      return parser.nextToken() == JsonToken.END_ARRAY ? "{}" : only(parser, text);
    } catch (JsonProcessingException e) {
      throw new JsonMismatchException("message: " + JsonMistake.words(e));
    } catch (IOException e) {
      throw new JsonMismatchException("message: " + e.getMessage());
    }
  }

  /**
   * A message's JSON by itself, as a stream has it.
   *
   * @throws JsonMismatchException if it isn't one value, or has a number that nobody can mean
   */
  static String alone(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new JsonMismatchException("message: it's empty, expected JSON");
      }
      check(parser);
      if (parser.nextToken() != null) {
        throw new JsonMismatchException("message: more than one value, expected one");
      }
      return text;
    } catch (JsonProcessingException e) {
      throw new JsonMismatchException("message: " + JsonMistake.words(e));
    } catch (IOException e) {
      throw new JsonMismatchException("message: " + e.getMessage());
    }
  }

  private static String only(JsonParser parser, String text) throws IOException {
    int from = (int) parser.currentTokenLocation().getCharOffset();
    check(parser);
    parser.finishToken();
    int to = (int) parser.currentLocation().getCharOffset();
    if (parser.nextToken() != JsonToken.END_ARRAY) {
      throw new JsonMismatchException("expected one argument, the message; got several");
    }
    return text.substring(from, to);
  }

  /**
   * Weighs what protobuf makes of a message's JSON, in the thread's conversion: a tree of Gson's
   * and a message of its own.
   *
   * @throws dev.vertxmesh.memory.OverBudgetException if it's too heavy
   */
  static void weigh(String json) {
    ConversionBudget conversion = ConversionBudget.current();
    conversion.add((long) FOR_A_CHARACTER * json.length());
    try (JsonParser parser = JSON.createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        conversion.add((long) FOR_BOTH * WeighedParser.weight(token));
      }
    } catch (IOException e) {
      throw new IllegalStateException("it was read before", e);
    }
  }

  /** Passes over a value. */
  private static void check(JsonParser parser) throws IOException {
    int depth = 0;
    do {
      JsonToken token = parser.currentToken();
      if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
      } else if (token.isNumeric()
          || token == JsonToken.VALUE_STRING
          || token == JsonToken.FIELD_NAME) {
        checkNumber(parser); // a string may stand for one, and a map's key too
      }
    } while (depth > 0 && parser.nextToken() != null);
  }

  private static void checkNumber(JsonParser parser) throws IOException {
    char[] chars = parser.getTextCharacters();
    int at = parser.getTextOffset();
    int end = at + parser.getTextLength();
    int digits = 0;
    while (at < end && (isDigit(chars[at]) || "+-.".indexOf(chars[at]) >= 0)) {
      digits += isDigit(chars[at]) ? 1 : 0;
      at++;
    }
    boolean hasExponent = digits > 0 && at < end && (chars[at] == 'e' || chars[at] == 'E');
    if (hasExponent && isHuge(chars, at + 1, end)) {
      throw unmeant(parser, "has too large an exponent");
    } else if (digits > MOST_DIGITS && (at == end || hasExponent)) {
      throw unmeant(parser, "has more than %d digits".formatted(MOST_DIGITS));
    }
  }

  private static JsonMismatchException unmeant(JsonParser parser, String why) throws IOException {
    String text = parser.getText();
    return new JsonMismatchException(
        "message: the number %s at %s %s"
            .formatted(
                text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…",
                parser.getParsingContext().pathAsPointer(),
                why));
  }

  /** As BigDecimal has it, which takes the digits of every script. */
  private static boolean isDigit(char c) {
    return Character.isDigit(c);
  }

  private static boolean isHuge(char[] chars, int from, int end) {
    int at = from < end && (chars[from] == '-' || chars[from] == '+') ? from + 1 : from;
    while (at < end && Character.digit(chars[at], 10) == 0) {
      at++;
    }
    int digits = 0;
    while (at < end && isDigit(chars[at])) {
      at++;
      digits++;
    }
    return at == end && digits > MOST_EXPONENT;
  }
}
