package dev.vertxmesh.launch.settings;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads a command line: {@code --name VALUE}, {@code --name=VALUE}, and switches. */
final class Flags {

  private static final String PLACE = "flag";

  private static final Pattern NOT_OF_A_NAME = Pattern.compile("[^\\w-]");

  private final OptionModel model;
  private final Map<OptionSpec, List<Object>> given = new LinkedHashMap<>();
  private OptionSpec last;

  private Flags(OptionModel model) {
    this.model = model;
  }

  /**
   * @return what their options hold of them
   * @throws UsageError for the first argument that is refused
   */
  static Map<OptionSpec, List<Object>> read(OptionModel model, List<String> args) {
    Flags flags = new Flags(model);
    Iterator<String> rest = args.iterator();
    while (rest.hasNext()) {
      flags.take(rest.next(), rest);
    }
    return flags.given;
  }

  private void take(String arg, Iterator<String> rest) {
    int equals = arg.startsWith("--") ? arg.indexOf('=') : -1;
    String name = equals < 0 ? arg : arg.substring(0, equals);
    OptionSpec option = model.find(name);
    if (option == null) {
      throw unknown(arg);
    }
    last = option;
    List<String> values = new ArrayList<>();
    if (equals >= 0) {
      values.addAll(option.values(arg.substring(equals + 1)));
    } else if (option.isSwitch()) {
      values.add("true");
    }
    while (values.size() < option.takes()) {
      String next = rest.hasNext() ? rest.next() : null;
      if (next == null || isOption(next)) {
        throw UsageError.wrong(
            option.flag(), PLACE, "is missing, or has no value; expected " + option.label());
      }
      values.addAll(option.values(next));
    }
    add(option, values);
  }

  /**
   * Says nothing of what may be a value, and so a secret: only a name, or where the argument is.
   */
  private UsageError unknown(String arg) {
    String name = NOT_OF_A_NAME.split(arg, 2)[0];
    boolean isName = arg.startsWith("--") || arg.split("=", 2)[0].equals(name); // no URL's scheme
    String meant = isName ? Settings.meant(model, name) : null;
    String hint = meant == null ? "see --help" : "did you mean --" + meant + "?";
    if (name.startsWith("--")) {
      return UsageError.wrong(name, PLACE, "there is no such option; " + hint);
    }
    String where = last == null ? "the first argument" : "an argument after " + last.flag();
    return UsageError.wrong(where, PLACE, "is no option, and no value of one; " + hint);
  }

  private boolean isOption(String arg) {
    return model.find(arg.startsWith("--") ? arg.split("=", 2)[0] : arg) != null;
  }

  private void add(OptionSpec option, List<String> values) {
    List<Object> all = given.computeIfAbsent(option, first -> new ArrayList<>());
    values.forEach(value -> all.add(option.read(value, option.flag(), PLACE)));
    if (all.size() > values.size() && !option.isList()) {
      throw UsageError.wrong(option.flag(), PLACE, "given twice");
    }
  }
}
