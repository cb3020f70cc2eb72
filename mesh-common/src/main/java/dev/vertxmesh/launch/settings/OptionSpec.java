package dev.vertxmesh.launch.settings;

import dev.vertxmesh.launch.plugin.Plugins;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** An option, and the field that holds it. */
final class OptionSpec {

  /** They make no sense anywhere but on a command line, and the file can't name itself. */
  private static final Set<String> ONLY_FLAGS = Set.of("help", "version", "explain-access");

  private final Option option;
  private final Field field;
  private final Object options;
  private final Supplier<Plugins> plugins;
  private final String flag;
  private Object preset;
  private boolean given;

  OptionSpec(Option option, Field field, Object options, Supplier<Plugins> plugins) {
    this.option = option;
    this.field = field;
    this.options = options;
    this.plugins = plugins;
    this.flag = option.names()[option.names().length - 1];
  }

  String[] names() {
    return option.names();
  }

  /** The long name, with its dashes. */
  String flag() {
    return flag;
  }

  /** The long name, without its dashes. */
  String name() {
    return flag.substring(2);
  }

  boolean isOnlyAFlag() {
    return ONLY_FLAGS.contains(name());
  }

  String description() {
    return option.description();
  }

  String label() {
    return option.paramLabel();
  }

  boolean isSwitch() {
    return field.getType() == boolean.class;
  }

  boolean isList() {
    return List.class.isAssignableFrom(field.getType());
  }

  /** How many arguments it takes each time. */
  int takes() {
    return isSwitch() ? 0 : option.takes();
  }

  /** The values in one argument: of an option that takes one, that's all of it. */
  List<String> values(String argument) {
    return isList() && !option.split().isEmpty()
        ? List.of(argument.split(option.split(), -1))
        : List.of(argument);
  }

  /**
   * Makes of a value what the option holds; once, as this may read a file.
   *
   * @param written the option as it's written at its place
   * @throws UsageError if the option can't take it
   */
  Object read(String value, String written, String place) {
    try {
      return converted(value);
    } catch (OptionConverter.Expected e) {
      throw UsageError.unexpected(written, place, shown(value), e.getMessage());
    } catch (RuntimeException e) {
      throw UsageError.unexpected(written, place, shown(value), "something else: " + e);
    }
  }

  /** What a refusal may show of a value. */
  private String shown(String value) {
    return isSwitch() || option.converter().length == 0 ? value : converter().shown(value);
  }

  /** Values as they were read; more than one for a list. */
  void set(List<Object> values) {
    if (!given) {
      preset = get();
      given = true;
    }
    if (isList()) {
      put(List.copyOf(values));
    } else {
      put(values.get(0));
    }
  }

  /** As before anything was set. */
  void reset() {
    if (given) {
      put(preset);
      given = false;
    }
  }

  private Object converted(String value) {
    if (isSwitch() && !value.equals("true") && !value.equals("false")) {
      throw new OptionConverter.Expected("true or false");
    } else if (isSwitch()) {
      return Boolean.valueOf(value);
    } else if (value.isBlank()) {
      throw new OptionConverter.Expected("a value");
    }
    return option.converter().length == 0 ? value : converter().convert(value);
  }

  private OptionConverter<?> converter() {
    try {
      Constructor<? extends OptionConverter<?>> none =
          option.converter()[0].getDeclaredConstructor();
      none.setAccessible(true);
      OptionConverter<?> converter = none.newInstance();
      converter.plugins(plugins);
      return converter;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no converter for " + flag, e);
    }
  }

  Object get() {
    return held(field, options);
  }

  static Object held(Field field, Object holder) {
    try {
      field.setAccessible(true);
      return field.get(holder);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("can't read " + field, e);
    }
  }

  private void put(Object value) {
    try {
      field.set(options, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("can't set " + field, e);
    }
  }
}
