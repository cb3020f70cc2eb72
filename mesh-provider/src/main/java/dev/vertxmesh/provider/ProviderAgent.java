package dev.vertxmesh.provider;

import dev.vertxmesh.accept.AcceptedLinkView;
import dev.vertxmesh.admin.Adjustable;
import dev.vertxmesh.announce.Announcer;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.InstanceJson;
import dev.vertxmesh.launch.Agent;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.link.setup.LinkBounds;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The provider agent: one verticle an event loop, all on one port, announced once. */
final class ProviderAgent implements Agent {

  private static final Logger LOG = System.getLogger(ProviderAgent.class.getName());

  private final ProviderOptions options;
  private final AgentContext context;
  private final List<ProviderVerticle> verticles;
  private final Announcer announcer;
  private final SelfRegistration selfRegistration;
  private final BridgedProvider provider;
  private final ProviderServices services;
  private final long startedAtMillis = System.currentTimeMillis();
  private volatile String id;

  /**
   * Reads the API, which blocks.
   *
   * @throws StartFailure if it can't be read
   */
  ProviderAgent(ProviderOptions options, AgentContext context) {
    this.options = options;
    this.context = context;
    this.announcer = new Announcer(context.registry());
    this.selfRegistration =
        new SelfRegistration(
            context.vertx(), announcer, new Self(), options.weight, options.tags());
    this.provider = new BridgedProvider(options, context, this::isConnected, this::onProvider);
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
                        provider,
                        selfRegistration::update))
            .limit(loops)
            .toList();
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
    return context.vertx().deployVerticle(verticle);
  }

  /** Nothing is announced yet that the provider hasn't answered for. */
  private Future<Void> begin() {
    id = Instance.newId(options.host, verticles.get(0).port());
    return context
        .registry()
        .check()
        .compose(usable -> services.start())
        .onSuccess(asked -> selfRegistration.begin());
  }

  @Override
  public void onStarted() {
    provider.onStarted();
    AnnouncedHost.check(options.host, context.registry().describe());
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
          .speaking(serialization());
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
      return services.list().stream().filter(ProviderAgent.this::answers).toList();
    }

    @Override
    public String whyNone() {
      return unwell()
          .orElse(
              "the provider has answered %s for none of its services yet"
                  .formatted(provider.question()));
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
    return "calls go to a consumer agent, at port 20000 unless it was told another";
  }

  @Override
  public List<String> notReady() {
    Optional<String> unwell = unwell();
    String absent = selfRegistration.whyNot();
    if (unwell.isPresent() || absent.isEmpty()) {
      return unwell.map(List::of).orElse(List.of());
    }
    return List.of(absent);
  }

  /** What is the matter with the provider. */
  private Optional<String> unwell() {
    String where = provider.where() + ": ";
    for (ProviderVerticle verticle : verticles) {
      if (!verticle.isConnected() || verticle.problem() != null) {
        return Optional.of(where + verticle.bridgeState());
      }
    }
    return services.isKnown()
        ? Optional.empty()
        : Optional.of(where + "what it serves isn't known, --service names it; " + services.how());
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
    Instance announced = selfRegistration.announced();
    JsonArray served = new JsonArray();
    for (ServiceKey service : services.list()) {
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
        .put("state", !isConnected() ? "unreachable" : answers(service) ? "open" : "failed")
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
    notes.add("services known " + services.how());
    return String.join("; ", notes);
  }

  @Override
  public List<Adjustable> adjustables() {
    return List.of(new WeightSetting(selfRegistration), new TagsSetting(selfRegistration));
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

  /**
   * First out of the registry, so that nobody new comes; then each link is told to go away. In the
   * end the provider is left alone: one that shuts down, and is about to, waits for its clients.
   */
  @Override
  public Future<Void> drain(Duration grace) {
    return announcer
        .withdraw()
        .otherwiseEmpty()
        .compose(withdrawn -> Future.join(verticles.stream().map(ProviderVerticle::drain).toList()))
        .compose(drained -> provider.close())
        .timeout(grace.toMillis(), TimeUnit.MILLISECONDS)
        .mapEmpty();
  }

  @Override
  public Future<Void> stop() {
    return announcer
        .withdraw()
        .compose(withdrawn -> provider.close()); // closing Vert.x undeploys the verticles
  }
}
