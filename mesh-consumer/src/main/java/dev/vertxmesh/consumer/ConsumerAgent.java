package dev.vertxmesh.consumer;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.ingress.dubbo.ConsumerView;
import dev.vertxmesh.launch.Agent;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.StartFailure;
import dev.vertxmesh.links.EndpointView;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The consumer agent: one verticle an event loop, all on one port. */
final class ConsumerAgent implements Agent {

  private final AgentContext context;
  private final List<ConsumerVerticle> verticles;

  /**
   * Reads the API, which blocks.
   *
   * @throws StartFailure if it can't be read
   */
  ConsumerAgent(ConsumerOptions options, AgentContext context) {
    this.context = context;
    ApiClasses api = options.api.read();
    DubboPort dubbo = new DubboPort(context.meters());
    this.verticles =
        Stream.generate(() -> new ConsumerVerticle(options, context, api, dubbo))
            .limit(context.common().eventLoops())
            .toList();
    context
        .meters()
        .register(
            all ->
                Gauge.builder(MeterNames.DEADLINES, this, ConsumerAgent::deadlines).register(all));
  }

  private int deadlines() {
    return verticles.stream().mapToInt(ConsumerVerticle::deadlines).sum();
  }

  @Override
  public Future<Void> start() {
    return Future.all(verticles.stream().map(context.vertx()::deployVerticle).toList()).mapEmpty();
  }

  @Override
  public String listening() {
    ConsumerVerticle any = verticles.get(0);
    return "port " + any.port() + (any.dubboPort() == 0 ? "" : ", dubbo port " + any.dubboPort());
  }

  @Override
  public List<String> notReady() {
    return List.of();
  }

  @Override
  public JsonObject topology() {
    Collection<EndpointView> endpoints = endpoints();
    Map<String, JsonArray> services = new TreeMap<>();
    JsonArray links = new JsonArray();
    for (EndpointView endpoint : endpoints) {
      for (ServiceKey service : endpoint.services()) {
        services.computeIfAbsent(service.toString(), key -> new JsonArray()).add(json(endpoint));
      }
      links.add(link(endpoint));
    }
    verticles.stream()
        .flatMap(verticle -> verticle.consumers().stream())
        .forEach(consumer -> links.add(link(consumer)));
    JsonArray described = new JsonArray();
    services.forEach(
        (service, list) ->
            described.add(new JsonObject().put("service", service).put("endpoints", list)));
    return new JsonObject().put("services", described).put("links", links);
  }

  /** All loops' endpoints, each address once. */
  private Collection<EndpointView> endpoints() {
    Map<String, EndpointView> all = new LinkedHashMap<>();
    for (ConsumerVerticle verticle : verticles) {
      verticle.view().forEach(view -> all.merge(view.address(), view, EndpointView::plus));
    }
    return all.values();
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

  private static JsonObject json(EndpointView endpoint) {
    return new JsonObject()
        .put("address", endpoint.address())
        .put("state", endpoint.state())
        .put("weight", endpoint.weight())
        .put("inFlight", endpoint.inFlight())
        .put("limit", endpoint.credit())
        .put("note", endpoint.note());
  }

  @Override
  public Future<Void> drain(Duration grace) {
    return Future.join(verticles.stream().map(v -> v.drain(grace.toMillis())).toList()).mapEmpty();
  }

  @Override
  public Future<Void> stop() {
    return Future.succeededFuture(); // closing Vert.x undeploys the verticles
  }
}
