package dev.vertxmesh.bridge.dubbo.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.JsonValues;
import dev.vertxmesh.bridge.dubbo.values.NamedClasses;
import dev.vertxmesh.bridge.dubbo.values.Numbers;
import dev.vertxmesh.bridge.dubbo.values.Parameter;
import dev.vertxmesh.bridge.dubbo.values.TypedValues;
import dev.vertxmesh.bridge.dubbo.values.Utf8Json;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Converts a JSON array of arguments to a method's types, one after the other as they are read; or
 * an object of them by the parameters' names, where those are known.
 */
public final class JsonArguments {

  private final JsonParser parser;
  private final JsonValues values;
  private final JsonArgument argument;

  private JsonArguments(JsonParser parser, JsonValues values) {
    this.parser = parser;
    this.values = values;
    this.argument = new JsonArgument(parser, values);
  }

  /**
   * Appends the arguments in hessian2, one after the other.
   *
   * @param json UTF-8, unread
   * @param others writes those that aren't simple, to the same buffer
   * @throws BadArgument naming the argument that doesn't fit, or the place in the JSON
   */
  public static void write(Descriptor descriptor, ByteBuf json, ByteBuf out, ValueWriter others) {
    reading(
        json,
        descriptor.typed(),
        arguments -> {
          arguments.values.keepsSmall(false);
          arguments.writeAll(descriptor, out, others);
        });
  }

  /**
   * The arguments as the values that {@link #write} writes.
   *
   * @throws BadArgument naming the argument that doesn't fit, or the place in the JSON
   */
  public static Object[] typed(Descriptor descriptor, ByteBuf json) {
    List<Object> read = new ArrayList<>();
    reading(json, descriptor.typed(), all -> all.readAll(descriptor, read, all.argument::typed));
    return read.toArray();
  }

  /**
   * The arguments as values that a generic call carries.
   *
   * @param descriptor null where the types aren't known
   * @param nameable what maps may say that they are
   * @param keepsSmall as in {@link JsonValues#keepsSmall}, for an argument that is an Object, or is
   *     of an unknown type and no object, list or map: inside of those the provider may know better
   * @throws BadArgument naming the argument that doesn't fit, or the place in the JSON
   */
  public static Object[] read(
      Descriptor descriptor, ByteBuf json, NamedClasses nameable, boolean keepsSmall) {
    List<Object> read = new ArrayList<>();
    reading(
        json,
        null,
        nameable,
        arguments ->
            arguments.readAll(
                descriptor,
                read,
                (index, parameter) -> {
                  boolean isAny = parameter != null && parameter.kind() == Parameter.Kind.ANY;
                  boolean isUnknown = parameter == null || isAny;
                  arguments.values.keepsSmall(keepsSmall || !isAny, keepsSmall || !isUnknown);
                  arguments.values.likensNumbers(
                      !isAny && (parameter == null || parameter.type() == null));
                  return arguments.argument.plain(index, parameter);
                }));
    return read.toArray();
  }

  /**
   * Each argument as its own JSON text; null stays null.
   *
   * @param descriptor null where the types aren't known
   * @throws BadArgument naming the place in the JSON, or that there are too few or too many
   */
  public static String[] texts(Descriptor descriptor, ByteBuf json) {
    byte[] bytes = ByteBufUtil.getBytes(json);
    List<Object> texts = new ArrayList<>();
    reading(json, null, all -> all.readAll(descriptor, texts, (i, p) -> all.argument.text(bytes)));
    return texts.toArray(String[]::new);
  }

  /**
   * One value that isn't an argument, as JSON means it.
   *
   * @param name of it, for a message
   */
  public static Object value(String name, String json) {
    Object[] read = new Object[1];
    try {
      reading(
          Unpooled.wrappedBuffer(json.getBytes(StandardCharsets.UTF_8)),
          null,
          arguments -> {
            if (arguments.parser.nextToken() == null) {
              throw new BadArgument("nothing where a JSON value is expected");
            }
            read[0] = arguments.values.natural();
          });
    } catch (BadArgument e) {
      throw new BadArgument(name + ": " + e.getMessage());
    }
    return read[0];
  }

  /** How many there are, or which, where they have names. */
  public static Given given(ByteBuf json) {
    Given[] given = new Given[1];
    reading(json, null, arguments -> given[0] = arguments.given());
    return given[0];
  }

  /** The names, which are null where the arguments are an array, and the first token of each. */
  public record Given(Set<String> names, List<JsonToken> kinds) {}

  @FunctionalInterface
  private interface Reading {
    void with(JsonArguments arguments) throws IOException;
  }

  @FunctionalInterface
  private interface OnArgument {
    /** The parameter is null where the types aren't known. */
    void at(int index, Parameter parameter) throws IOException;
  }

  @FunctionalInterface
  private interface Reader {
    /**
     * @param parameter null where the types aren't known
     */
    Object read(int index, Parameter parameter) throws IOException;
  }

  private static void reading(ByteBuf json, TypedValues typed, Reading reading) {
    reading(json, typed, NamedClasses.ANY_BUT_THE_JDKS, reading);
  }

  private static void reading(
      ByteBuf json, TypedValues typed, NamedClasses nameable, Reading reading) {
    Utf8Json text = new Utf8Json(json);
    text.read(
        parser -> {
          JsonValues values =
              typed == null
                  ? new JsonValues(parser, nameable)
                  : new JsonValues(parser, text.classMembers(), typed);
          reading.with(new JsonArguments(parser, values));
        });
  }

  private void writeAll(Descriptor descriptor, ByteBuf out, ValueWriter others) throws IOException {
    if (parser.nextToken() == JsonToken.START_OBJECT) {
      for (Object value : byName(descriptor, argument::typed)) {
        others.write(value);
      }
      return;
    }
    each(
        descriptor,
        (index, parameter) -> {
          if (!argument.writeSimple(index, parameter, out)) {
            others.write(argument.typed(index, parameter));
          }
        });
  }

  private void readAll(Descriptor descriptor, List<Object> read, Reader reader) throws IOException {
    if (parser.nextToken() == JsonToken.START_OBJECT) {
      read.addAll(Arrays.asList(byName(descriptor, reader)));
    } else {
      each(descriptor, (index, parameter) -> read.add(reader.read(index, parameter)));
    }
  }

  private Given given() throws IOException {
    Set<String> names = parser.nextToken() == JsonToken.START_OBJECT ? new HashSet<>() : null;
    List<JsonToken> kinds = new ArrayList<>();
    if (names == null) {
      begin();
    }
    for (JsonToken token = parser.nextToken(); !token.isStructEnd(); token = parser.nextToken()) {
      if (token == JsonToken.FIELD_NAME) {
        names.add(parser.currentName());
        parser.nextToken();
      }
      if (kinds.size() == 255) { // what the JVM allows: a body has room for millions
        throw new BadArgument("more than 255 arguments are given, which no method takes");
      }
      kinds.add(parser.currentToken());
      parser.skipChildren();
    }
    end();
    return new Given(names, kinds);
  }

  /** The arguments in the order of the parameters; one that isn't given is null. */
  private Object[] byName(Descriptor descriptor, Reader reader) throws IOException {
    if (descriptor == null || !descriptor.isNamed()) {
      throw new BadArgument(
          "the agent doesn't know the names of the method's parameters: send the arguments as an"
              + " array, or "
              + BadArgument.GIVE_API);
    }
    List<Parameter> parameters = descriptor.parameters();
    Object[] values = new Object[parameters.size()];
    boolean[] given = new boolean[values.length];
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      int index = descriptor.indexOf(parser.currentName());
      if (index < 0) {
        throw new BadArgument(
            "there's no parameter %s: the method takes %s"
                .formatted(Numbers.quoted(parser.currentName()), descriptor.asJava()));
      }
      parser.nextToken();
      values[index] = reader.read(index, parameters.get(index));
      given[index] = true;
    }
    end();
    for (int i = 0; i < values.length; i++) {
      if (!given[i] && parameters.get(i).isPrimitive()) {
        throw BadArgument.at(
            i,
            "'%s' isn't given, and null is not %s"
                .formatted(
                    parameters.get(i).name(), Numbers.article(parameters.get(i).javaType())));
      }
    }
    return values;
  }

  /** From the array's beginning, which has been read, to its end. */
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
          "%d argument%s given, but the method takes %d: %s"
              .formatted(count, count == 1 ? "" : "s", parameters.size(), descriptor.asJava()));
    }
  }

  private void begin() {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
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
}
