package dev.vertxmesh.ingress.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.json.JsonMistake;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A JSON body: an array of arguments; an object of them by their names; or {@code {"types": […],
 * "args": … , "attachments": {…}}}, where {@code args} is either. The arguments are cut out as they
 * stand, so that no number is read and written again on the way.
 *
 * @param descriptor the types in the JVM's form, or {@link Target#UNKNOWN}
 * @param arguments a JSON array or object as UTF-8
 * @param attachments a value that isn't a string is JSON, and its name has {@link
 *     Call#JSON_ATTACHMENT} before it
 */
record JsonBody(String descriptor, byte[] arguments, Map<String, String> attachments) {

  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] NONE = {'[', ']'};

  private static final String EXPECTED =
      "expected a JSON array such as [\"a\"], or an object, {\"args\": [\"a\"]} or {\"name\":"
          + " \"a\"}";

  /** Of an object of arguments by name, or of a message's fields: each is remembered. */
  private static final int MOST_NAMES = 10_000;

  private static final int MOST_ATTACHMENTS = 1_000;

  /** Of one method (JVMS 17, 4.3.3). */
  private static final int MOST_TYPES = 255;

  /** How much of a name a message repeats. */
  private static final int SHOWN = 60;

  private static final String TYPES = "types";
  private static final String ARGS = "args";
  private static final String ATTACHMENTS = "attachments";

  /**
   * @throws BadCall naming the place of what is wrong
   */
  static JsonBody parse(byte[] body) {
    if (body.length == 0) {
      return new JsonBody(Target.UNKNOWN, NONE, Map.of());
    }
    requireUtf8(body);
    JsonToken first = null;
    try (JsonParser parser = JSON.createParser(body)) {
      first = parser.nextToken();
      if (first == JsonToken.START_ARRAY) {
        return new JsonBody(Target.UNKNOWN, end(parser, cut(parser, body)), Map.of());
      }
      if (first == JsonToken.START_OBJECT) {
        return object(parser, body);
      }
      throw new BadCall(
          "body: " + (first == null ? "nothing" : JsonMistake.kind(first)) + ", " + EXPECTED);
    } catch (JsonProcessingException e) {
      throw new BadCall(
          "body: " + (first == null ? noJson(e) : JsonMistake.words(e) + JsonMistake.place(e)));
    } catch (IOException e) {
      throw new BadCall("body: " + e.getMessage());
    }
  }

  /** Of what begins as nothing of JSON does. */
  private static String noJson(JsonProcessingException e) {
    String word = JsonMistake.word(e);
    return "%s isn't JSON%s; %s"
        .formatted(word == null ? "it" : word, JsonMistake.place(e), EXPECTED);
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

  private static JsonBody object(JsonParser parser, byte[] body) throws IOException {
    int start = (int) parser.currentTokenLocation().getByteOffset();
    Set<String> seen = new LinkedHashSet<>();
    List<String> types = null;
    Arguments arguments = null;
    Map<String, String> attachments = Map.of();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      if (!seen.add(name)) {
        throw new BadCall("body.%s: it is there twice".formatted(shown(name)));
      } else if (seen.size() > MOST_NAMES) {
        throw new BadCall("body: more than %d names in the object".formatted(MOST_NAMES));
      }
      switch (name) {
        case TYPES -> types = types(parser);
        case ARGS -> arguments = args(parser, body);
        case ATTACHMENTS -> attachments = attachments(parser, body);
        default -> parser.skipChildren();
      }
    }
    int end = (int) parser.currentLocation().getByteOffset();
    if (arguments == null) {
      return byName(seen, end(parser, Arrays.copyOfRange(body, start, end)));
    }
    seen.removeAll(List.of(TYPES, ARGS, ATTACHMENTS));
    if (!seen.isEmpty()) {
      throw new BadCall(
          "body.%s: expected nothing beside types, args and attachments"
              .formatted(shown(seen.iterator().next())));
    }
    requireOneForEach(types, arguments);
    String descriptor = types == null ? Target.UNKNOWN : String.join("", types);
    return new JsonBody(descriptor, end(parser, arguments.json()), attachments);
  }

  /**
   * What stands under {@code args}.
   *
   * @param count of an array's elements; {@link #NAMED} for an object
   */
  private record Arguments(byte[] json, int count) {
    static final int NAMED = -1;
  }

  private static void requireOneForEach(List<String> types, Arguments arguments) {
    int count = arguments.count();
    if (types != null && count != Arguments.NAMED && count != types.size()) {
      throw new BadCall(
          "body: %d argument%s and %d type%s, expected a type for each argument"
              .formatted(count, s(count), types.size(), s(types.size())));
    }
  }

  private static String s(int count) {
    return count == 1 ? "" : "s";
  }

  /** Without {@code args} the whole object is the arguments. */
  private static JsonBody byName(Set<String> names, byte[] whole) {
    if (names.contains(TYPES)) {
      throw new BadCall("body.args: the field is missing");
    }
    return new JsonBody(Target.UNKNOWN, whole, Map.of());
  }

  private static Arguments args(JsonParser parser, byte[] body) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      return new Arguments(cut(parser, body), Arguments.NAMED);
    }
    requireArray(parser, ARGS, "an array such as [\"a\"], or an object of arguments by name");
    int from = (int) parser.currentTokenLocation().getByteOffset();
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      parser.skipChildren();
      count++;
    }
    int to = (int) parser.currentLocation().getByteOffset();
    return new Arguments(Arrays.copyOfRange(body, from, to), count);
  }

  private static Map<String, String> attachments(JsonParser parser, byte[] body)
      throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw wrong(parser, ATTACHMENTS, "an object");
    }
    Map<String, String> attachments = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      if (name.startsWith(Call.JSON_ATTACHMENT)) {
        throw new BadCall("body.attachments.%s: no name begins so".formatted(shown(name)));
      } else if (attachments.size() == MOST_ATTACHMENTS) {
        throw new BadCall("body.attachments: more than %d".formatted(MOST_ATTACHMENTS));
      }
      if (parser.nextToken() == JsonToken.VALUE_STRING) {
        attachments.put(name, parser.getText());
      } else {
        attachments.put(
            Call.JSON_ATTACHMENT + name, new String(cut(parser, body), StandardCharsets.UTF_8));
      }
    }
    return attachments;
  }

  /** In the JVM's form. */
  private static List<String> types(JsonParser parser) throws IOException {
    requireArray(parser, TYPES, "an array of types' names");
    List<String> types = new ArrayList<>();
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      if (i == MOST_TYPES) {
        throw new BadCall(
            "body.types: more than %d, which is the most that a method takes"
                .formatted(MOST_TYPES));
      } else if (parser.currentToken() != JsonToken.VALUE_STRING) {
        throw new BadCall("body.types[%d]: expected a type's name as a string".formatted(i));
      }
      types.add(TypeNames.descriptor(parser.getText(), "body.types[" + i + "]"));
    }
    return types;
  }

  private static String shown(String name) {
    return name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "...";
  }

  private static void requireArray(JsonParser parser, String field, String expected) {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw wrong(parser, field, expected);
    }
  }

  private static BadCall wrong(JsonParser parser, String field, String expected) {
    String kind = JsonMistake.kind(parser.currentToken());
    return new BadCall("body.%s: %s, expected %s".formatted(field, kind, expected));
  }

  private static byte[] cut(JsonParser parser, byte[] body) throws IOException {
    int from = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
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
