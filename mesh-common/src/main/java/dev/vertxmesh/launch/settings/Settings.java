package dev.vertxmesh.launch.settings;

import dev.vertxmesh.spelling.NearestNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was given outside the command line. Later settings win over earlier ones, but every one of
 * them has to be right.
 */
final class Settings {

  private final OptionModel model;
  private final Map<OptionSpec, List<Object>> values = new HashMap<>();

  private Settings(OptionModel model) {
    this.model = model;
  }

  /**
   * @return what their options hold of them
   * @throws UsageError for the first setting that is refused
   */
  static Map<OptionSpec, List<Object>> read(OptionModel model, List<Setting> given) {
    Settings settings = new Settings(model);
    given.forEach(settings::add);
    return settings.values;
  }

  private void add(Setting setting) {
    OptionSpec option = model.find("--" + setting.option());
    if (option == null || option.isOnlyAFlag()) {
      String meant = meant(model, setting.option());
      String hint = meant == null ? "" : "; did you mean " + setting.as(meant) + "?";
      throw UsageError.wrong(named(setting), setting.place(), "there is no such setting" + hint);
    }
    List<String> given =
        option.isList()
            ? setting.values().stream().flatMap(value -> option.values(value).stream()).toList()
            : List.of(String.join(",", setting.values()));
    if (given.isEmpty()) {
      throw UsageError.unexpected(setting.name(), setting.place(), "", "a value");
    }
    List<Object> read = new ArrayList<>();
    given.forEach(value -> read.add(option.read(value, setting.name(), setting.place())));
    values.put(option, read);
  }

  /** A line without a blank after its colon is a name with a value in it, which may be a secret. */
  private static String named(Setting setting) {
    String[] parts = setting.name().split("[^\\w.-]", 2);
    return parts.length == 1 ? parts[0] : parts[0] + "…";
  }

  /** The option that was probably meant, without dashes before it; null if none is near. */
  static String meant(OptionModel model, String given) {
    List<String> known =
        model.all().stream().filter(option -> !option.isOnlyAFlag()).map(OptionSpec::name).toList();
    return NearestNames.meant(given.replaceFirst("^-+", "").replace('.', '-'), known);
  }
}
