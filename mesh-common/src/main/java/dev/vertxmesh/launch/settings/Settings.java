package dev.vertxmesh.launch.settings;

import dev.vertxmesh.spelling.NearestNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * What was given outside the command line: picocli takes it as defaults, so that flags win. Later
 * settings win over earlier ones, but every one of them has to be right.
 */
final class Settings implements IDefaultValueProvider {

  /** They make no sense anywhere but on a command line, and the file can't name itself. */
  private static final Set<String> ONLY_FLAGS = Set.of("help", "version", "explain-access");

  private final CommandSpec spec;
  private final Map<String, String> values = new HashMap<>();

  Settings(CommandSpec spec) {
    this.spec = spec;
  }

  void add(List<Setting> settings) {
    settings.forEach(this::add);
  }

  @Override
  public String defaultValue(ArgSpec arg) {
    return arg instanceof OptionSpec option ? values.get(nameOf(option)) : null;
  }

  private void add(Setting setting) {
    OptionSpec option = spec.findOption("--" + setting.option());
    if (option == null || ONLY_FLAGS.contains(setting.option())) {
      String meant = meant(spec, setting.option());
      String hint = meant == null ? "" : "; did you mean " + setting.as(meant) + "?";
      throw UsageError.wrong(setting.name(), setting.place(), "there is no such setting" + hint);
    }
    List<String> given =
        option.isMultiValue()
            ? each(option, setting.values())
            : List.of(String.join(",", setting.values()));
    given.forEach(value -> check(option, setting, value));
    values.put(setting.option(), String.join(isByComma(option) ? "," : " ", given));
  }

  private static boolean isByComma(OptionSpec option) {
    return option.splitRegex().isEmpty() || option.splitRegex().equals(",");
  }

  private static List<String> each(OptionSpec option, List<String> values) {
    String between = isByComma(option) ? "," : option.splitRegex();
    return values.stream().flatMap(value -> Stream.of(value.split(between, -1))).toList();
  }

  /** The option that was probably meant, without dashes before it; null if none is near. */
  static String meant(CommandSpec spec, String given) {
    List<String> known =
        spec.options().stream()
            .map(Settings::nameOf)
            .filter(name -> !ONLY_FLAGS.contains(name))
            .toList();
    return NearestNames.meant(given.replaceFirst("^-+", "").replace('.', '-'), known);
  }

  private static void check(OptionSpec option, Setting setting, String value) {
    String expected = expectation(option, value);
    if (expected != null) {
      throw UsageError.unexpected(setting.name(), setting.place(), value, expected);
    }
  }

  /** What the option expects instead of this value; null if it can take it. */
  static String expectation(OptionSpec option, String value) {
    if (option.typeInfo().isBoolean()) {
      return value.equals("true") || value.equals("false") ? null : "true or false";
    }
    if (value.isBlank()) {
      return "a value";
    }
    for (ITypeConverter<?> converter : option.converters()) {
      try {
        converter.convert(value);
      } catch (TypeConversionException e) {
        return e.getMessage();
      } catch (Exception e) {
        return "something else: " + e;
      }
    }
    return null;
  }

  /** The option's long name, without its dashes. */
  static String nameOf(OptionSpec option) {
    return option.longestName().replaceFirst("^-+", "");
  }
}
