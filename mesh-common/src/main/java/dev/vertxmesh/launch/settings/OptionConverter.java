package dev.vertxmesh.launch.settings;

import dev.vertxmesh.launch.plugin.Plugins;
import java.util.function.Supplier;

/** Makes what an option holds of what is written. Has a constructor without arguments. */
public interface OptionConverter<T> {

  /**
   * @throws Expected if the value isn't one
   */
  T convert(String value);

  /** What a refusal may show of the value, which may have a secret in it. */
  default String shown(String value) {
    return value;
  }

  /**
   * For an option that may name what a plugin brings.
   *
   * @param loaded those that are there by the time that a value is converted
   */
  default void plugins(Supplier<Plugins> loaded) {}

  /** A value that is refused. */
  final class Expected extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param what stands after "expected"
     */
    public Expected(String what) {
      super(what, null, false, false);
    }
  }
}
