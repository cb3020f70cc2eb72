package dev.vertxmesh.launch.settings;

import dev.vertxmesh.limits.CallerLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The variables that begin with {@code MESH_}. */
final class EnvironmentSettings {

  private static final String PREFIX = "MESH_";

  /**
   * What Kubernetes sets for a service called mesh or mesh-something; nobody meant these for us.
   */
  private static final Pattern SERVICE_LINK =
      Pattern.compile(
          "MESH_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)\\w*)");

  /** The value of {@code MESH_PORT} that Kubernetes sets for a service called mesh. */
  private static final Pattern SERVICE_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.*");

  private EnvironmentSettings() {}

  static List<Setting> read(Map<String, String> environment) {
    List<Setting> settings = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              boolean isOption = !name.equals(CallerLimits.PASSWORD) && !isServiceLink(name, value);
              if (isVariable(name) && isOption) {
                settings.add(new Setting(option(name), name, "environment", List.of(value)));
              }
            });
    return settings;
  }

  /** The variable that stands for an option. */
  static String variable(String option) {
    return PREFIX + option.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /** Whether it's the name of one of the agents' variables. */
  static boolean isVariable(String name) {
    return name.startsWith(PREFIX);
  }

  private static String option(String variable) {
    return variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static boolean isServiceLink(String name, String value) {
    return SERVICE_LINK.matcher(name).matches()
        || name.endsWith("_PORT") && SERVICE_ADDRESS.matcher(value).matches();
  }
}
