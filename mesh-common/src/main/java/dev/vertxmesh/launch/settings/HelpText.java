package dev.vertxmesh.launch.settings;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code --help}: every option with its default and the variable that sets it too. */
final class HelpText {

  private static final int WIDTH = 100;
  private static final int INDENT = 28;

  private final CommandSpec spec;
  private final StringBuilder text = new StringBuilder();

  HelpText(CommandSpec spec) {
    this.spec = spec;
  }

  String text() {
    text.append("Usage: ").append(spec.qualifiedName()).append(" [OPTION…]\n\n");
    for (String line : spec.usageMessage().description()) {
      text.append(line).append('\n');
    }
    group("This agent", own());
    group("Both agents", mixins().get(0).options());
    text.append("\nFlags win over environment variables, and those over the file of --config.\n");
    return text.toString();
  }

  /** Those of the agent itself, and then those of what it's made of. */
  private List<OptionSpec> own() {
    List<OptionSpec> mixed = mixins().stream().flatMap(m -> m.options().stream()).toList();
    List<OptionSpec> others = mixins().stream().skip(1).flatMap(m -> m.options().stream()).toList();
    return Stream.concat(
            spec.options().stream().filter(option -> !isIn(mixed, option)), others.stream())
        .toList();
  }

  /** The first are the options that both agents have. */
  private List<CommandSpec> mixins() {
    return List.copyOf(spec.mixins().values());
  }

  private static boolean isIn(Collection<OptionSpec> options, OptionSpec option) {
    return options.stream().anyMatch(o -> o.longestName().equals(option.longestName()));
  }

  private void group(String heading, Collection<OptionSpec> options) {
    if (!options.isEmpty()) {
      text.append('\n').append(heading).append(":\n");
      options.forEach(this::option);
    }
  }

  private void option(OptionSpec option) {
    boolean takesValue = option.arity().max() > 0;
    String left =
        "  " + String.join(", ", option.names()) + (takesValue ? " " + option.paramLabel() : "");
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
    String words = String.join(" ", option.description());
    boolean isQuestion = option.longestName().equals("--explain-access");
    if (option.usageHelp() || option.versionHelp() || isQuestion) {
      return words;
    }
    String repeated = option.isMultiValue() ? "; may be repeated" : "";
    String variable = EnvironmentSettings.variable(Settings.nameOf(option));
    return words + repeated + " (" + preset(option) + variable + ")";
  }

  private static String preset(OptionSpec option) {
    Object value = option.initialValue();
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
