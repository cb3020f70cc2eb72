package dev.vertxmesh.bridge.dubbo.definition;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.json.JsonMistake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a definition as it comes, and keeps of it what is needed. The heap that it takes meanwhile
 * is a few times the text's, which is bounded.
 */
public final class DefinitionReader {

  /** Of a definition's text, in characters. */
  public static final int LARGEST = 512 * 1024;

  private static final int DEEPEST = 100;

  /** What the place of a definition may have, so that others can refer to it. */
  private static final int LONGEST_PLACE = 500;

  /** All places together, in characters: they repeat one another, so that they aren't bounded. */
  private static final int MOST_OF_PLACES = 2 * LARGEST;

  private static final String REFERENCE = "$ref";

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(DEEPEST).maxNameLength(4_096).build())
          .build();

  /** A method as it's written. */
  record WrittenMethod(String name, List<String> parameterTypes) {}

  /**
   * A type as it's written.
   *
   * @param properties the types of its fields by their names, or where such a one is defined
   */
  record WrittenType(Map<String, String> properties, List<String> enums) {}

  private final JsonParser parser;
  private final List<WrittenMethod> methods = new ArrayList<>();
  private final Map<String, WrittenType> types = new LinkedHashMap<>();
  private final Map<String, String> typesByPlace = new HashMap<>();
  private int places;

  private DefinitionReader(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * @throws IllegalArgumentException saying what is wrong, and where
   */
  public static DefinedTypes read(ServiceKey service, String text) {
    if (text.length() > LARGEST) {
      throw new IllegalArgumentException(
          "its types take %d characters, expected at most %d".formatted(text.length(), LARGEST));
    }
    try (JsonParser parser = JSON.createParser(text)) {
      DefinitionReader reader = new DefinitionReader(parser);
      reader.readAll();
      return new DefinitionMaker(service.interfaceName(), reader.types, reader.typesByPlace)
          .make(reader.methods);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "its types aren't JSON that is read here%s: %s"
              .formatted(JsonMistake.place(e), JsonMistake.words(e)));
    } catch (IOException e) { // of a text there's none
      throw new IllegalArgumentException("its types can't be read: " + e.getMessage(), e);
    }
  }

  private void readAll() throws IOException {
    expect(parser.nextToken(), JsonToken.START_OBJECT, "its types");
    boolean hasMethods = false;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      if (name.equals("methods")) {
        hasMethods = true;
        each("methods", place -> method());
      } else if (name.equals("types")) {
        each("types", this::type);
      } else {
        parser.skipChildren();
      }
    }
    if (!hasMethods) {
      throw new IllegalArgumentException("methods: there are none");
    }
  }

  @FunctionalInterface
  private interface Element {
    void read(String place) throws IOException;
  }

  private void each(String name, Element element) throws IOException {
    expect(parser.currentToken(), JsonToken.START_ARRAY, name);
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      element.read("$." + name + "[" + i + "]");
    }
  }

  private void method() throws IOException {
    expect(parser.currentToken(), JsonToken.START_OBJECT, "a method");
    String method = "";
    List<String> parameters = List.of();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      if (name.equals("name")) {
        method = text("a method's name");
      } else if (name.equals("parameterTypes")) {
        parameters = texts("parameterTypes");
      } else {
        parser.skipChildren();
      }
    }
    methods.add(new WrittenMethod(method, parameters));
  }

  private List<String> texts(String what) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return List.of();
    }
    expect(parser.currentToken(), JsonToken.START_ARRAY, what);
    List<String> texts = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      texts.add(text(what));
    }
    return texts;
  }

  private String text(String what) throws IOException {
    expect(parser.currentToken(), JsonToken.VALUE_STRING, what);
    return parser.getText();
  }

  /**
   * A type, at the top or where it's first used.
   *
   * @return its name, or the place where it's defined, with a {@code $} before it
   */
  private String type(String place) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      return parser.getText();
    }
    expect(parser.currentToken(), JsonToken.START_OBJECT, "a type");
    String type = "";
    Map<String, String> properties = Map.of();
    List<String> enums = List.of();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "type", REFERENCE -> type = text(name);
        case "properties" -> properties = properties(below(place, ".properties"));
        case "items" -> items(below(place, ".items"));
        case "enums" -> enums = texts("enums");
        default -> parser.skipChildren();
      }
    }
    if (place != null && places + place.length() <= MOST_OF_PLACES) {
      places += place.length();
      typesByPlace.put(place, type);
    }
    if (!properties.isEmpty() || !enums.isEmpty()) {
      types.put(type, new WrittenType(properties, enums));
    }
    return type;
  }

  private Map<String, String> properties(String place) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return Map.of();
    }
    expect(parser.currentToken(), JsonToken.START_OBJECT, "properties");
    Map<String, String> properties = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      properties.put(name, type(below(place, "." + name)));
    }
    return properties;
  }

  private void items(String place) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      parser.skipChildren();
      return;
    }
    for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
      type(below(place, "[" + i + "]"));
    }
  }

  /** Null if it's too long to be kept: then what refers to it isn't known. */
  private static String below(String place, String step) {
    return place == null || place.length() + step.length() > LONGEST_PLACE ? null : place + step;
  }

  private static void expect(JsonToken token, JsonToken expected, String what) {
    if (token != expected) {
      throw new IllegalArgumentException(
          "%s: expected %s".formatted(what, expected.name().toLowerCase().replace('_', ' ')));
    }
  }
}
