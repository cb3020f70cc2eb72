package dev.vertxmesh.dubbo.wire;

import java.util.Arrays;
import java.util.Map;

/**
 * An object as its bytes tell it: its class's name, which nothing here loads, and its fields in
 * order. Equal to itself only, because it may contain itself.
 */
public final class WireObject {

  private static final String[] CONSTANT = {"name"};
  private static final int FIRST_CAPACITY = 8;

  private final String type;
  private final boolean constant;
  private String[] names;
  private Object[] values;
  private int size;

  /**
   * @param names of the fields, shared by all objects of the type
   */
  public WireObject(String type, String[] names) {
    this(type, names, new Object[names.length], false);
  }

  private WireObject(String type, String[] names, Object[] values, boolean constant) {
    this.type = type;
    this.constant = constant;
    this.names = names;
    this.values = values;
    this.size = names.length;
  }

  /**
   * An object to be written.
   *
   * @param type its class's name, as {@link Class#getName} has it
   * @param names of its fields, kept as they are: not to be changed any more
   * @param values of the fields, of the kinds that {@link ValueWriter} takes
   */
  public static WireObject of(String type, String[] names, Object... values) {
    if (names.length != values.length) {
      throw new IllegalArgumentException(names.length + " names, " + values.length + " values");
    }
    return new WireObject(type, names, values.clone(), false);
  }

  public static WireObject of(String type, Map<String, ?> fields) {
    return of(type, fields.keySet().toArray(String[]::new), fields.values().toArray());
  }

  /**
   * An enum's constant. It has one field, {@code name}, as hessian2 says it; only in what is made
   * here can it be told from an object that has such a field, so that JSON writes its name alone.
   */
  public static WireObject constant(String type, String name) {
    return new WireObject(type, CONSTANT, new Object[] {name}, true);
  }

  /** An object whose fields are yet to be read. */
  public static WireObject growing(String type) {
    WireObject object =
        new WireObject(type, new String[FIRST_CAPACITY], new Object[FIRST_CAPACITY], false);
    object.size = 0;
    return object;
  }

  public String type() {
    return type;
  }

  /** Whether it was made as an enum's constant; one that hessian2 brought doesn't say. */
  public boolean isConstant() {
    return constant;
  }

  /** How many fields there are. */
  public int size() {
    return size;
  }

  public String name(int field) {
    return names[checked(field)];
  }

  public Object value(int field) {
    return values[checked(field)];
  }

  /** The value of a field; null also if there is no such field. */
  public Object get(String name) {
    int field = indexOf(name);
    return field < 0 ? null : values[field];
  }

  /** Negative if there is no such field. */
  int indexOf(String name) {
    for (int i = 0; i < size; i++) {
      if (name.equals(names[i])) {
        return i;
      }
    }
    return -1;
  }

  public void set(int field, Object value) {
    values[checked(field)] = value;
  }

  public void add(String name, Object value) {
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    names[size] = name;
    values[size++] = value;
  }

  /** The same for two objects if one class definition does for both. */
  public String shape() {
    StringBuilder shape = new StringBuilder(type);
    for (int i = 0; i < size; i++) { // whatever is in names, none can be taken for two
      shape.append('\0').append(names[i].length()).append('\0').append(names[i]);
    }
    return shape.toString();
  }

  private int checked(int field) {
    if (field >= size) {
      throw new ArrayIndexOutOfBoundsException(field);
    }
    return field;
  }

  @Override
  public String toString() {
    return type + Arrays.toString(Arrays.copyOf(names, size));
  }
}
