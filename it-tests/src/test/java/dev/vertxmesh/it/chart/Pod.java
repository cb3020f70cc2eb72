package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Ports;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An agent in a pod of a workload, as a process: its container's own arguments, environment and
 * mounts. What has to differ, since it shares a machine with others, is where its files lie and at
 * which ports it is, and the hosts that a cluster's DNS would know.
 */
final class Pod implements AutoCloseable {

  /** Where the chart mounts whatever it mounts. */
  private static final String FILES = "/etc/vertx-mesh/";

  /** Its address in the cluster, by which it's asked. */
  static final String ADDRESS = "10.244.0.7";

  private static final Pattern NUMBER = Pattern.compile("\\b\\d{4,5}\\b");

  private final Cluster cluster;
  private final String namespace;
  private final JsonObject template;
  private final JsonObject container;
  private final Path root;
  private final Map<Integer, Integer> ports = new HashMap<>();
  private final Map<String, Mount> mounts = new HashMap<>();
  private Child child;

  /**
   * @param template of a workload's pods
   * @param name of the agent's container
   * @param root a folder of its own, below which its files are
   */
  Pod(Cluster cluster, String namespace, JsonObject template, String name, Path root) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.template = template;
    this.root = root.toAbsolutePath();
    this.container =
        Manifests.containers(template.getJsonObject("spec"))
            .filter(one -> one.getString("name").equals(name))
            .findFirst()
            .orElseThrow();
    each(container, "ports")
        .forEach(one -> ports.put(one.getInteger("containerPort"), Ports.free()));
  }

  private static List<JsonObject> each(JsonObject of, String list) {
    return of.getJsonArray(list, new JsonArray()).stream().map(JsonObject.class::cast).toList();
  }

  /** What listens at this port, wherever the agent looks for it, listens at that one here. */
  Pod elsewhere(int port, int here) {
    ports.put(port, here);
    return this;
  }

  /**
   * Starts the agent, whether or not it gets ready.
   *
   * @param hosts a file of names and addresses, which takes DNS' place
   */
  void start(Path hosts) {
    refresh();
    String image = container.getString("image");
    String program = image.substring(image.lastIndexOf('/') + 1, image.lastIndexOf(':'));
    List<String> args = new ArrayList<>();
    container.getJsonArray("args").forEach(arg -> args.add(here((String) arg)));
    List<String> command = Agent.command(program, args);
    command.addAll(1, List.of("-Djdk.net.hosts.file=" + hosts, "-Dvertx.disableDnsResolver=true"));
    JsonArray main = container.getJsonArray("command");
    if (main != null) { // a class of the same jar
      int jar = command.indexOf("-jar");
      command.set(jar, "-cp");
      command.add(jar + 2, main.getString(main.size() - 1));
    }
    child = Child.start(root.getFileName() + " " + program, command, environment());
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    for (JsonObject one : each(container, "env")) {
      environment.put(one.getString("name"), here(valueOf(one)));
    }
    return environment;
  }

  private String valueOf(JsonObject variable) {
    if (variable.getValue("value") != null) {
      return variable.getString("value");
    }
    JsonObject secret = (JsonObject) at(variable, "/valueFrom/secretKeyRef");
    if (secret != null) {
      return value(cluster.get("Secret", namespace, secret.getString("name")), secret);
    }
    if ("status.podIP".equals(at(variable, "/valueFrom/fieldRef/fieldPath"))) {
      return "127.0.0.1";
    }
    throw new IllegalArgumentException("a variable from elsewhere: " + variable);
  }

  private static String value(Map<String, String> data, JsonObject item) {
    String value = data.get(item.getString("key"));
    if (value == null) {
      throw new NoSuchElementException(item + " of " + data.keySet());
    }
    return value;
  }

  /** The same with this machine's folder and ports. */
  private String here(String text) {
    Matcher number = NUMBER.matcher(text);
    String moved =
        number.replaceAll(
            found -> {
              int port = Integer.parseInt(found.group());
              return "" + ports.getOrDefault(port, port);
            });
    return moved.replace(FILES, root + FILES);
  }

  /** As a kubelet does now and then: what has been replaced since is mounted. */
  void refresh() {
    for (JsonObject mount : each(container, "volumeMounts")) {
      JsonObject volume =
          each(template.getJsonObject("spec"), "volumes").stream()
              .filter(one -> one.getString("name").equals(mount.getString("name")))
              .findFirst()
              .orElseThrow(() -> new NoSuchElementException("the volume of " + mount));
      String path = mount.getString("mountPath");
      mounts.computeIfAbsent(path, each -> new Mount(Path.of(root + path))).show(filesOf(volume));
    }
  }

  private Map<String, String> filesOf(JsonObject volume) {
    JsonObject config = volume.getJsonObject("configMap");
    if (config != null) {
      return cluster.get("ConfigMap", namespace, config.getString("name")).entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, file -> here(file.getValue())));
    }
    JsonObject secret = volume.getJsonObject("secret");
    if (secret == null) {
      throw new IllegalArgumentException("a volume of another kind: " + volume);
    }
    Map<String, String> data = cluster.get("Secret", namespace, secret.getString("secretName"));
    List<JsonObject> items = each(secret, "items");
    return items.isEmpty()
        ? data
        : items.stream()
            .collect(Collectors.toMap(item -> item.getString("path"), item -> value(data, item)));
  }

  JsonObject container() {
    return container;
  }

  String namespace() {
    return namespace;
  }

  /** Where a port of the container is here, by its name or its number there. */
  int port(Object port) {
    return ports.get(containerPort(port));
  }

  int containerPort(Object port) {
    return port instanceof Integer number ? number : named().get(port);
  }

  /** The container's ports by their names. */
  private Map<String, Integer> named() {
    return each(container, "ports").stream()
        .collect(
            Collectors.toMap(one -> one.getString("name"), one -> one.getInteger("containerPort")));
  }

  Set<String> portNames() {
    return named().keySet();
  }

  /** The secret that a volume is of. */
  String secretOf(String volume) {
    return each(template.getJsonObject("spec"), "volumes").stream()
        .filter(one -> one.getString("name").equals(volume))
        .map(one -> one.getJsonObject("secret").getString("secretName"))
        .findFirst()
        .orElseThrow();
  }

  /** As network policies see it. */
  NetworkRules.Party party() {
    return NetworkRules.Party.of(namespace, template);
  }

  Child process() {
    return child;
  }

  /** SIGTERM, and waits for its end. */
  @Override
  public void close() {
    if (child != null) {
      child.terminate();
      child.awaitExit();
    }
  }
}
