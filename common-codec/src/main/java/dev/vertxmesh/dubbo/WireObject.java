package dev.vertxmesh.dubbo;

import java.util.Arrays;

/**
 * An object as its bytes tell it: its class's name, which nothing here loads, and its fields in
 * order. Equal to itself only, because it may contain itself.
 */
public final class WireObject {

  private final String type;
  private final String[] names;
  private final Object[] values;

  /**
   * @param names of the fields, shared by all objects of the type
   */
  WireObject(String type, String[] names) {
    this.type = type;
    this.names = names;
    this.values = new Object[names.length];
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

  @Override
  public String toString() {
    return type + Arrays.toString(names);
  }
}
