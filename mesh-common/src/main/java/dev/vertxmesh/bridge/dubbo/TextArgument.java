package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.dubbo.HessianWriter;
import io.netty.buffer.ByteBuf;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Converts the text of a call's single argument to its type. */
final class TextArgument {

  private TextArgument() {}

  /**
   * Appends the argument; empty text is no argument where the method takes none.
   *
   * @param text UTF-8, unread
   * @throws BadArgument if it doesn't fit
   */
  static void write(Descriptor descriptor, ByteBuf text, ByteBuf out) {
    List<Parameter> parameters = descriptor.parameters();
    if (parameters.isEmpty() && !text.isReadable()) {
      return;
    }
    if (parameters.size() != 1) {
      throw new BadArgument(
          "text is one argument, the descriptor (%s) takes %d"
              .formatted(descriptor.text(), parameters.size()));
    }
    Parameter parameter = parameters.get(0);
    switch (parameter.kind()) {
      case STRING, ANY -> writeString(text, out);
      default -> write(parameter, decode(text), out);
    }
  }

  private static void writeString(ByteBuf text, ByteBuf out) {
    if (!HessianWriter.writeAscii(out, text)) {
      HessianWriter.writeString(out, decode(text));
    }
  }

  private static void write(Parameter parameter, String text, ByteBuf out) {
    switch (parameter.kind()) {
      case BOOLEAN -> HessianWriter.writeBoolean(out, truth(text));
      case UNSUPPORTED -> throw Numbers.unsupported(0, parameter);
      case CHAR -> HessianWriter.writeString(out, Numbers.character(0, text));
      case FLOAT, DOUBLE -> Numbers.writeReal(out, 0, parameter, text);
      case NUMBER -> Numbers.writeAny(out, 0, parameter, text);
      default -> Numbers.writeWhole(out, 0, parameter, text);
    }
  }

  private static boolean truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw BadArgument.at(0, Numbers.quoted(text) + " is neither true nor false");
    }
    return text.equals("true");
  }

  static String decode(ByteBuf text) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(text.nioBuffer()).toString();
    } catch (CharacterCodingException e) {
      throw BadArgument.at(0, "the text isn't UTF-8");
    }
  }
}
