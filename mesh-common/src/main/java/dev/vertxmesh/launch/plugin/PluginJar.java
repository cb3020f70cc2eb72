package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.plugin.Plugin;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One jar with what it provides, made. */
final class PluginJar implements AutoCloseable {

  private static final String SERVICES = "META-INF/services/dev.vertxmesh.";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

  private final String file;
  private final URLClassLoader loader;
  private final List<Class<? extends Plugin>> kinds = new ArrayList<>();
  private final List<Plugin> plugins = new ArrayList<>();

  /**
   * @throws IllegalArgumentException naming the jar, the class and the cause
   */
  PluginJar(String file) {
    this.file = file;
    try {
      List<String> names = kindsIn(Path.of(file));
      loader =
          new URLClassLoader(
              new URL[] {Path.of(file).toUri().toURL()}, PluginJar.class.getClassLoader());
      make(names);
    } catch (IOException | InvalidPathException e) {
      throw wrong("can't be read as a jar: " + e.getMessage(), e);
    }
  }

  private void make(List<String> names) throws IOException {
    try {
      names.forEach(this::add);
    } catch (RuntimeException e) {
      loader.close();
      throw e;
    }
  }

  /** The names of what it provides. */
  private List<String> kindsIn(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw wrong("there is no such file", null);
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      List<String> names =
          jar.stream()
              .map(entry -> entry.getName())
              .filter(name -> name.startsWith(SERVICES))
              .map(name -> name.substring(name.lastIndexOf('/') + 1))
              .toList();
      if (names.isEmpty()) {
        throw wrong("provides nothing: it has no file " + SERVICES + "…", null);
      }
      return names;
    }
  }

  private void add(String kind) {
    try {
      Class<?> type = Class.forName(kind, true, loader);
      if (!Plugin.class.isAssignableFrom(type)) {
        throw wrong(kind + ": is nothing that a plugin can provide", null);
      }
      int before = plugins.size();
      kinds.add(type.asSubclass(Plugin.class));
      ServiceLoader.load(type.asSubclass(Plugin.class), loader).stream()
          .filter(found -> found.type().getClassLoader() == loader)
          .forEach(found -> plugins.add(named(found.get())));
      if (plugins.size() == before) {
        throw wrong(kind + ": is provided by no class of this jar", null);
      }
    } catch (ClassNotFoundException e) {
      throw wrong(kind + ": this agent knows no such thing", e);
    } catch (ServiceConfigurationError | LinkageError e) {
      throw wrong(
          e.getMessage() + Optional.ofNullable(e.getCause()).map(c -> ": " + c).orElse(""), e);
    }
  }

  private Plugin named(Plugin plugin) {
    String name = plugin.name();
    if (name == null || !NAME.matcher(name).matches()) {
      throw wrong(
          "%s: is called '%s', expected 1 to 40 small letters, digits and dashes"
              .formatted(plugin.getClass().getName(), name),
          null);
    }
    return plugin;
  }

  IllegalArgumentException wrong(String what, Throwable cause) {
    return new IllegalArgumentException("--plugin " + file + ": " + what, cause);
  }

  List<Class<? extends Plugin>> kinds() {
    return kinds;
  }

  List<Plugin> plugins() {
    return plugins;
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }

  /** The file, and the names of what it provides. */
  @Override
  public String toString() {
    return plugins.stream()
        .map(plugin -> plugin.name() + " (" + plugin.getClass().getName() + ")")
        .collect(Collectors.joining(", ", file + ": ", ""));
  }
}
