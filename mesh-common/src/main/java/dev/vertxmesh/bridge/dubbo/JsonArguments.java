package dev.vertxmesh.bridge.dubbo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.dubbo.HessianArguments;
import dev.vertxmesh.dubbo.HessianWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Converts a JSON array of arguments to a method's types, one after the other as they are read. */
final class JsonArguments {

  private static final JsonFactory JSON = new JsonFactory();

  private final JsonParser parser;
  private final ByteBuf out;
  private final HessianArguments arguments;

  private JsonArguments(JsonParser parser, ByteBuf out) {
    this.parser = parser;
    this.out = out;
    this.arguments = new HessianArguments(out);
  }

  /**
   * Appends the arguments.
   *
   * @param json UTF-8, unread
   * @throws BadArgument naming the argument that doesn't fit, or the place in the JSON
   */
  static void write(Descriptor descriptor, ByteBuf json, ByteBuf out) {
    reading(json, parser -> new JsonArguments(parser, out).writeAll(descriptor));
  }

  /**
   * Appends the arguments as the array that a generic call carries.
   *
   * @throws BadArgument naming the argument that isn't a simple value, or the place in the JSON
   */
  static void writeGeneric(ByteBuf json, ByteBuf out) {
    reading(json, parser -> new JsonArguments(parser, out).writeGenericArray());
  }

  @FunctionalInterface
  private interface Reading {
    void with(JsonParser parser) throws IOException;
  }

  private static void reading(ByteBuf json, Reading reading) {
    ByteBuf unread = json.slice();
    try (InputStream in = new ByteBufInputStream(unread);
        JsonParser parser = JSON.createParser(in)) {
      reading.with(parser);
    } catch (JsonProcessingException e) {
      throw new BadArgument("malformed JSON" + place(e) + ": " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new BadArgument("malformed JSON: " + e.getMessage());
    }
  }

  private static String place(JsonProcessingException e) {
    return e.getLocation() == null
        ? ""
        : " at line %d, column %d"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }

  private void writeAll(Descriptor descriptor) throws IOException {
    List<Parameter> parameters = descriptor.parameters();
    begin();
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (count < parameters.size()) {
        writeOne(count, parameters.get(count));
      } else {
        parser.skipChildren();
      }
      count++;
    }
    end();
    if (count != parameters.size()) {
      throw new BadArgument(
          "%d argument%s given, the descriptor (%s) takes %d"
              .formatted(count, count == 1 ? "" : "s", descriptor.text(), parameters.size()));
    }
  }

  private void writeGenericArray() throws IOException {
    List<Object> values = new ArrayList<>();
    begin();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.currentToken().isStructStart()) {
        throw BadArgument.at(
            values.size(),
            kind() + " is not supported yet; strings, numbers, booleans and null are");
      }
      values.add(natural(values.size()));
    }
    end();
    arguments.write(values.toArray());
  }

  private void begin() throws IOException {
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      throw new BadArgument(
          (parser.currentToken() == null ? "nothing" : kind())
              + " where a JSON array of the arguments is expected");
    }
  }

  private void end() throws IOException {
    if (parser.nextToken() != null) {
      throw new BadArgument("the JSON array of the arguments is followed by " + kind());
    }
  }

  private void writeOne(int index, Parameter parameter) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      writeNull(index, parameter);
      return;
    }
    switch (parameter.kind()) {
      case STRING -> HessianWriter.writeString(out, string(index, parameter));
      case CHAR ->
          HessianWriter.writeString(out, Numbers.character(index, string(index, parameter)));
      case BOOLEAN -> {
        expect(token.isBoolean(), index, parameter);
        HessianWriter.writeBoolean(out, token == JsonToken.VALUE_TRUE);
      }
      case FLOAT, DOUBLE -> {
        expect(token.isNumeric() || isNamedNumber(), index, parameter);
        Numbers.writeReal(out, index, parameter, parser.getText());
      }
      case NUMBER -> {
        expect(token.isNumeric(), index, parameter);
        Numbers.writeAny(out, index, parameter, parser.getText());
      }
      case ANY -> arguments.write(natural(index));
      case UNSUPPORTED -> throw Numbers.unsupported(index, parameter);
      default -> {
        expect(token.isNumeric(), index, parameter);
        Numbers.writeWhole(out, index, parameter, parser.getText());
      }
    }
  }

  private void writeNull(int index, Parameter parameter) {
    if (parameter.isPrimitive()) {
      throw BadArgument.at(index, "null is not " + Numbers.article(parameter));
    }
    HessianWriter.writeNull(out);
  }

  private String string(int index, Parameter parameter) throws IOException {
    expect(parser.currentToken() == JsonToken.VALUE_STRING, index, parameter);
    return parser.getText();
  }

  /** JSON has no such numbers; results write them as strings too. */
  private boolean isNamedNumber() throws IOException {
    String text = parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : "";
    return text.equals("NaN") || text.equals("Infinity") || text.equals("-Infinity");
  }

  private void expect(boolean fits, int index, Parameter parameter) {
    if (!fits) {
      throw BadArgument.at(index, kind() + " where " + Numbers.article(parameter) + " is expected");
    }
  }

  private String kind() {
    return switch (parser.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "an array";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
      case VALUE_TRUE, VALUE_FALSE -> "a boolean";
      case VALUE_NULL -> "null";
      default -> "something else";
    };
  }

  /** A value as JSON itself means it; Jackson bounds how deep it may be. */
  private Object natural(int index) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> naturalMap(index);
      case START_ARRAY -> naturalList(index);
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> naturalNumber(index);
    };
  }

  private Object naturalNumber(int index) throws IOException {
    Object number = Numbers.natural(parser.getText());
    if (number == null) {
      throw BadArgument.at(
          index, Numbers.shown(parser.getText()) + " fits neither a long nor a double");
    }
    return number;
  }

  private List<Object> naturalList(int index) throws IOException {
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(natural(index));
    }
    return list;
  }

  private Map<String, Object> naturalMap(int index) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      map.put(name, natural(index));
    }
    return map;
  }
}
