package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.JavaBeanDescriptors;
import dev.vertxmesh.bridge.dubbo.values.NamedClasses;
import dev.vertxmesh.bridge.dubbo.values.Parameter;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The three arguments of a generic call: the method's name, the names of its parameter types or
 * null, and its arguments, which the provider turns into what the method declares.
 *
 * @param nameable what an argument may say that it is
 */
record GenericArguments(NamedClasses nameable, CalledBack calledBack) {

  static final String METHOD = "$invoke";
  static final String DESCRIPTOR = "Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/Object;";

  /**
   * Appends them.
   *
   * @param descriptor null where the types aren't known
   * @param capabilities needed for beans alone
   * @param keepsSmall whether what a char, a float or a short is marked as arrives as one
   * @throws BadArgument if an argument can't be put so
   */
  void write(
      Call call,
      Descriptor descriptor,
      GenericMode mode,
      Capabilities capabilities,
      boolean keepsSmall,
      ValueWriter arguments) {
    write(call, descriptor, values(call, descriptor, mode, capabilities, keepsSmall), arguments);
  }

  /**
   * Appends them.
   *
   * @param descriptor null where the types aren't known
   */
  static void write(Call call, Descriptor descriptor, Object[] values, ValueWriter arguments) {
    arguments.write(call.target().method());
    arguments.write(types(descriptor));
    arguments.write(values);
  }

  private static String[] types(Descriptor descriptor) {
    return descriptor == null
        ? null
        : descriptor.parameters().stream().map(Parameter::javaType).toArray(String[]::new);
  }

  private Object[] values(
      Call call,
      Descriptor descriptor,
      GenericMode mode,
      Capabilities capabilities,
      boolean keepsSmall) {
    boolean isText = call.encoding() == Encoding.TEXT;
    return switch (mode) {
      case GSON -> isText ? quoted(call, descriptor) : forGson(descriptor, call.payload());
      case PROTOBUF_JSON ->
          isText ? quoted(call, descriptor) : JsonArguments.texts(descriptor, call.payload());
      case BEAN ->
          JavaBeanDescriptors.describe(
              plain(call, descriptor, keepsSmall), types(descriptor), capabilities.packageName());
      default -> plain(call, descriptor, keepsSmall);
    };
  }

  private Object[] plain(Call call, Descriptor descriptor, boolean keepsSmall) {
    Object[] values =
        call.encoding() == Encoding.TEXT
            ? TextArgument.read(descriptor, call.payload())
            : JsonArguments.read(descriptor, call.payload(), nameable, keepsSmall);
    calledBack.check(call.target(), descriptor, values);
    return values;
  }

  /** Text is JSON to these modes, as it stands. */
  private static Object[] quoted(Call call, Descriptor descriptor) {
    boolean none = descriptor != null && descriptor.parameters().isEmpty();
    return none ? new Object[0] : new Object[] {TextArgument.decode(call.payload())};
  }

  /**
   * Gson reads a {@code byte[]} from numbers and a {@code char[]} from strings of one character.
   */
  private Object[] forGson(Descriptor descriptor, ByteBuf json) {
    String[] texts = JsonArguments.texts(descriptor, json);
    if (descriptor == null) {
      return texts;
    }
    List<Parameter> parameters = descriptor.parameters();
    Object[] values = null;
    for (int i = 0; i < texts.length; i++) {
      String type = parameters.get(i).javaType();
      boolean isQuoted = texts[i] != null && texts[i].startsWith("\"");
      if (isQuoted && (type.equals("byte[]") || type.equals("char[]"))) {
        values = values == null ? JsonArguments.read(descriptor, json, nameable, true) : values;
        texts[i] =
            type.equals("byte[]") ? numbers((byte[]) values[i]) : characters((char[]) values[i]);
      }
    }
    return texts;
  }

  private static String numbers(byte[] bytes) {
    return IntStream.range(0, bytes.length)
        .mapToObj(i -> String.valueOf(bytes[i]))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String characters(char[] letters) {
    return IntStream.range(0, letters.length)
        .mapToObj(i -> "\"\\u%04x\"".formatted((int) letters[i]))
        .collect(Collectors.joining(",", "[", "]"));
  }
}
