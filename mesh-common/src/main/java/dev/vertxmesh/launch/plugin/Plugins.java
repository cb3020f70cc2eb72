package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.plugin.AgentKind;
import dev.vertxmesh.plugin.FilterPlugin;
import dev.vertxmesh.plugin.Plugin;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What jars of somebody else's have added to an agent. Loaded once, before its settings. */
public final class Plugins implements AutoCloseable {

  public static final Plugins NONE = new Plugins(List.of());

  private static final Logger LOG = System.getLogger(Plugins.class.getName());
  private static final int MOST_SETTINGS = 200;

  /** Protocols of the agents' own that no back end has: links, and another name of gRPC. */
  private static final Set<String> TAKEN = Set.of("mesh", "tri");

  private final List<PluginJar> jars;

  private Plugins(List<PluginJar> jars) {
    this.jars = jars;
  }

  /**
   * Makes all that the jars provide; blocks.
   *
   * @param settings each {@code NAME.SETTING=VALUE}
   * @throws IllegalArgumentException naming the jar and the class, or the setting, and the cause
   */
  public static Plugins load(List<String> files, List<String> settings) {
    Plugins plugins = new Plugins(new ArrayList<>());
    try {
      files.forEach(file -> plugins.jars.add(new PluginJar(file)));
      plugins.refuseSameNames();
      plugins.configure(settings);
      return plugins;
    } catch (RuntimeException e) {
      plugins.close();
      throw e;
    }
  }

  /** The agent's own of this kind, and after them the plugins'. */
  public <T extends Plugin> List<T> of(Class<T> kind) {
    return Stream.concat(own(kind), added(kind)).toList();
  }

  private static <T> Stream<T> own(Class<T> kind) {
    return ServiceLoader.load(kind, Plugins.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get);
  }

  private <T> Stream<T> added(Class<T> kind) {
    return all().filter(kind::isInstance).map(kind::cast);
  }

  private Stream<Plugin> all() {
    return jars.stream().flatMap(jar -> jar.plugins().stream());
  }

  /**
   * The filters of one event loop, in their order; made on it.
   *
   * @param where this agent, as failures name it
   */
  public PluginFilters filters(AgentKind agent, Vertx vertx, String where) {
    return new PluginFilters(
        added(FilterPlugin.class)
            .filter(plugin -> plugin.agents().contains(agent))
            .map(plugin -> new GuardedFilter(plugin, vertx, where))
            .toList());
  }

  /** Each jar with what it provides, for a person to read. */
  public List<String> described() {
    return jars.stream().map(PluginJar::toString).toList();
  }

  /**
   * The protocols that providers speak: the agent's own, and after them the plugins'.
   *
   * @param where this agent, as failures name it
   */
  public List<BackendKind> backends(String where) {
    Stream<BackendKind> guarded =
        added(BackendKind.class).map(kind -> new GuardedKind(kind, PluginGuard.of(where, kind)));
    return Stream.concat(own(BackendKind.class), guarded).toList();
  }

  private void refuseSameNames() {
    for (PluginJar jar : jars) {
      for (Class<? extends Plugin> kind : jar.kinds()) {
        Set<String> ours = own(kind).map(Plugin::name).collect(Collectors.toSet());
        if (kind == BackendKind.class) {
          ours.addAll(TAKEN);
        }
        Set<String> names = new HashSet<>();
        for (Plugin plugin : added(kind).toList()) {
          String what = plugin.getClass().getName() + ": is called " + plugin.name();
          if (ours.contains(plugin.name())) {
            throw jar.wrong(what + ", as is one of the agent's own, expected another name", null);
          } else if (!names.add(plugin.name())) {
            throw jar.wrong(what + ", and so is another " + kind.getSimpleName(), null);
          }
        }
      }
    }
  }

  private void configure(List<String> settings) {
    Map<String, Map<String, String>> given = given(settings);
    for (PluginJar jar : jars) {
      for (Plugin plugin : jar.plugins()) {
        Map<String, String> own = given.getOrDefault(plugin.name(), Map.of());
        try {
          plugin.configure(Map.copyOf(own));
        } catch (RuntimeException | LinkageError e) {
          boolean plain = e instanceof IllegalArgumentException;
          throw jar.wrong(
              plugin.getClass().getName() + ": " + (plain ? e.getMessage() : e.toString()), e);
        }
      }
    }
  }

  /** The settings by their plugins' names. */
  private Map<String, Map<String, String>> given(List<String> settings) {
    if (settings.size() > MOST_SETTINGS) {
      throw wrong("given " + settings.size() + " times", "at most " + MOST_SETTINGS);
    }
    Map<String, Map<String, String>> given = new HashMap<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      int dot = setting.indexOf('.');
      if (dot < 1 || equals < dot) {
        // of what has no name nothing is said: it may be a password
        throw wrong("has no name", "NAME.SETTING=VALUE");
      }
      String name = setting.substring(0, dot);
      String what = setting.substring(dot + 1, equals);
      Set<String> known =
          all()
              .filter(plugin -> plugin.name().equals(name))
              .flatMap(plugin -> plugin.settings().stream())
              .collect(Collectors.toCollection(TreeSet::new));
      if (!known.contains(what)) {
        throw wrong(name + "." + what + " is known to no plugin", expected(name, known));
      }
      Map<String, String> own = given.computeIfAbsent(name, any -> new HashMap<>());
      if (own.put(what, setting.substring(equals + 1)) != null) {
        throw wrong(name + "." + what + " is given twice", "it once");
      }
    }
    return given;
  }

  private String expected(String name, Set<String> known) {
    Set<String> names = all().map(Plugin::name).collect(Collectors.toCollection(TreeSet::new));
    if (!names.contains(name)) {
      return "one that is called " + (names.isEmpty() ? "by --plugin" : String.join(", ", names));
    }
    return known.isEmpty() ? "none, as " + name + " has no settings" : String.join(", ", known);
  }

  private static IllegalArgumentException wrong(String what, String expected) {
    return new IllegalArgumentException("--plugin-set: " + what + ", expected " + expected);
  }

  /** Lets go of the jars. */
  @Override
  public void close() {
    for (PluginJar jar : jars) {
      try {
        jar.close();
      } catch (IOException e) {
        LOG.log(Level.WARNING, "couldn''t close {0}: {1}", jar, e);
      }
    }
  }
}
