package dev.vertxmesh.bridge.grpc.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Finds the one argument in a call's JSON: an object that is the message, or an array of one. */
final class JsonCut {

  private static final JsonFactory JSON = new JsonFactory();

  /** Digits of an exponent. More of them and a few bytes are a number of gigabytes. */
  private static final int MOST_EXPONENT = 4;

  private JsonCut() {}

  /**
   * The message's JSON.
   *
   * @param text as the ingress passes it on: an array or an object
   * @throws Misfit if there's not one argument, or it has a number that nobody can mean
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
      throw new Misfit("message: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new Misfit("message: " + e.getMessage());
    }
  }

  private static String only(JsonParser parser, String text) throws IOException {
    int from = (int) parser.currentTokenLocation().getCharOffset();
    check(parser);
    parser.finishToken();
    int to = (int) parser.currentLocation().getCharOffset();
    if (parser.nextToken() != JsonToken.END_ARRAY) {
      throw new Misfit("expected one argument, the message; got several");
    }
    return text.substring(from, to);
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
      } else if (token == JsonToken.VALUE_NUMBER_FLOAT || token == JsonToken.VALUE_STRING) {
        checkExponent(parser); // a string may stand for a number
      }
    } while (depth > 0 && parser.nextToken() != null);
  }

  private static void checkExponent(JsonParser parser) throws IOException {
    char[] chars = parser.getTextCharacters();
    int at = parser.getTextOffset();
    int end = at + parser.getTextLength();
    while (at < end && (chars[at] >= '0' && chars[at] <= '9' || "+-.".indexOf(chars[at]) >= 0)) {
      at++;
    }
    if (at < end && (chars[at] == 'e' || chars[at] == 'E') && isHuge(chars, at + 1, end)) {
      throw new Misfit(
          "message: the number %s at %s has too large an exponent"
              .formatted(parser.getText(), parser.getParsingContext().pathAsPointer()));
    }
  }

  private static boolean isHuge(char[] chars, int from, int end) {
    int at = from < end && (chars[from] == '-' || chars[from] == '+') ? from + 1 : from;
    while (at < end && chars[at] == '0') {
      at++;
    }
    int digits = 0;
    while (at < end && chars[at] >= '0' && chars[at] <= '9') {
      at++;
      digits++;
    }
    return at == end && digits > MOST_EXPONENT;
  }
}
