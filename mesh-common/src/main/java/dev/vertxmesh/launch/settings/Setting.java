package dev.vertxmesh.launch.settings;

import java.util.List;

/**
 * A value that was given outside the command line.
 *
 * @param option the option's name without its dashes, or whatever was written instead
 * @param name the setting as it's written at its place
 * @param place the environment, or a line of a file
 * @param values one, or several for an option that may be repeated
 */
record Setting(String option, String name, String place, List<String> values) {

  /** Another option as it would be written at this place. */
  String as(String other) {
    return EnvironmentSettings.isVariable(name) ? EnvironmentSettings.variable(other) : other;
  }
}
