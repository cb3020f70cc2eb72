package dev.vertxmesh.provider;

import dev.vertxmesh.accept.AcceptedLinkView;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.InstanceJson;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** What the page shows of a provider agent, as its event loops were looked at last. */
record ProviderTopology(
    BridgedProvider provider, List<ProviderVerticle> verticles, SelfRegistration selfRegistration) {

  JsonObject toJson() {
    Instance announced = selfRegistration.announced();
    JsonArray served = new JsonArray();
    for (ServiceKey service : provider.services().list()) {
      served.add(
          new JsonObject()
              .put("service", service.toString())
              .put("methods", new JsonArray(provider.methods(service)))
              .put("endpoints", new JsonArray().add(endpoint(service, announced))));
    }
    return new JsonObject()
        .put("registered", announced == null ? null : InstanceJson.write(announced))
        .put("services", served)
        .put("links", links());
  }

  /**
   * @param announced as it's in the registry; null if it isn't
   */
  private JsonObject endpoint(ServiceKey service, Instance announced) {
    return new JsonObject()
        .put("address", provider.address().toString())
        .put(
            "state", !provider.isConnected() ? "unreachable" : answers(service) ? "open" : "failed")
        .put("weight", announced == null ? selfRegistration.weight() : announced.weight())
        .put("inFlight", verticles.stream().mapToInt(ProviderVerticle::inFlight).sum())
        .put("limit", verticles.stream().mapToInt(ProviderVerticle::limit).sum())
        .put("note", note(service, announced));
  }

  private String note(ServiceKey service, Instance announced) {
    List<String> notes = new ArrayList<>();
    notes.add(verticles.get(0).bridgeState());
    if (announced == null || !announced.services().contains(service)) {
      String why = ", as it doesn't answer " + provider.question();
      notes.add("not announced" + (answers(service) ? "" : why));
    }
    int told = verticles.stream().mapToInt(ProviderVerticle::toldLimit).sum();
    if (verticles.stream().mapToInt(ProviderVerticle::limit).sum() < told) {
      notes.add("limit lowered from " + told + ", as it had no thread for some calls");
    }
    notes.add("services known " + provider.services().how());
    return String.join("; ", notes);
  }

  private boolean answers(ServiceKey service) {
    return verticles.stream().anyMatch(verticle -> verticle.answering().contains(service));
  }

  private JsonArray links() {
    JsonArray links = new JsonArray();
    for (ProviderVerticle verticle : verticles) {
      for (AcceptedLinkView link : verticle.links()) {
        links.add(
            new JsonObject()
                .put("peer", link.peer())
                .put("direction", "in")
                .put("state", "open")
                .put("inFlight", link.inFlight()));
      }
    }
    return links;
  }
}
