package dev.vertxmesh.it.chart;

import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;

/** The ConfigMaps and Secrets of a cluster: what pods are given files of. */
final class Cluster {

  private final Map<String, Map<String, String>> objects = new HashMap<>();

  /** As {@code kubectl apply} does with the ConfigMaps among them. */
  void apply(String namespace, Manifests manifests) {
    for (JsonObject one : manifests.all()) {
      if (one.getString("kind").equals("ConfigMap")) {
        Map<String, String> data = new HashMap<>();
        one.getJsonObject("data").forEach(each -> data.put(each.getKey(), each.getValue() + ""));
        put("ConfigMap", namespace, one.getJsonObject("metadata").getString("name"), data);
      }
    }
  }

  /** Makes a Secret, or replaces it. */
  void secret(String namespace, String name, Map<String, String> data) {
    put("Secret", namespace, name, data);
  }

  private void put(String kind, String namespace, String name, Map<String, String> data) {
    objects.put(key(kind, namespace, name), data);
  }

  /** Without it a pod that needs it never starts, and so this is an error. */
  Map<String, String> get(String kind, String namespace, String name) {
    Map<String, String> found = objects.get(key(kind, namespace, name));
    if (found == null) {
      throw new NoSuchElementException(key(kind, namespace, name) + " of " + objects.keySet());
    }
    return found;
  }

  private static String key(String kind, String namespace, String name) {
    return kind + " " + namespace + "/" + name;
  }
}
