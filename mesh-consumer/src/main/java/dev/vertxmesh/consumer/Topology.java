package dev.vertxmesh.consumer;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.balance.MemberView;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.ingress.dubbo.ConsumerView;
import dev.vertxmesh.links.EndpointView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What all event loops know of services, endpoints and links, as JSON. */
final class Topology {

  private record Place(ServiceKey service, String endpoint) {}

  private final Map<String, EndpointView> endpoints = new LinkedHashMap<>();
  private final Map<Place, MemberView> members = new HashMap<>();
  private final JsonArray consumers = new JsonArray();
  private final Registry registry;

  /**
   * @param registry knows where an endpoint comes from, where that's one of several
   */
  Topology(Registry registry) {
    this.registry = registry;
  }

  /** Adds what one event loop knows. */
  void add(
      List<EndpointView> views,
      Map<ServiceKey, List<MemberView>> balanced,
      List<ConsumerView> calling) {
    views.forEach(view -> endpoints.merge(view.address(), view, EndpointView::plus));
    balanced.forEach(
        (service, list) ->
            list.forEach(
                view ->
                    members.merge(
                        new Place(service, view.endpoint()), view, Topology::theOneLeftOut)));
    calling.forEach(consumer -> consumers.add(link(consumer)));
  }

  /** What one loop leaves out is worth to be seen, whatever the others think. */
  private static MemberView theOneLeftOut(MemberView one, MemberView other) {
    return other.ejected() ? other : one;
  }

  JsonObject toJson() {
    Map<ServiceKey, JsonArray> services = new TreeMap<>(Comparator.comparing(ServiceKey::toString));
    JsonArray links = new JsonArray();
    for (EndpointView endpoint : endpoints.values()) {
      for (ServiceKey service : endpoint.services()) {
        services
            .computeIfAbsent(service, key -> new JsonArray())
            .add(
                told(
                    endpoint, json(endpoint, members.get(new Place(service, endpoint.address())))));
      }
      links.add(link(endpoint));
    }
    links.addAll(consumers);
    JsonArray described = new JsonArray();
    services.forEach((service, list) -> described.add(described(service, list)));
    return new JsonObject().put("services", described).put("links", links);
  }

  /** Other entries of it may be skipped. */
  private JsonObject described(ServiceKey service, JsonArray list) {
    JsonObject json = JsonObject.of("service", service.toString(), "endpoints", list);
    String skipped = registry.skipped(service);
    return skipped.isEmpty() ? json : json.put("skipped", skipped);
  }

  /** How many endpoints are left out, each service's for itself. */
  static long ejected(Collection<List<MemberView>> services) {
    return services.stream().flatMap(List::stream).filter(MemberView::ejected).count();
  }

  /**
   * @param member null when nobody balances it yet
   */
  private static JsonObject json(EndpointView endpoint, MemberView member) {
    boolean ejected = member != null && member.ejected() && endpoint.state().equals("open");
    JsonObject json =
        new JsonObject()
            .put("address", endpoint.address())
            .put("state", ejected ? "ejected" : endpoint.state())
            .put("weight", endpoint.weight())
            .put("inFlight", endpoint.inFlight())
            .put("limit", endpoint.credit())
            .put("note", ejected ? note(member) : endpoint.note());
    if (!endpoint.tags().isEmpty()) {
      json.put("tags", new JsonObject(new TreeMap<>(endpoint.tags())));
    }
    if (member == null) {
      return json;
    }
    return json.put("share", rounded(member.share()))
        .put("success", rounded(member.success()))
        .put("serviceMicros", member.serviceMicros());
  }

  private JsonObject told(EndpointView endpoint, JsonObject json) {
    if (registry.parts().isEmpty()) {
      return json;
    }
    String address = endpoint.address();
    int scheme = address.indexOf("://");
    String place = scheme < 0 ? address : address.substring(scheme + 3);
    return json.put("registries", new JsonArray(registry.tellers(HostPort.parse(place))));
  }

  private static String note(MemberView member) {
    return member.leftMillis() == 0
        ? "ejected until a call to it succeeds: " + member.why()
        : "ejected for another %d ms: %s".formatted(member.leftMillis(), member.why());
  }

  private static double rounded(double part) {
    return Math.round(part * 10_000) / 10_000.0;
  }

  private static JsonObject link(EndpointView endpoint) {
    JsonObject link =
        new JsonObject()
            .put("peer", endpoint.address())
            .put("direction", "out")
            .put("state", endpoint.state())
            .put("inFlight", endpoint.inFlight());
    return endpoint.rttMicros() == 0 ? link : link.put("rttMicros", endpoint.rttMicros());
  }

  private static JsonObject link(ConsumerView consumer) {
    return new JsonObject()
        .put("peer", "dubbo consumer " + consumer.remote())
        .put("direction", "in")
        .put("state", "open")
        .put("inFlight", consumer.inFlight());
  }
}
