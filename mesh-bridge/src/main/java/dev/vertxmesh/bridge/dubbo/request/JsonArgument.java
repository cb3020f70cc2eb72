package dev.vertxmesh.bridge.dubbo.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.JsonValues;
import dev.vertxmesh.bridge.dubbo.values.Numbers;
import dev.vertxmesh.bridge.dubbo.values.Parameter;
import dev.vertxmesh.bridge.dubbo.values.TypedValueReader;
import dev.vertxmesh.dubbo.hessian.HessianWriter;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Converts the argument that the parser stands at to the type of its parameter. */
final class JsonArgument {

  private final JsonParser parser;
  private final JsonValues values;

  JsonArgument(JsonParser parser, JsonValues values) {
    this.parser = parser;
    this.values = values;
  }

  /** Writes what nearly all arguments are without making an object of it; false if it isn't. */
  boolean writeSimple(int index, Parameter parameter, ByteBuf out) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL && parameter.reader() == null) {
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
        parameter.writeReal(out, index, parser.getText());
      }
      case BYTE, SHORT, INT, LONG -> {
        expect(token.isNumeric(), index, parameter);
        parameter.writeWhole(out, index, parser.getText());
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** As the API says the type, if it does. */
  Object typed(int index, Parameter parameter) throws IOException {
    TypedValueReader reader = parameter.reader();
    return reader == null ? byName(index, parameter) : value(index, parameter, reader);
  }

  /** As the type's name says, where it says anything. */
  Object plain(int index, Parameter parameter) throws IOException {
    return parameter == null ? value(index, null, JsonValues::natural) : byName(index, parameter);
  }

  private Object byName(int index, Parameter parameter) throws IOException {
    return value(
        index,
        parameter,
        json -> {
          UnconvertibleKinds.check(parameter, parser.currentToken());
          return json.read(parameter.javaType());
        });
  }

  private Object value(int index, Parameter parameter, TypedValueReader reader) throws IOException {
    if (parameter != null && parser.currentToken() == JsonToken.VALUE_NULL) {
      refuseNull(index, parameter);
    }
    try {
      return reader.read(values);
    } catch (BadArgument e) {
      throw BadArgument.at(index, parser.getParsingContext(), e.getMessage());
    }
  }

  String text(byte[] json) throws IOException {
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
      throw BadArgument.at(index, "null is not " + Numbers.article(parameter.javaType()));
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
          index,
          values.kind() + " where " + Numbers.article(parameter.javaType()) + " is expected");
    }
  }
}
