package dev.vertxmesh.bench.discovery;

import dev.vertxmesh.discovery.Instance;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** What a provider of Dubbo 3.3.6 writes of itself at both of Dubbo's levels. */
record DubboEntry(Instance instance) {
  /** The tag that an instance has with its application. */
  static final String APPLICATION = "application";

  /** The same for all of an application. */
  static final String REVISION = "74e1c1a3f2f45e8d9b1b0a6c2f3d4e5f";

  String service() {
    return instance.services().get(0).interfaceName();
  }

  /** Of those who are at the same addresses. */
  String application() {
    return instance.tags().get(APPLICATION);
  }

  String address() {
    return instance.host() + ":" + instance.port();
  }

  /** What it has behind its URL's question mark. */
  Map<String, String> parameters() {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("application", application());
    parameters.put("deprecated", "false");
    parameters.put("dubbo", "2.0.2");
    parameters.put("dynamic", "true");
    parameters.put("generic", "false");
    parameters.put("interface", service());
    parameters.put("methods", "byUser,find,save,saveAll,remove");
    parameters.put("release", "3.3.6");
    parameters.put("service-name-mapping", "true");
    parameters.put("side", "provider");
    parameters.put("timestamp", "" + instance.startedAtMillis());
    return parameters;
  }

  String url() {
    StringBuilder url = new StringBuilder("dubbo://" + address() + "/" + service());
    char before = '?';
    for (Map.Entry<String, String> one : parameters().entrySet()) {
      url.append(before).append(one.getKey()).append('=').append(one.getValue());
      before = '&';
    }
    return url.toString();
  }

  /** Of an application's instance. */
  JsonObject metadata() {
    JsonObject endpoint = new JsonObject().put("port", instance.port()).put("protocol", "dubbo");
    return new JsonObject()
        .put("dubbo.endpoints", new JsonArray().add(endpoint).encode())
        .put("dubbo.metadata.revision", REVISION)
        .put("dubbo.metadata.storage-type", "remote")
        .put("meta-v", "1.0.0")
        .put("timestamp", "" + instance.startedAtMillis());
  }

  /** The same as Curator writes it. */
  String curator() {
    return new JsonObject()
        .put("name", application())
        .put("id", address())
        .put("address", instance.host())
        .put("port", instance.port())
        .putNull("sslPort")
        .put(
            "payload",
            new JsonObject()
                .put("@class", "org.apache.dubbo.registry.zookeeper.ZookeeperInstance")
                .put("id", address())
                .put("name", application())
                .put("metadata", metadata()))
        .put("registrationTimeUTC", instance.startedAtMillis())
        .put("serviceType", "DYNAMIC")
        .putNull("uriSpec")
        .encode();
  }

  /** What all instances of the application serve: one of each service. */
  static String exported(List<DubboEntry> services) {
    JsonObject all = new JsonObject();
    for (DubboEntry one : services) {
      JsonObject params = new JsonObject();
      one.parameters().forEach(params::put);
      all.put(
          one.service() + ":dubbo",
          new JsonObject()
              .put("name", one.service())
              .put("protocol", "dubbo")
              .put("port", one.instance.port())
              .put("path", one.service())
              .put("params", params));
    }
    return new JsonObject()
        .put("app", services.get(0).application())
        .put("revision", REVISION)
        .put("services", all)
        .encode();
  }

  /** By their applications, each of a service and an address once. */
  static Map<String, List<DubboEntry>> byApplication(List<Instance> instances) {
    Map<String, List<DubboEntry>> applications = new LinkedHashMap<>();
    for (Instance instance : instances) {
      DubboEntry entry = new DubboEntry(instance);
      applications.computeIfAbsent(entry.application(), name -> new ArrayList<>()).add(entry);
    }
    return applications;
  }

  /** Those of them that differ in something. */
  static List<DubboEntry> distinct(
      List<DubboEntry> entries, Function<DubboEntry, String> something) {
    Map<String, DubboEntry> distinct = new LinkedHashMap<>();
    entries.forEach(one -> distinct.putIfAbsent(something.apply(one), one));
    return List.copyOf(distinct.values());
  }
}
