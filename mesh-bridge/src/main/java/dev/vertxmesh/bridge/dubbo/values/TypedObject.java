package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

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
    String known = Numbers.shown(name); // comparing takes time
    List<String> nearest =
        Arrays.stream(names)
            .sorted(Comparator.comparingInt(field -> distance(field, known)))
            .limit(SHOWN)
            .toList();
    return new BadArgument(
        "%s has no field %s; %s %s"
            .formatted(
                className,
                Numbers.quoted(name),
                names.length > SHOWN ? "the nearest are" : "it has",
                nearest.stream().collect(Collectors.joining(", "))));
  }

  /** How many letters have to be changed, put in or left out (Levenshtein), whatever their case. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        boolean same =
            Character.toLowerCase(from.charAt(i - 1)) == Character.toLowerCase(to.charAt(j - 1));
        int changed = diagonal + (same ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
