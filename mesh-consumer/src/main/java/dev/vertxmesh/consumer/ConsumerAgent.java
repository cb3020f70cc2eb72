package dev.vertxmesh.consumer;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.launch.Agent;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.StartFailure;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
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
    EjectionWatch ejections = new EjectionWatch(context.meters());
    this.verticles =
        Stream.generate(() -> new ConsumerVerticle(options, context, api, dubbo, ejections))
            .limit(context.common().eventLoops())
            .toList();
    context
        .meters()
        .register(
            all -> {
              Gauge.builder(MeterNames.DEADLINES, this, ConsumerAgent::deadlines).register(all);
              Gauge.builder(MeterNames.EJECTED, this, ConsumerAgent::ejected).register(all);
            });
  }

  private int deadlines() {
    return verticles.stream().mapToInt(ConsumerVerticle::deadlines).sum();
  }

  private long ejected() {
    return verticles.stream().mapToLong(loop -> Topology.ejected(loop.members().values())).sum();
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
    Topology topology = new Topology();
    verticles.forEach(loop -> topology.add(loop.view(), loop.members(), loop.consumers()));
    return topology.toJson();
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
