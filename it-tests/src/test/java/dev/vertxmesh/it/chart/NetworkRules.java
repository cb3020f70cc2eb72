package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Whom NetworkPolicies let connect to whom, as <a
 * href="https://kubernetes.io/docs/concepts/services-networking/network-policies/">Kubernetes says
 * it</a>: a pod that no policy of a direction selects is open in that direction, and otherwise some
 * rule of one of them has to let the connection through; both ends have to. What isn't known here,
 * such as expressions in a selector, is an error, so that nothing passes by being overlooked.
 *
 * @param policies with a namespace each
 */
record NetworkRules(List<JsonObject> policies) {

  /** Labels by which a namespace is known, which Kubernetes gives it itself. */
  private static final String NAMESPACE = "kubernetes.io/metadata.name";

  /**
   * Who connects, or is connected to.
   *
   * @param namespace null for what is no pod of the cluster
   * @param labels of the pod
   * @param ports of its containers by their names
   */
  record Party(
      String namespace, Map<String, String> labels, String address, Map<String, Integer> ports) {

    /** A pod of a workload. */
    static Party of(String namespace, JsonObject template) {
      Map<String, String> labels = new HashMap<>();
      ((JsonObject) at(template, "/metadata/labels"))
          .forEach(label -> labels.put(label.getKey(), label.getValue() + ""));
      Map<String, Integer> ports = new HashMap<>();
      Manifests.containers(template.getJsonObject("spec"))
          .flatMap(one -> one.getJsonArray("ports", new JsonArray()).stream())
          .map(JsonObject.class::cast)
          .forEach(one -> ports.put(one.getString("name"), one.getInteger("containerPort")));
      return new Party(namespace, labels, Pod.ADDRESS, ports);
    }

    /** A pod of something else in the cluster. */
    static Party pod(String namespace, Map<String, String> labels) {
      return new Party(namespace, labels, "10.244.0.99", Map.of());
    }

    /** A machine outside of the cluster. */
    static Party outside(String address) {
      return new Party(null, Map.of(), address, Map.of());
    }
  }

  static NetworkRules of(Manifests... manifests) {
    return new NetworkRules(
        Stream.of(manifests).flatMap(each -> each.all("NetworkPolicy").stream()).toList());
  }

  boolean allow(Party from, Party to, int port) {
    return allow(from, to, "TCP", port);
  }

  boolean allow(Party from, Party to, String protocol, int port) {
    Predicate<JsonObject> atPort = rule -> hasPort(rule, to, protocol, port);
    return lets(from, "Egress", atPort.and(rule -> hasPeer(rule, "to", from, to)), "egress")
        && lets(to, "Ingress", atPort.and(rule -> hasPeer(rule, "from", to, from)), "ingress");
  }

  private boolean lets(Party whose, String direction, Predicate<JsonObject> rule, String rules) {
    List<JsonObject> selecting =
        policies.stream()
            .filter(policy -> selects(policy, whose))
            .filter(policy -> listed(policy, "/spec/policyTypes").anyMatch(direction::equals))
            .toList();
    return selecting.isEmpty()
        || selecting.stream()
            .flatMap(policy -> listed(policy, "/spec/" + rules))
            .map(JsonObject.class::cast)
            .anyMatch(rule);
  }

  private static boolean selects(JsonObject policy, Party party) {
    return at(policy, "/metadata/namespace").equals(party.namespace)
        && fits((JsonObject) at(policy, "/spec/podSelector"), party.labels);
  }

  private static Stream<Object> listed(JsonObject policy, String pointer) {
    return at(policy, pointer) instanceof JsonArray list ? list.stream() : Stream.empty();
  }

  /** Whether a selector selects who has these labels; an empty one selects all. */
  private static boolean fits(JsonObject selector, Map<String, String> labels) {
    known(selector, "matchLabels");
    return selector.getJsonObject("matchLabels", new JsonObject()).stream()
        .allMatch(wanted -> wanted.getValue().equals(labels.get(wanted.getKey())));
  }

  private static void known(JsonObject part, String... fields) {
    if (!List.of(fields).containsAll(part.fieldNames())) {
      throw new IllegalArgumentException(part + ", expected " + List.of(fields) + " alone");
    }
  }

  private static boolean hasPort(JsonObject rule, Party to, String protocol, int port) {
    known(rule, "ports", "from", "to");
    return !rule.containsKey("ports")
        || rule.getJsonArray("ports").stream()
            .map(JsonObject.class::cast)
            .anyMatch(one -> isPort(one, to, protocol, port));
  }

  private static boolean isPort(JsonObject one, Party to, String protocol, int port) {
    known(one, "port", "protocol");
    Object wanted = one.getValue("port");
    Object number = wanted instanceof String name ? to.ports.get(name) : wanted;
    return one.getString("protocol", "TCP").equals(protocol)
        && (wanted == null || Integer.valueOf(port).equals(number));
  }

  private static boolean hasPeer(JsonObject rule, String side, Party own, Party other) {
    JsonArray peers = rule.getJsonArray(side);
    return peers == null // no peers are everybody
        || peers.isEmpty()
        || peers.stream().map(JsonObject.class::cast).anyMatch(peer -> is(peer, own, other));
  }

  private static boolean is(JsonObject peer, Party own, Party other) {
    known(peer, "podSelector", "namespaceSelector", "ipBlock");
    if (peer.containsKey("ipBlock")) {
      JsonObject block = peer.getJsonObject("ipBlock");
      known(block, "cidr");
      return isWithin(block.getString("cidr"), other.address);
    }
    if (other.namespace == null) {
      return false;
    }
    JsonObject namespaces = peer.getJsonObject("namespaceSelector");
    boolean there =
        namespaces == null
            ? other.namespace.equals(own.namespace)
            : fits(namespaces, Map.of(NAMESPACE, other.namespace));
    return there && fits(peer.getJsonObject("podSelector", new JsonObject()), other.labels);
  }

  /** Whether an IPv4 address is of a block such as {@code 10.0.0.0/24}. */
  private static boolean isWithin(String cidr, String address) {
    String[] parts = cidr.split("/");
    int left = 32 - Integer.parseInt(parts[1]);
    return bits(parts[0]) >>> left == bits(address) >>> left;
  }

  private static long bits(String address) {
    long bits = 0;
    for (String part : address.split("\\.")) {
      bits = bits << 8 | Integer.parseInt(part);
    }
    return bits;
  }
}
