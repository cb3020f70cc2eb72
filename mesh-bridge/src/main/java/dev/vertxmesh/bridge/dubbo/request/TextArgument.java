package dev.vertxmesh.bridge.dubbo.request;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.ExactNumbers;
import dev.vertxmesh.bridge.dubbo.values.ExactTypes;
import dev.vertxmesh.bridge.dubbo.values.NamedClasses;
import dev.vertxmesh.bridge.dubbo.values.Numbers;
import dev.vertxmesh.bridge.dubbo.values.Parameter;
import dev.vertxmesh.dubbo.hessian.HessianWriter;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import dev.vertxmesh.memory.ConversionBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Converts the text of a call's single argument to its type. */
public final class TextArgument {

  /** Bytes for each character of a text that is copied, once as a string and once in UTF-8. */
  private static final int COPIED = 5;

  /** The same if each of its characters has to be escaped, in six. */
  private static final int QUOTED = 30;

  private TextArgument() {}

  /**
   * Appends the argument in hessian2; empty text is no argument where the method takes none.
   *
   * @param text UTF-8, unread
   * @param others writes one that isn't simple, to the same buffer
   * @throws BadArgument if it doesn't fit
   */
  public static void write(Descriptor descriptor, ByteBuf text, ByteBuf out, ValueWriter others) {
    Parameter parameter = parameter(descriptor, text);
    if (parameter == null) {
      return;
    }
    switch (parameter.kind()) {
      case STRING, ANY -> writeString(text, out);
      case OTHER -> JsonArguments.write(descriptor, asJson(text), out, others);
      default -> write(parameter, decode(text), out, others);
    }
  }

  /**
   * The arguments as values.
   *
   * @param descriptor null where the types aren't known: then the text is one string
   * @throws BadArgument if it doesn't fit
   */
  public static Object[] read(Descriptor descriptor, ByteBuf text) {
    if (descriptor == null) {
      return new Object[] {decode(text)};
    }
    Parameter parameter = parameter(descriptor, text);
    return parameter == null ? new Object[0] : new Object[] {value(parameter, decode(text))};
  }

  /**
   * The arguments as the values that {@link #write} writes.
   *
   * @throws BadArgument if it doesn't fit
   */
  public static Object[] typed(Descriptor descriptor, ByteBuf text) {
    Parameter parameter = parameter(descriptor, text);
    return parameter != null && parameter.kind() == Parameter.Kind.OTHER
        ? JsonArguments.typed(descriptor, asJson(text))
        : read(descriptor, text);
  }

  /**
   * As {@link DuplicateNames#check(ByteBuf)}, where the text is read as JSON.
   *
   * @throws BadArgument if an object has a name twice, or naming the place in the JSON
   */
  public static void checkNames(Descriptor descriptor, ByteBuf text) {
    Parameter parameter = parameter(descriptor, text);
    if (parameter != null && parameter.kind() == Parameter.Kind.OTHER) {
      DuplicateNames.check(asJson(text));
    }
  }

  /**
   * As {@link ExactNumbers#check}, where the text is read as JSON.
   *
   * @throws BadArgument if there's a number that the provider might cut
   */
  static void checkNumbers(Descriptor descriptor, ByteBuf text) {
    Parameter parameter = parameter(descriptor, text);
    if (parameter != null && !parameter.isSettled()) {
      ExactNumbers.check(descriptor, asJson(text));
    }
  }

  /** The one that the text is for, or null if there's none and the text is empty. */
  private static Parameter parameter(Descriptor descriptor, ByteBuf text) {
    List<Parameter> parameters = descriptor.parameters();
    if (parameters.isEmpty() && !text.isReadable()) {
      return null;
    }
    if (parameters.size() != 1) {
      throw new BadArgument(
          "text is one argument, but the method takes %d: %s"
              .formatted(parameters.size(), descriptor.asJava()));
    }
    return parameters.get(0);
  }

  private static void writeString(ByteBuf text, ByteBuf out) {
    if (!HessianWriter.writeAscii(out, text)) {
      HessianWriter.writeString(out, decode(text));
    }
  }

  private static void write(Parameter parameter, String text, ByteBuf out, ValueWriter others) {
    switch (parameter.kind()) {
      case BOOLEAN -> HessianWriter.writeBoolean(out, truth(text));
      case CHAR -> HessianWriter.writeString(out, Numbers.character(0, text));
      case FLOAT, DOUBLE -> parameter.writeReal(out, 0, text);
      case BYTE, SHORT, INT, LONG -> parameter.writeWhole(out, 0, text);
      default -> others.write(value(parameter, text));
    }
  }

  private static Object value(Parameter parameter, String text) {
    String type = parameter.javaType();
    ExactTypes.Type exact = ExactTypes.of(type);
    if (exact != null) {
      try {
        return exact.read(text);
      } catch (BadArgument e) {
        throw BadArgument.at(0, e.getMessage());
      }
    } else if (text.startsWith("{") || text.startsWith("[")) {
      return json(parameter, text);
    }
    boolean quoted = type.equals("byte[]") || type.equals("char[]");
    return quoted ? json(parameter, '"' + text + '"') : string(parameter, text);
  }

  private static String string(Parameter parameter, String text) {
    try {
      UnconvertibleKinds.check(parameter, JsonToken.VALUE_STRING);
      return text;
    } catch (BadArgument e) {
      throw BadArgument.at(0, e.getMessage());
    }
  }

  private static Object json(Parameter parameter, String json) {
    Descriptor one = new Descriptor(parameter.javaType(), List.of(parameter), null, false, null);
    return JsonArguments.read(one, array(json), NamedClasses.ANY_BUT_THE_JDKS, true)[0];
  }

  /** What looks like JSON is it, and anything else a string: an enum's constant, for one. */
  private static ByteBuf asJson(ByteBuf bytes) {
    String text = decode(bytes);
    boolean isJson = text.startsWith("{") || text.startsWith("[");
    ConversionBudget.current().add((long) (isJson ? COPIED : QUOTED) * text.length());
    return array(isJson ? text : '"' + new String(quoteAsString(text)) + '"');
  }

  private static char[] quoteAsString(String text) {
    return JsonStringEncoder.getInstance().quoteAsString(text);
  }

  private static ByteBuf array(String json) {
    return Unpooled.wrappedBuffer(('[' + json + ']').getBytes(StandardCharsets.UTF_8));
  }

  private static boolean truth(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw BadArgument.at(0, Numbers.quoted(text) + " is neither true nor false");
    }
    return text.equals("true");
  }

  public static String decode(ByteBuf text) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(text.nioBuffer()).toString();
    } catch (CharacterCodingException e) {
      throw BadArgument.at(0, "the text isn't UTF-8");
    }
  }
}
