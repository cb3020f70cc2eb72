package dev.vertxmesh.launch.settings;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import dev.vertxmesh.limits.CallerLimits;
import java.util.function.Consumer;

/**
 * Files of rules that options name. They stay names, but the files are read: what is wrong in them
 * is told before anything starts.
 */
final class CheckedFiles {

  private CheckedFiles() {}

  /** Who may call what. */
  static final class OfAccess implements OptionConverter<String> {
    @Override
    public String convert(String value) {
      return checked(value, "access rules", Access::check);
    }
  }

  /** How much callers may ask for. */
  static final class OfLimits implements OptionConverter<String> {
    @Override
    public String convert(String value) {
      return checked(value, "limits", CallerLimits::check);
    }
  }

  private static String checked(String file, String ofWhat, Consumer<String> check) {
    try {
      check.accept(file);
      return file;
    } catch (IllegalArgumentException e) {
      throw new Expected("a file of %s, but %s".formatted(ofWhat, e.getMessage()));
    }
  }
}
