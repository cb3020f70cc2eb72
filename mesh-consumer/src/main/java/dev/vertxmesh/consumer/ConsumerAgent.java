package dev.vertxmesh.consumer;

import dev.vertxmesh.consumer.routes.CallerWords;
import dev.vertxmesh.consumer.routes.Routing;
import dev.vertxmesh.consumer.tls.CallersTls;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.http2.WindowView;
import dev.vertxmesh.launch.Agent;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.Obstacle;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.link.setup.CountedLinks;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.tls.LinkTls;
import dev.vertxmesh.links.OutgoingLinks;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The consumer agent: one verticle an event loop, all on one port. */
final class ConsumerAgent implements Agent {

  private static final Logger LOG = System.getLogger(ConsumerAgent.class.getName());

  private final ConsumerOptions options;
  private final AgentContext context;
  private final List<String> deployments = new CopyOnWriteArrayList<>();
  private final OutgoingLinks outgoing;
  private final CallersTls tls;
  private final Routing routing;
  private final DirectBackends backends;
  private final List<ConsumerVerticle> verticles;
  private final Optional<DubboAnnouncement> announcement;

  /**
   * Reads the API and certificates, which blocks.
   *
   * @throws StartFailure if they can't be read, or the options contradict each other
   */
  ConsumerAgent(ConsumerOptions options, AgentContext context) {
    this.options = options;
    this.context = context;
    this.announcement = announcement(options, context);
    subscribe(options.subscribe, context.registry());
    LinkTls linkTls = options.linkTls.open(context.vertx(), context.common().tlsEngine());
    if (linkTls != null) {
      context.certificates().show(linkTls.watched());
    }
    this.outgoing =
        new OutgoingLinks(
            context.name() + " " + context.version(),
            options.windows.of(LinkOptions.withMaxMessage(options.maxMessage)),
            () -> new CountedLinks(context.meters()),
            linkTls);
    this.backends = DirectBackends.of(options, context);
    DubboPort dubbo = new DubboPort(context.meters());
    CallersConnections callers =
        new CallersConnections(options.connections.count(), context.meters());
    EjectionWatch ejections = new EjectionWatch(context.meters());
    CallerWords words =
        new CallerWords(
            options.routing.header(),
            options.balancing.affinityHeader(),
            options.attachments.names(),
            context.access()::guarded);
    this.routing = Routing.of(options.routing, words, context.registry(), context.vertx());
    this.tls = CallersTls.open(options.tls, context);
    this.verticles =
        Stream.generate(
                () ->
                    new ConsumerVerticle(
                        options, context, outgoing, backends, callers, tls, dubbo, ejections,
                        routing))
            .limit(context.common().eventLoops())
            .toList();
    context
        .meters()
        .register(
            all -> {
              Gauge.builder(MeterNames.DEADLINES, this, ConsumerAgent::deadlines).register(all);
              Gauge.builder(MeterNames.EJECTED, this, ConsumerAgent::ejected).register(all);
              CallersWindows.register(all, this::windows);
              Gauge.builder(MeterNames.QUEUEING, this, ConsumerAgent::queueing).register(all);
            });
  }

  private static void subscribe(List<String> patterns, Registry registry) {
    if (patterns.isEmpty()) {
      return;
    }
    if (!registry.isSelective()) {
      throw new StartFailure(
          "--subscribe: %s is read as a whole, expected --registry zookeeper://…, nacos://… or none"
              .formatted(registry.describe()),
          null);
    }
    try {
      registry.followAlways(patterns);
    } catch (IllegalArgumentException e) {
      throw new StartFailure("--subscribe: " + e.getMessage(), e);
    }
  }

  private static Optional<DubboAnnouncement> announcement(
      ConsumerOptions options, AgentContext context) {
    if (options.announceDubbo == null) {
      return Optional.empty();
    }
    if (options.dubboPort == null) {
      throw new StartFailure(
          "--announce-dubbo: there's no port to announce, expected --dubbo-port too", null);
    }
    return Optional.of(
        new DubboAnnouncement(context.vertx(), context.registry(), options.announceDubbo));
  }

  private int deadlines() {
    return verticles.stream().mapToInt(ConsumerVerticle::deadlines).sum();
  }

  private double queueing() {
    return verticles.stream().mapToLong(ConsumerVerticle::queueingNanos).max().orElse(0) / 1e9;
  }

  private long ejected() {
    return verticles.stream().mapToLong(loop -> Topology.ejected(loop.members().values())).sum();
  }

  private WindowView windows() {
    return verticles.stream()
        .map(ConsumerVerticle::windows)
        .reduce(WindowView.NONE, WindowView::and);
  }

  @Override
  public Future<Void> start() {
    context.registry().watch(new InstanceLog((millis, action) -> later(millis, action)));
    return routing
        .start()
        .compose(read -> Future.all(verticles.stream().map(this::deploy).toList()))
        .onSuccess(deployed -> keepPorts())
        .compose(deployed -> announce());
  }

  private Future<String> deploy(ConsumerVerticle verticle) {
    return context.vertx().deployVerticle(verticle).onSuccess(deployments::add);
  }

  /** At the same ports it's found again after a drain. */
  private void keepPorts() {
    options.port = port();
    options.dubboPort = options.dubboPort == null ? null : verticles.get(0).dubboPort();
  }

  private void later(long millis, Runnable action) {
    context.vertx().setTimer(millis, timer -> action.run());
  }

  /** Only now is the port known. */
  private Future<Void> announce() {
    return announcement
        .map(one -> one.begin(verticles.get(0).dubboPort(), port()))
        .orElseGet(Future::succeededFuture);
  }

  @Override
  public int port() {
    return verticles.get(0).port();
  }

  @Override
  public void onStarted() {
    String warning =
        options.common.bind().warning(tls.http() == null ? listening() : "", "--tls-cert");
    if (warning != null) {
      LOG.log(Level.WARNING, "callers come in at " + warning);
    }
  }

  @Override
  public String listening() {
    ConsumerVerticle any = verticles.get(0);
    return "port " + any.port() + (any.dubboPort() == 0 ? "" : ", dubbo port " + any.dubboPort());
  }

  @Override
  public String whereCallsGo() {
    return "calls go to port " + port();
  }

  @Override
  public List<Obstacle> notReady() {
    return List.of();
  }

  @Override
  public Future<Void> refresh() {
    return Future.join(verticles.stream().map(ConsumerVerticle::refresh).toList()).mapEmpty();
  }

  @Override
  public JsonObject topology() {
    Topology topology = new Topology(context.registry());
    verticles.forEach(loop -> topology.add(loop.view(), loop.members(), loop.consumers()));
    JsonObject told = topology.toJson();
    return routing.toJson() == null ? told : told.put("routing", routing.toJson());
  }

  @Override
  public Future<JsonObject> route(MultiMap asked) {
    return routing.explain(asked);
  }

  @Override
  public void onLeaving() {
    verticles.forEach(ConsumerVerticle::onLeaving);
  }

  @Override
  public Future<Void> drain(Duration grace) {
    List<Future<Void>> drains = new ArrayList<>();
    announcement.ifPresent(one -> drains.add(within(grace, one.end())));
    verticles.forEach(verticle -> drains.add(verticle.drain(grace.toMillis())));
    return Future.join(drains).mapEmpty();
  }

  private static Future<Void> within(Duration grace, Future<Void> end) {
    return end.timeout(Math.max(1, grace.toMillis()), TimeUnit.MILLISECONDS).otherwiseEmpty();
  }

  @Override
  public Future<Void> stop() {
    announcement.ifPresent(DubboAnnouncement::end); // which no drain may have done
    tls.close();
    routing.close();
    backends.close();
    return Future.join(deployments.stream().map(this::undeploy).toList())
        .onComplete(stopped -> outgoing.close())
        .mapEmpty();
  }

  private Future<Void> undeploy(String deployment) {
    return context.vertx().undeploy(deployment).otherwiseEmpty(); // what started it may have
  }
}
