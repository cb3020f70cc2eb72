package dev.vertxmesh.ingress.http;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.fuzz.Price;
import java.io.IOException;
import java.util.Arrays;

/**
 * A JSON body: read or refused with a {@link BadCall}; the arguments that are cut out are one array
 * or object, and read as a body they are cut out the same.
 */
class JsonBodyFuzz {

  /** A key of a letter is an entry of a map of names. */
  private static final Price PRICE = new Price(128);

  private static final JsonFactory JSON = new JsonFactory();

  @FuzzTest
  void bodies(byte[] input) throws IOException {
    JsonBody[] read = new JsonBody[1];
    PRICE.hold(input.length, () -> read[0] = read(input));
    if (read[0] == null) {
      return;
    }
    byte[] arguments = read[0].arguments();
    if (first(arguments) == JsonToken.START_ARRAY) {
      JsonBody again = JsonBody.parse(arguments);
      if (!Arrays.equals(arguments, again.arguments())
          || !again.descriptor().equals(Target.UNKNOWN)) {
        throw new AssertionError("arguments are cut out of themselves");
      }
    }
  }

  /** Null if it's refused. */
  private static JsonBody read(byte[] input) {
    try {
      return JsonBody.parse(input);
    } catch (BadCall e) {
      return null;
    }
  }

  /**
   * Of one value with nothing behind it; null if a name in it isn't UTF-8, which Jackson takes for
   * a shorter one that it has read before: it fills that one's last bytes with {@code ff}.
   */
  private static JsonToken first(byte[] json) throws IOException {
    try (JsonParser parser = JSON.createParser(json)) {
      JsonToken first = parser.nextToken();
      if (first == null || !first.isStructStart()) {
        throw new AssertionError("arguments begin with " + first);
      }
      parser.skipChildren();
      if (parser.currentToken() == null || parser.nextToken() != null) {
        throw new AssertionError("arguments are more or less than a value");
      }
      return first;
    } catch (JsonParseException e) {
      if (e.getMessage().startsWith("Invalid UTF-8")) {
        return null;
      }
      throw e;
    }
  }
}
