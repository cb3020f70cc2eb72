package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.dubbo.wire.WireObject;
import dev.vertxmesh.spelling.NearestNames;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads the objects of one class: each member as the field of its name; what is missing is left.
 */
final class TypedObject {

  /** How many fields a message names. */
  private static final int SHOWN = 5;

  private final String className;
  private final Function<String, TypedValueReader> fieldReader;
  private final String[] names;
  private final TypedValueReader[] readers;
  private final Map<String, Integer> indexes = new HashMap<>();

  /**
   * @param fieldReader asked for a field when it's first read, because classes contain themselves
   */
  TypedObject(
      String className, Iterable<String> fields, Function<String, TypedValueReader> fieldReader) {
    this.className = className;
    this.fieldReader = fieldReader;
    fields.forEach(name -> indexes.put(name, indexes.size()));
    this.names = new String[indexes.size()];
    this.readers = new TypedValueReader[names.length];
    indexes.forEach((name, index) -> names[index] = name);
  }

  WireObject read(JsonValues json) throws IOException {
    Object[] values = new Object[names.length];
    boolean[] given = new boolean[names.length];
    int count = 0;
    while (json.parser().nextToken() != JsonToken.END_OBJECT) {
      String name = json.parser().currentName();
      Integer index = indexes.get(name);
      boolean isClass = json.parser().nextToken() == JsonToken.VALUE_STRING && isClass(name);
      if (index == null && !isClass) {
        throw unknown(name);
      } else if (index != null) {
        values[index] = reader(index).read(json);
        count += given[index] ? 0 : 1;
        given[index] = true;
      }
    }
    return count == names.length
        ? WireObject.of(className, names, values)
        : given(values, given, count);
  }

  private static boolean isClass(String name) {
    return name.equals(ClassMembers.NAME);
  }

  private TypedValueReader reader(int index) {
    if (readers[index] == null) {
      readers[index] = fieldReader.apply(names[index]);
    }
    return readers[index];
  }

  private WireObject given(Object[] values, boolean[] given, int count) {
    String[] givenNames = new String[count];
    Object[] givenValues = new Object[count];
    int to = 0;
    for (int i = 0; i < names.length; i++) {
      if (given[i]) {
        givenNames[to] = names[i];
        givenValues[to++] = values[i];
      }
    }
    return WireObject.of(className, givenNames, givenValues);
  }

  private BadArgument unknown(String name) {
    if (names.length == 0) {
      return new BadArgument(className + " has no fields");
    }
    List<String> nearest = NearestNames.of(name, List.of(names), SHOWN);
    return new BadArgument(
        "%s has no field %s; %s %s"
            .formatted(
                className,
                Numbers.quoted(name),
                names.length > SHOWN ? "the nearest are" : "it has",
                String.join(", ", nearest)));
  }
}
