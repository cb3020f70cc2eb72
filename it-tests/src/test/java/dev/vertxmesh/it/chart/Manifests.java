package dev.vertxmesh.it.chart;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.pointer.JsonPointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** What a chart was rendered to. */
record Manifests(List<JsonObject> all) {

  private static final List<String> WORKLOADS = List.of("Deployment", "StatefulSet");

  @SuppressWarnings("unchecked")
  static Manifests parse(String yaml) {
    List<JsonObject> all = new ArrayList<>();
    for (Object document : new Yaml().loadAll(yaml)) {
      if (document != null) {
        all.add(new JsonObject((Map<String, Object>) document));
      }
    }
    return new Manifests(all);
  }

  /** Kinds and names, such as {@code Service mesh-vertx-mesh-gateway}. */
  List<String> names() {
    return all.stream().map(Manifests::nameOf).sorted().toList();
  }

  static String nameOf(JsonObject one) {
    return one.getString("kind") + " " + at(one, "/metadata/name");
  }

  boolean has(String kind, String part) {
    return names().contains(kind + " mesh-vertx-mesh-" + part);
  }

  /** The objects of a kind. */
  List<JsonObject> all(String kind) {
    return all.stream().filter(one -> one.getString("kind").equals(kind)).toList();
  }

  /**
   * @param part such as gateway
   */
  JsonObject get(String kind, String part) {
    return all.stream()
        .filter(one -> nameOf(one).equals(kind + " mesh-vertx-mesh-" + part))
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException(kind + " " + part + " of " + names()));
  }

  /** What the pods of all workloads, and those that stand alone, are made from. */
  List<JsonObject> podTemplates() {
    return all.stream().flatMap(Manifests::podTemplate).toList();
  }

  private static Stream<JsonObject> podTemplate(JsonObject one) {
    if (WORKLOADS.contains(one.getString("kind"))) {
      return Stream.of((JsonObject) at(one, "/spec/template"));
    }
    return one.getString("kind").equals("Pod") ? Stream.of(one) : Stream.empty();
  }

  /** The pods' template of one workload. */
  JsonObject pods(String part) {
    String kind = part.equals("etcd") ? "StatefulSet" : "Deployment";
    return (JsonObject) at(get(kind, part), "/spec/template");
  }

  /** A container or an init container of a workload. */
  JsonObject container(String part, String name) {
    return containers(pods(part).getJsonObject("spec"))
        .filter(one -> one.getString("name").equals(name))
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException(name + " in " + part));
  }

  static Stream<JsonObject> containers(JsonObject podSpec) {
    return Stream.of("initContainers", "containers")
        .flatMap(list -> podSpec.getJsonArray(list, new JsonArray()).stream())
        .map(JsonObject.class::cast);
  }

  /** The registry that the gateway is given. */
  String registry() {
    return (String) gatewayFile().get("registry");
  }

  /** The gateway's settings. */
  Map<String, Object> gatewayFile() {
    JsonObject map = get("ConfigMap", "gateway");
    return new Yaml().load(map.getJsonObject("data").getString("consumer.yaml"));
  }

  /** The flags of the agent beside the example's provider. */
  List<String> agentFlags() {
    return container("example", "mesh-provider").getJsonArray("args").stream()
        .map(String.class::cast)
        .toList();
  }

  /** What is at a JSON pointer (RFC 6901), null for nothing. */
  static Object at(JsonObject json, String pointer) {
    return JsonPointer.from(pointer).queryJson(json);
  }
}
