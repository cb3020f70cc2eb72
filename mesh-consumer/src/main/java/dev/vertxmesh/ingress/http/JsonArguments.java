package dev.vertxmesh.ingress.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.call.Target;
import java.io.IOException;
import java.util.Arrays;

/**
 * A JSON body: an array of arguments, or {@code {"types": […], "args": […]}}. The arguments are cut
 * out as they stand, so that no number is read and written again on the way.
 *
 * @param descriptor the types in the JVM's form, or {@link Target#UNKNOWN}
 * @param arguments a JSON array as UTF-8
 */
record JsonArguments(String descriptor, byte[] arguments) {

  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] NONE = {'[', ']'};

  /**
   * @throws BadCall naming the place of what is wrong
   */
  static JsonArguments parse(byte[] body) {
    if (body.length == 0) {
      return new JsonArguments(Target.UNKNOWN, NONE);
    }
    requireUtf8(body);
    try (JsonParser parser = JSON.createParser(body)) {
      JsonToken first = parser.nextToken();
      if (first == JsonToken.START_ARRAY) {
        return new JsonArguments(Target.UNKNOWN, end(parser, array(parser, body)));
      }
      if (first == JsonToken.START_OBJECT) {
        return object(parser, body);
      }
      throw new BadCall(
          "body: expected a JSON array of arguments, or an object with types and args");
    } catch (JsonProcessingException e) {
      throw new BadCall(
          "body: %s at line %d, column %d"
              .formatted(
                  e.getOriginalMessage().replaceAll(" \\(start marker at .*", ""),
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr()));
    } catch (IOException e) {
      throw new BadCall("body: " + e.getMessage());
    }
  }

  /** Jackson takes UTF-16 and UTF-32 too, by these marks (RFC 4627, 3), but then has no offsets. */
  private static void requireUtf8(byte[] body) {
    boolean marked = (body[0] & 0xfe) == 0xfe;
    for (int i = 0; i < Math.min(4, body.length); i++) {
      marked |= body[i] == 0;
    }
    if (marked) {
      throw new BadCall("body: expected JSON in UTF-8, got another encoding");
    }
  }

  private static JsonArguments object(JsonParser parser, byte[] body) throws IOException {
    String descriptor = null;
    byte[] arguments = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      if (name.equals("types") && descriptor == null) {
        descriptor = types(parser);
      } else if (name.equals("args") && arguments == null) {
        requireArray(parser, "args");
        arguments = array(parser, body);
      } else {
        throw new BadCall(
            "body.%s: expected an object with types and args, each once".formatted(name));
      }
    }
    if (arguments == null) {
      throw new BadCall("body.args: the field is missing");
    }
    return new JsonArguments(
        descriptor == null ? Target.UNKNOWN : descriptor, end(parser, arguments));
  }

  private static String types(JsonParser parser) throws IOException {
    requireArray(parser, "types");
    StringBuilder descriptor = new StringBuilder();
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      if (parser.currentToken() != JsonToken.VALUE_STRING) {
        throw new BadCall("body.types[%d]: expected a type's name as a string".formatted(i));
      }
      descriptor.append(TypeNames.descriptor(parser.getText(), "body.types[" + i + "]"));
    }
    return descriptor.toString();
  }

  private static void requireArray(JsonParser parser, String field) {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw new BadCall("body.%s: expected an array".formatted(field));
    }
  }

  private static byte[] array(JsonParser parser, byte[] body) throws IOException {
    int from = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    int to = (int) parser.currentLocation().getByteOffset();
    return from == 0 && to == body.length ? body : Arrays.copyOfRange(body, from, to);
  }

  private static byte[] end(JsonParser parser, byte[] arguments) throws IOException {
    if (parser.nextToken() != null) {
      throw new BadCall("body: there is more after the JSON value");
    }
    return arguments;
  }
}
