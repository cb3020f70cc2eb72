package dev.vertxmesh.launch.settings;

import dev.vertxmesh.launch.settings.Option.Mixin;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings that there are, as annotations tell them.
 *
 * <p>No library for command lines does this: reading what is annotated is a good part of a start,
 * and picocli's classes are too old for a class-data archive.
 */
final class OptionModel {

  private final AgentOptions options;
  private final List<OptionSpec> agents = new ArrayList<>();
  private final List<OptionSpec> common = new ArrayList<>();
  private final Map<String, OptionSpec> byName = new LinkedHashMap<>();

  OptionModel(AgentOptions options) {
    this.options = options;
    List<OptionSpec> mixed = new ArrayList<>();
    read(options, agents, mixed);
    agents.addAll(mixed);
    agents.forEach(this::index);
    common.forEach(this::index);
  }

  /** What mixins have goes into its own list at the top, and among the others below. */
  private void read(Object holder, List<OptionSpec> own, List<OptionSpec> mixed) {
    for (Field field : holder.getClass().getDeclaredFields()) {
      Option option = field.getAnnotation(Option.class);
      if (option != null) {
        own.add(new OptionSpec(option, field, holder, () -> options.common().plugins()));
      } else if (field.isAnnotationPresent(Mixin.class)) {
        Object mixin = OptionSpec.held(field, holder);
        List<OptionSpec> into = mixin == options.common() ? common : mixed;
        read(mixin, into, into);
      }
    }
  }

  private void index(OptionSpec option) {
    for (String name : option.names()) {
      if (byName.put(name, option) != null) {
        throw new IllegalStateException("two options are called " + name);
      }
    }
  }

  /** By one of its names, with dashes; null if there's none. */
  OptionSpec find(String name) {
    return byName.get(name);
  }

  /** Those that this agent alone has. */
  List<OptionSpec> agents() {
    return agents;
  }

  /** Those that both agents have. */
  List<OptionSpec> common() {
    return common;
  }

  List<OptionSpec> all() {
    List<OptionSpec> all = new ArrayList<>(common);
    all.addAll(agents);
    return all;
  }
}
