package dev.vertxmesh.provider;

import dev.vertxmesh.admin.Adjustable;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.Announcer;
import dev.vertxmesh.launch.Agent;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.Obstacle;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.link.setup.LinkBounds;
import dev.vertxmesh.link.tls.LinkTls;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The provider agent: one verticle an event loop, all on one port, announced once. */
final class ProviderAgent implements Agent {

  private static final Logger LOG = System.getLogger(ProviderAgent.class.getName());

  private final ProviderOptions options;
  private final AgentContext context;
  private final LinkTls tls;
  private final List<ProviderVerticle> verticles;
  private final Announcer announcer;
  private final SelfRegistration selfRegistration;
  private final Optional<GatewayAnnouncement> gateway;
  private final BridgedProvider provider;
  private final ProviderServices services;
  private final long startedAtMillis = System.currentTimeMillis();
  private final ProviderReadiness readiness;
  private final List<String> deployments = new CopyOnWriteArrayList<>();
  private volatile Runnable onReadiness = () -> {};
  private volatile String id;

  /**
   * Reads the API and certificates, which blocks.
   *
   * @throws StartFailure if they can't be read, or the options contradict each other
   */
  ProviderAgent(ProviderOptions options, AgentContext context) {
    this.options = options;
    this.context = context;
    this.tls = options.linkTls.openAnnounced(context.vertx(), context.common().tlsEngine());
    if (tls != null) {
      context.certificates().show(tls.watched());
    }
    this.announcer = new Announcer(context.registry());
    this.gateway =
        Optional.ofNullable(options.announceDubbo)
            .map(
                address ->
                    new GatewayAnnouncement(
                        context.vertx(), context.registry(), address, announcer::announced));
    this.selfRegistration =
        new SelfRegistration(
            context.vertx(), announcer, new Self(), options.weight, options.tags());
    this.provider =
        new BridgedProvider(
            options, context, this::isConnected, this::onProvider, () -> onReadiness.run());
    this.services = provider.services();
    int limit = limit();
    int loops = Math.min(context.common().eventLoops(), limit);
    LinkBounds bounds = options.linkBounds();
    this.verticles =
        Stream.generate(
                () ->
                    new ProviderVerticle(
                        options,
                        context,
                        limit / loops,
                        bounds,
                        tls,
                        provider,
                        selfRegistration::update))
            .limit(loops)
            .toList();
    this.readiness =
        new ProviderReadiness(provider, verticles, selfRegistration, context.registry());
    context
        .meters()
        .register(
            all -> Gauge.builder(MeterNames.QUEUEING, this, ProviderAgent::queueing).register(all));
  }

  private double queueing() {
    return verticles.stream().mapToLong(ProviderVerticle::queueingNanos).max().orElse(0) / 1e9;
  }

  @Override
  public Future<Void> start() {
    return provider
        .prepare()
        .compose(ready -> Future.all(verticles.stream().map(this::deploy).toList()))
        .compose(listening -> begin());
  }

  private Future<String> deploy(ProviderVerticle verticle) {
    return context.vertx().deployVerticle(verticle).onSuccess(deployments::add);
  }

  /** Nothing is announced yet that the provider hasn't answered for. */
  private Future<Void> begin() {
    id = Instance.newId(options.host, verticles.get(0).port());
    options.port = verticles.get(0).port(); // at which it's found again after a drain
    return context
        .registry()
        .check()
        .onSuccess(
            usable -> {
              services.start();
              selfRegistration.begin();
              if (tls != null) {
                tls.onCertificate(selfRegistration::update);
              }
            });
  }

  @Override
  public void onStarted() {
    AnnouncedHost.check(options.host, context.registry().describe());
    String warning =
        options.common.bind().warning(tls == null ? "port " + port() : "", "--link-tls-cert");
    if (warning != null) {
      LOG.log(Level.WARNING, "links come in at " + warning);
    }
  }

  /** The provider has told of itself; some of it may be new. */
  private void onProvider() {
    int share = Math.max(1, limit() / verticles.size());
    verticles.forEach(verticle -> verticle.onProvider(share));
    selfRegistration.update();
  }

  private int limit() {
    return options.limit == null ? provider.defaultLimit() : options.limit;
  }

  /** What the registry is to know. */
  private final class Self implements SelfRegistration.Source {

    @Override
    public Instance instance() {
      return new Instance(
              id,
              options.host,
              verticles.get(0).port(),
              List.of(),
              options.weight,
              Map.of(),
              limit(),
              startedAtMillis)
          .speaking(serialization())
          .provingToBe(tls == null ? "" : tls.identity())
          .standingBefore(RegisteredAddresses.of(options, provider.address()));
    }

    private String serialization() {
      return verticles.stream()
          .map(ProviderVerticle::serialization)
          .filter(name -> !name.isEmpty())
          .findFirst()
          .orElse("");
    }

    @Override
    public List<ServiceKey> answering() {
      return services.list().stream().filter(this::canBeCalled).toList();
    }

    /** On every event loop at first, as a link may belong to any of them. */
    private boolean canBeCalled(ServiceKey service) {
      Instance said = announcer.announced();
      return said != null && said.services().contains(service)
          ? answers(service)
          : verticles.stream().allMatch(verticle -> verticle.answering().contains(service));
    }

    @Override
    public String whyNone() {
      return readiness.whyNone();
    }

    @Override
    public void onSaid() {
      gateway.ifPresent(GatewayAnnouncement::update);
      onReadiness.run();
    }
  }

  private boolean answers(ServiceKey service) {
    return verticles.stream().anyMatch(verticle -> verticle.answering().contains(service));
  }

  @Override
  public int port() {
    return verticles.get(0).port();
  }

  @Override
  public String listening() {
    return "port %d, bridging %s".formatted(verticles.get(0).port(), provider.where());
  }

  @Override
  public String whereCallsGo() {
    return "calls go to a consumer agent, at port 20000 by default";
  }

  @Override
  public List<Obstacle> notReady() {
    return readiness.obstacles();
  }

  @Override
  public void onReadiness(Runnable listener) {
    onReadiness = listener;
  }

  private boolean isConnected() {
    return verticles.stream().anyMatch(ProviderVerticle::isConnected);
  }

  @Override
  public Future<Void> refresh() {
    return Future.join(verticles.stream().map(ProviderVerticle::refresh).toList()).mapEmpty();
  }

  @Override
  public JsonObject topology() {
    return new ProviderTopology(provider, verticles, selfRegistration).toJson();
  }

  @Override
  public List<Adjustable> adjustables() {
    return List.of(new WeightSetting(selfRegistration), new TagsSetting(selfRegistration));
  }

  /**
   * First out of the registry, so that nobody new comes; then each link is told to go away. In the
   * end the provider is left alone: one that shuts down, and is about to, waits for its clients.
   */
  @Override
  public Future<Void> drain(Duration grace) {
    return withdraw()
        .otherwiseEmpty()
        .compose(withdrawn -> Future.join(verticles.stream().map(ProviderVerticle::drain).toList()))
        .compose(drained -> provider.close())
        .timeout(grace.toMillis(), TimeUnit.MILLISECONDS)
        .mapEmpty();
  }

  /** Dubbo's consumers hear of it now, and can while it takes calls still. */
  @Override
  public void onLeaving() {
    gateway.ifPresent(GatewayAnnouncement::end);
  }

  /** From Dubbo's consumers first: what they find at the gateway may have no other agent. */
  private Future<Void> withdraw() {
    Future<Void> gone = gateway.map(GatewayAnnouncement::end).orElseGet(Future::succeededFuture);
    return gone.compose(nothing -> announcer.withdraw());
  }

  @Override
  public Future<Void> stop() {
    return withdraw()
        .compose(withdrawn -> provider.close())
        .eventually(() -> Future.join(deployments.stream().map(this::undeploy).toList()))
        .eventually(provider::release)
        .onComplete(
            stopped -> {
              if (tls != null) {
                tls.close();
              }
            });
  }

  private Future<Void> undeploy(String deployment) {
    return context.vertx().undeploy(deployment).otherwiseEmpty(); // what started it may have
  }
}
