package dev.vertxmesh.dubbo;

import java.util.Arrays;

/**
 * An object as its bytes tell it: its class's name, which nothing here loads, and its fields in
 * order. Equal to itself only, because it may contain itself.
 */
public final class WireObject {

  private static final String[] CONSTANT = {"name"};

  private final String type;
  private final String[] names;
  private final Object[] values;

  /**
   * @param names of the fields, shared by all objects of the type
   */
  WireObject(String type, String[] names) {
    this(type, names, new Object[names.length]);
  }

  private WireObject(String type, String[] names, Object[] values) {
    this.type = type;
    this.names = names;
    this.values = values;
  }

  /**
   * An object to be written.
   *
   * @param type its class's name, as {@link Class#getName} has it
   * @param names of its fields, kept as they are: not to be changed any more
   * @param values of the fields, of the kinds that {@link HessianArguments} takes
   */
  public static WireObject of(String type, String[] names, Object... values) {
    if (names.length != values.length) {
      throw new IllegalArgumentException(names.length + " names, " + values.length + " values");
    }
    return new WireObject(type, names, values.clone());
  }

  /** An enum's constant. It has one field, {@code name}, as hessian2 says it. */
  public static WireObject constant(String type, String name) {
    return new WireObject(type, CONSTANT, new Object[] {name});
  }

  public String type() {
    return type;
  }

  /** How many fields there are. */
  public int size() {
    return names.length;
  }

  public String name(int field) {
    return names[field];
  }

  public Object value(int field) {
    return values[field];
  }

  /** The value of a field; null also if there is no such field. */
  public Object get(String name) {
    int field = Arrays.asList(names).indexOf(name);
    return field < 0 ? null : values[field];
  }

  void set(int field, Object value) {
    values[field] = value;
  }

  /** The same for two objects if one class definition does for both. */
  String shape() {
    StringBuilder shape = new StringBuilder(type);
    for (String name : names) {
      shape.append('\0').append(name);
    }
    return shape.toString();
  }

  @Override
  public String toString() {
    return type + Arrays.toString(names);
  }
}
