package dev.vertxmesh.launch.settings;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** {@code --help}: every option with its default and the variable that sets it too. */
final class HelpText {

  private static final int WIDTH = 100;
  private static final int INDENT = 28;

  private final String name;
  private final String purpose;
  private final OptionModel model;
  private final StringBuilder text = new StringBuilder();

  HelpText(String name, String purpose, OptionModel model) {
    this.name = name;
    this.purpose = purpose;
    this.model = model;
  }

  String text() {
    text.append("Usage: ").append(name).append(" [OPTION…]\n\n").append(purpose).append('\n');
    group("This agent", model.agents());
    group("Both agents", model.common());
    text.append("\nFlags win over environment variables, and those over the file of --config.\n");
    return text.toString();
  }

  private void group(String heading, Collection<OptionSpec> options) {
    if (!options.isEmpty()) {
      text.append('\n').append(heading).append(":\n");
      options.forEach(this::option);
    }
  }

  private void option(OptionSpec option) {
    String left =
        "  " + String.join(", ", option.names()) + (option.isSwitch() ? "" : " " + option.label());
    StringBuilder line = new StringBuilder(left);
    if (left.length() >= INDENT) {
      text.append(left).append('\n');
      line.setLength(0);
    }
    pad(line);
    for (String word : (description(option)).split(" ")) {
      if (line.length() + word.length() > WIDTH) {
        text.append(line.toString().stripTrailing()).append('\n');
        line.setLength(0);
        pad(line);
      }
      line.append(word).append(' ');
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static void pad(StringBuilder line) {
    line.append(" ".repeat(INDENT - line.length()));
  }

  private static String description(OptionSpec option) {
    if (option.isOnlyAFlag()) {
      return option.description();
    }
    String repeated = option.isList() ? "; may be repeated" : "";
    String variable = EnvironmentSettings.variable(option.name());
    return option.description() + repeated + " (" + preset(option) + variable + ")";
  }

  private static String preset(OptionSpec option) {
    Object value = option.get();
    if (value instanceof Collection<?> several) {
      return several.isEmpty() ? "" : "default " + joined(several) + ", ";
    }
    if (value == null || Boolean.FALSE.equals(value)) {
      return "";
    }
    String shown = value instanceof Enum<?> e ? e.name().toLowerCase(Locale.ROOT) : "" + value;
    return "default " + shown + ", ";
  }

  private static String joined(Collection<?> values) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }
}
