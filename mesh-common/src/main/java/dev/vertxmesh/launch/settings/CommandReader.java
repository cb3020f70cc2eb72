package dev.vertxmesh.launch.settings;

import dev.vertxmesh.launch.plugin.Plugins;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Fills an agent's options from the file, the environment and the command line, in this order. */
public final class CommandReader {

  private static final String FLAG = "flag";

  /** The place of what only all settings together show. */
  private static final String SETTINGS = "settings";

  private final String name;
  private final AgentOptions options;
  private final OptionModel model;

  /**
   * @param name the agent's, as its command is called
   */
  public CommandReader(String name, AgentOptions options) {
    this.name = name;
    this.options = options;
    this.model = new OptionModel(options);
  }

  /** How the command is used, for a person to read. */
  public String help() {
    return new HelpText(name, options.purpose(), model).text();
  }

  /**
   * Loads the plugins too, which blocks.
   *
   * @throws UsageError for the first setting that is refused
   * @throws StartFailure if a plugin can't be had
   */
  public void read(List<String> args, Map<String, String> environment) {
    read(args, EnvironmentSettings.read(environment));
  }

  /**
   * The same for an agent inside a program, whose settings are these and no others.
   *
   * @param given by the names that a file has
   */
  public void read(JsonObject given) {
    read(List.of(), EmbeddedSettings.read(given));
    if (!given.containsKey("admin-port")) {
      options.common().admin().without();
    }
  }

  private void read(List<String> args, List<Setting> variables) {
    List<Setting> given = new ArrayList<>(file(args, variables));
    given.addAll(variables);
    loadPlugins(args, given);
    Map<OptionSpec, List<Object>> values = Settings.read(model, given);
    values.putAll(Flags.read(model, args));
    model.all().forEach(OptionSpec::reset);
    values.forEach(OptionSpec::set);
    refuseSharedPorts();
    refuseContradictions();
  }

  private void loadPlugins(List<String> args, List<Setting> given) {
    try {
      List<String> jars = early("plugin", args, given);
      List<String> settings = early("plugin-set", args, given);
      if (!jars.isEmpty() || !settings.isEmpty()) {
        options.common().plugins(Plugins.load(jars, settings));
      }
    } catch (IllegalArgumentException e) {
      throw new StartFailure(e.getMessage(), e);
    }
  }

  /** All values of an option that counts before the others are read. */
  private static List<String> early(String option, List<String> args, List<Setting> given) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < args.size(); i++) {
      if (args.get(i).startsWith("--" + option + "=")) {
        values.add(args.get(i).substring(option.length() + 3));
      } else if (args.get(i).equals("--" + option) && i + 1 < args.size()) {
        values.add(args.get(++i));
      }
    }
    if (values.isEmpty()) { // later ones win
      given.stream()
          .filter(setting -> setting.option().equals(option))
          .reduce((first, last) -> last)
          .ifPresent(setting -> values.addAll(setting.values()));
    }
    return values.stream()
        .flatMap(value -> Stream.of(value.split(",")))
        .filter(value -> !value.isBlank()) // which is refused with the others
        .toList();
  }

  private void refuseContradictions() {
    try {
      options.common().adminTls().check();
      if (options.common().explainAccess().isEmpty()) { // which needs none of the agent's own
        options.check();
      }
    } catch (IllegalArgumentException e) {
      throw UsageError.wrong("options", SETTINGS, e.getMessage());
    }
  }

  /** Two servers on one port would each get every second connection. */
  private void refuseSharedPorts() {
    Map<Object, String> taken = new HashMap<>();
    for (OptionSpec option : model.all()) {
      if (option.name().endsWith("port") && option.get() instanceof Integer port) {
        String other = port == 0 ? null : taken.put(port, option.flag());
        if (other != null) {
          throw UsageError.wrong(
              option.flag(), SETTINGS, port + " is what " + other + " is; expected another");
        }
      }
    }
  }

  private static List<Setting> file(List<String> args, List<Setting> variables) {
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      if (arg.startsWith("--config=")) {
        return file(arg.substring("--config=".length()), "--config", FLAG);
      }
      if (arg.equals("--config") && i + 1 < args.size()) {
        return file(args.get(i + 1), "--config", FLAG);
      }
    }
    for (Setting setting : variables) {
      if (setting.option().equals("config")) {
        return file(String.join(",", setting.values()), setting.name(), setting.place());
      }
    }
    return List.of();
  }

  private static List<Setting> file(String file, String name, String place) {
    List<Setting> settings = YamlSettings.read(file, name, place);
    for (Setting setting : settings) {
      if (setting.option().equals("config")) {
        throw UsageError.wrong("config", setting.place(), "a file can't name another");
      }
    }
    return settings;
  }

  public static boolean asksFor(String[] args, String... names) {
    return Arrays.stream(args).anyMatch(Arrays.asList(names)::contains);
  }
}
