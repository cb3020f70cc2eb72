package dev.vertxmesh.discovery.nacos;

import io.vertx.core.json.JsonObject;

/**
 * The part of a Nacos that is looked at.
 *
 * @param namespace empty for the one that everybody has
 * @param group of naming
 */
record NacosPlace(String namespace, String group) {

  private static final String PUBLIC = "public";

  /** What is asked about a service. */
  JsonObject service(String name) {
    return new JsonObject()
        .put("namespace", namespace.isEmpty() ? PUBLIC : namespace)
        .put("groupName", group)
        .put("serviceName", name);
  }

  /** For a person. */
  String words() {
    return namespace.isEmpty()
        ? "group %s of namespace %s".formatted(group, PUBLIC)
        : "group %s of namespace %s, if there's a namespace with that id"
            .formatted(group, namespace);
  }

  /** What is asked about a configuration. */
  JsonObject configuration(String dataId, String group) {
    return new JsonObject().put("tenant", namespace).put("dataId", dataId).put("group", group);
  }
}
