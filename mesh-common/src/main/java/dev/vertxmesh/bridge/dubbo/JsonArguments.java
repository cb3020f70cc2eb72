package dev.vertxmesh.bridge.dubbo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.dubbo.HessianWriter;
import dev.vertxmesh.dubbo.ValueWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Converts a JSON array of arguments to a method's types, one after the other as they are read. */
final class JsonArguments {

  private static final JsonFactory JSON = new JsonFactory();

  private final JsonParser parser;
  private final JsonValues values;

  private JsonArguments(JsonParser parser) {
    this.parser = parser;
    this.values = new JsonValues(parser);
  }

  /**
   * Appends the arguments in hessian2, one after the other.
   *
   * @param json UTF-8, unread
   * @param others writes those that aren't simple, to the same buffer
   * @throws BadArgument naming the argument that doesn't fit, or the place in the JSON
   */
  static void write(Descriptor descriptor, ByteBuf json, ByteBuf out, ValueWriter others) {
    reading(json, arguments -> arguments.writeAll(descriptor, out, others));
  }

  /**
   * The arguments as values.
   *
   * @param descriptor null where the types aren't known
   * @throws BadArgument naming the argument that doesn't fit, or the place in the JSON
   */
  static Object[] read(Descriptor descriptor, ByteBuf json) {
    List<Object> read = new ArrayList<>();
    reading(
        json,
        arguments ->
            arguments.each(
                descriptor, (index, parameter) -> read.add(arguments.value(index, parameter))));
    return read.toArray();
  }

  /**
   * Each argument as its own JSON text; null stays null.
   *
   * @param descriptor null where the types aren't known
   * @throws BadArgument naming the place in the JSON, or that there are too few or too many
   */
  static String[] texts(Descriptor descriptor, ByteBuf json) {
    byte[] bytes = ByteBufUtil.getBytes(json);
    List<String> texts = new ArrayList<>();
    reading(
        json, arguments -> arguments.each(descriptor, (i, p) -> texts.add(arguments.text(bytes))));
    return texts.toArray(String[]::new);
  }

  /**
   * One value that isn't an argument, as JSON means it.
   *
   * @param name of it, for a message
   */
  static Object value(String name, String json) {
    Object[] read = new Object[1];
    try {
      reading(
          Unpooled.wrappedBuffer(json.getBytes(StandardCharsets.UTF_8)),
          arguments -> {
            arguments.parser.nextToken();
            read[0] = arguments.values.natural();
          });
    } catch (BadArgument e) {
      throw new BadArgument(name + ": " + e.getMessage());
    }
    return read[0];
  }

  /** How many there are. */
  static int count(ByteBuf json) {
    int[] count = {0};
    reading(
        json,
        arguments ->
            arguments.each(
                null,
                (index, parameter) -> {
                  arguments.parser.skipChildren();
                  count[0]++;
                }));
    return count[0];
  }

  @FunctionalInterface
  private interface Reading {
    void with(JsonArguments arguments) throws IOException;
  }

  @FunctionalInterface
  private interface OnArgument {
    /**
     * @param parameter null where the types aren't known
     */
    void at(int index, Parameter parameter) throws IOException;
  }

  private static void reading(ByteBuf json, Reading reading) {
    byte[] bytes = json.hasArray() ? json.array() : ByteBufUtil.getBytes(json);
    int offset = json.hasArray() ? json.arrayOffset() + json.readerIndex() : 0;
    try (JsonParser parser = JSON.createParser(bytes, offset, json.readableBytes())) {
      reading.with(new JsonArguments(parser));
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

  private void writeAll(Descriptor descriptor, ByteBuf out, ValueWriter others) throws IOException {
    each(
        descriptor,
        (index, parameter) -> {
          if (!writeSimple(index, parameter, out)) {
            others.write(value(index, parameter));
          }
        });
  }

  private void each(Descriptor descriptor, OnArgument onArgument) throws IOException {
    List<Parameter> parameters = descriptor == null ? null : descriptor.parameters();
    begin();
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parameters == null) {
        onArgument.at(count, null);
      } else if (count < parameters.size()) {
        onArgument.at(count, parameters.get(count));
      } else {
        parser.skipChildren();
      }
      count++;
    }
    end();
    if (parameters != null && count != parameters.size()) {
      throw new BadArgument(
          "%d argument%s given, the descriptor (%s) takes %d"
              .formatted(count, count == 1 ? "" : "s", descriptor.text(), parameters.size()));
    }
  }

  private void begin() throws IOException {
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      throw new BadArgument(
          (parser.currentToken() == null ? "nothing" : values.kind())
              + " where a JSON array of the arguments is expected");
    }
  }

  private void end() throws IOException {
    if (parser.nextToken() != null) {
      throw new BadArgument("the JSON array of the arguments is followed by " + values.kind());
    }
  }

  /** Writes what nearly all arguments are without making an object of it; false if it isn't. */
  private boolean writeSimple(int index, Parameter parameter, ByteBuf out) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      refuseNull(index, parameter);
      HessianWriter.writeNull(out);
      return true;
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
      case BYTE, SHORT, INT, LONG -> {
        expect(token.isNumeric(), index, parameter);
        Numbers.writeWhole(out, index, parameter, parser.getText());
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private Object value(int index, Parameter parameter) throws IOException {
    if (parameter != null && parser.currentToken() == JsonToken.VALUE_NULL) {
      refuseNull(index, parameter);
    }
    try {
      return parameter == null ? values.natural() : values.read(parameter.javaType());
    } catch (BadArgument e) {
      String pointer = parser.getParsingContext().pathAsPointer().toString();
      int inside = pointer.indexOf('/', 1);
      String path = inside < 0 ? "" : " at " + pointer.substring(inside);
      throw new BadArgument("argument " + index + path + ": " + e.getMessage());
    }
  }

  private String text(byte[] json) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    int from = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    int to = (int) parser.currentLocation().getByteOffset();
    return new String(json, from, to - from, StandardCharsets.UTF_8).strip();
  }

  private void refuseNull(int index, Parameter parameter) {
    if (parameter.isPrimitive()) {
      throw BadArgument.at(index, "null is not " + Numbers.article(parameter));
    }
  }

  private String string(int index, Parameter parameter) throws IOException {
    expect(parser.currentToken() == JsonToken.VALUE_STRING, index, parameter);
    return parser.getText();
  }

  private boolean isNamedNumber() throws IOException {
    return parser.currentToken() == JsonToken.VALUE_STRING && Numbers.isNamed(parser.getText());
  }

  private void expect(boolean fits, int index, Parameter parameter) {
    if (!fits) {
      throw BadArgument.at(
          index, values.kind() + " where " + Numbers.article(parameter) + " is expected");
    }
  }
}
