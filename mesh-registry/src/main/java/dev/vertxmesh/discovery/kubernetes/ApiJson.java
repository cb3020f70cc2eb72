package dev.vertxmesh.discovery.kubernetes;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.discovery.kind.SafeText;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Walks along Kubernetes' JSON and makes nothing of what nobody asks for: whatever stands there,
 * its price in memory is what is kept of it. Fields that aren't known are stepped over.
 */
final class ApiJson {

  private static final JsonFactory JSON = new JsonFactory();

  private ApiJson() {}

  /** A range of bytes that is JSON. */
  record Part(byte[] bytes, int from, int to) {

    static Part of(byte[] bytes) {
      return new Part(bytes, 0, bytes.length);
    }
  }

  /** What a page of a list says besides its items; null for what it doesn't. */
  record Page(String kind, String version, String next) {}

  /** One event of a watch. */
  record Event(String type, Part object) {}

  /**
   * What every object has; null for a name or a version that this one hasn't.
   *
   * @param words its labels and annotations, of those that are asked for
   */
  record Meta(String name, String version, Map<String, String> words) {}

  /** What is wrong with a request, as the server says it. */
  record Status(int code, String message) {}

  /** Takes what stands under a name, or leaves it. */
  @FunctionalInterface
  interface Field {
    void read(String name, JsonParser value) throws IOException;
  }

  /** Takes an element, or leaves it. */
  @FunctionalInterface
  interface Element {
    void read(JsonParser value) throws IOException;
  }

  /**
   * A page of a list.
   *
   * @param items is given each item as it stands there
   * @throws IllegalArgumentException if it can't be understood
   */
  static Page page(byte[] bytes, Consumer<Part> items) {
    String[] found = new String[3];
    whole(
        Part.of(bytes),
        (name, value) -> {
          switch (name) {
            case "kind" -> found[0] = text(value);
            case "metadata" ->
                object(
                    value,
                    (inner, word) -> {
                      switch (inner) {
                        case "resourceVersion" -> found[1] = text(word);
                        case "continue" -> found[2] = text(word);
                        default -> {}
                      }
                    });
            case "items" -> array(value, item -> items.accept(part(bytes, item)));
            default -> {}
          }
        });
    return new Page(found[0], found[1], found[2]);
  }

  /**
   * A line of a watch.
   *
   * @throws IllegalArgumentException if it can't be understood
   */
  static Event event(byte[] bytes) {
    String[] type = new String[1];
    Part[] object = new Part[1];
    whole(
        Part.of(bytes),
        (name, value) -> {
          switch (name) {
            case "type" -> type[0] = text(value);
            case "object" -> object[0] = part(bytes, value);
            default -> {}
          }
        });
    if (type[0] == null || object[0] == null) {
      throw new IllegalArgumentException("an event without a type or an object");
    }
    return new Event(type[0], object[0]);
  }

  /**
   * Of any object.
   *
   * @param word the label or annotation that is asked for
   * @throws IllegalArgumentException if it can't be understood
   */
  static Meta meta(Part object, String word) {
    String[] found = new String[2];
    Map<String, String> words = new HashMap<>();
    Field named =
        (name, value) -> {
          String text = name.equals(word) ? text(value) : null;
          if (text != null) {
            words.put(name, text);
          }
        };
    whole(
        object,
        (name, value) -> {
          if (name.equals("metadata")) {
            object(
                value,
                (inner, one) -> {
                  switch (inner) {
                    case "name" -> found[0] = text(one);
                    case "resourceVersion" -> found[1] = text(one);
                    case "labels", "annotations" -> object(one, named);
                    default -> {}
                  }
                });
          }
        });
    return new Meta(found[0], found[1], words);
  }

  /** As far as it can be understood; the code is 0 where it can't. */
  static Status status(Part object) {
    int[] code = new int[1];
    String[] message = {""};
    try {
      whole(
          object,
          (name, value) -> {
            switch (name) {
              case "code" -> code[0] = value.getIntValue();
              case "message" -> message[0] = text(value);
              default -> {}
            }
          });
    } catch (IllegalArgumentException e) {
      return new Status(0, "");
    }
    return new Status(code[0], message[0] == null ? "" : SafeText.of(message[0]));
  }

  /**
   * Walks along one object, which is all that there is.
   *
   * @throws IllegalArgumentException if it can't be understood
   */
  static void whole(Part part, Field field) {
    try (JsonParser parser = JSON.createParser(part.bytes, part.from, part.to - part.from)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("it isn't a JSON object");
      }
      object(parser, field);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("there's more behind its JSON");
      }
    } catch (JsonProcessingException e) { // whose message has a part of the text
      throw new IllegalArgumentException("it isn't JSON: " + SafeText.of(e.getOriginalMessage()));
    } catch (IOException e) {
      throw new IllegalArgumentException("it isn't JSON", e);
    }
  }

  /** Walks along an object that begins here; null is one without fields. */
  static void object(JsonParser parser, Field field) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    expect(parser, JsonToken.START_OBJECT, "an object");
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      field.read(name, parser);
      parser.skipChildren();
    }
  }

  /** Walks along an array that begins here; null is one without elements. */
  static void array(JsonParser parser, Element element) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    expect(parser, JsonToken.START_ARRAY, "an array");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      element.read(parser);
      parser.skipChildren();
    }
  }

  /** The value that begins here; the parser is at its end then. */
  private static Part part(byte[] bytes, JsonParser parser) throws IOException {
    long from = parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    return new Part(bytes, (int) from, (int) parser.currentLocation().getByteOffset());
  }

  /** Null for null. */
  static String text(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    expect(parser, JsonToken.VALUE_STRING, "text");
    return parser.getText();
  }

  static boolean truth(JsonParser parser, boolean ifNull) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> ifNull;
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw unexpected(parser, "true or false");
    };
  }

  /** 0 for null. */
  static int number(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return 0;
    }
    expect(parser, JsonToken.VALUE_NUMBER_INT, "a whole number");
    return parser.getIntValue();
  }

  private static void expect(JsonParser parser, JsonToken token, String expected)
      throws IOException {
    if (parser.currentToken() != token) {
      throw unexpected(parser, expected);
    }
  }

  private static IllegalArgumentException unexpected(JsonParser parser, String expected)
      throws IOException {
    return new IllegalArgumentException(
        SafeText.of(String.valueOf(parser.currentName())) + " isn't " + expected);
  }
}
