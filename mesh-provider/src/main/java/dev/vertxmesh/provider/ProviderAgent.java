package dev.vertxmesh.provider;

import dev.vertxmesh.accept.LinkView;
import dev.vertxmesh.announce.Announcer;
import dev.vertxmesh.bridge.dubbo.DubboOptions;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.launch.Agent;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The provider agent: one verticle an event loop, all on one port, announced once. */
final class ProviderAgent implements Agent {

  private static final Logger LOG = System.getLogger(ProviderAgent.class.getName());

  private final ProviderOptions options;
  private final AgentContext context;
  private final List<ProviderVerticle> verticles;
  private final Announcer announcer;
  private final BridgeWatch watch;
  private final Served served;
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
    this.served = new Served(options, context.vertx(), this::isConnected, this::announce);
    this.watch = new BridgeWatch("dubbo " + options.dubbo, context.meters(), served::onConnected);
    ApiClasses api = api(options.api);
    int loops = Math.min(context.common().eventLoops(), options.limit);
    this.verticles =
        Stream.generate(
                () ->
                    new ProviderVerticle(
                        options, context, options.limit / loops, watch, served, api))
            .limit(loops)
            .toList();
  }

  private static ApiClasses api(List<Path> paths) {
    if (paths.isEmpty()) {
      return ApiClasses.NONE;
    }
    try {
      ApiClasses api = ApiClasses.read(paths);
      LOG.log(
          Level.INFO,
          "the API has %d classes, and %d methods of interfaces"
              .formatted(api.size(), api.methodCount()));
      return api;
    } catch (IllegalArgumentException e) {
      throw new StartFailure("--api: " + e.getMessage(), e);
    }
  }

  @Override
  public Future<Void> start() {
    return Future.all(verticles.stream().map(context.vertx()::deployVerticle).toList())
        .compose(listening -> begin());
  }

  /** What isn't known yet is announced when it is. */
  private Future<Void> begin() {
    id = Instance.newId(options.host, verticles.get(0).port());
    return served
        .start()
        .compose(
            asked ->
                served.isKnown()
                    ? announcer.announce(instance(served.list()))
                    : Future.succeededFuture());
  }

  @Override
  public void onStarted() {
    watch.onStarted();
  }

  /** Also tried again with the next answer, if it fails. */
  private void announce(List<ServiceKey> services) {
    announcer
        .announce(instance(services))
        .onFailure(e -> LOG.log(Level.WARNING, "couldn''t announce it: {0}", e.getMessage()));
  }

  private Instance instance(List<ServiceKey> services) {
    Instance instance =
        new Instance(
            id,
            options.host,
            verticles.get(0).port(),
            services,
            options.weight,
            Map.of(),
            options.limit,
            startedAtMillis);
    // what is tried first isn't yet what is spoken
    return options.serialization.equals(DubboOptions.AUTO)
        ? instance
        : instance.speaking(options.serialization);
  }

  @Override
  public String listening() {
    return "port %d, bridging dubbo %s".formatted(verticles.get(0).port(), options.dubbo);
  }

  @Override
  public List<String> notReady() {
    String where = "dubbo " + options.dubbo + ": ";
    for (ProviderVerticle verticle : verticles) {
      if (!verticle.isConnected() || verticle.problem() != null) {
        return List.of(where + verticle.bridgeState());
      }
    }
    return served.isKnown()
        ? List.of()
        : List.of(where + "what it serves isn't known, --service names it; " + served.how());
  }

  private boolean isConnected() {
    return verticles.stream().anyMatch(ProviderVerticle::isConnected);
  }

  @Override
  public JsonObject topology() {
    ProviderVerticle first = verticles.get(0);
    JsonObject endpoint =
        new JsonObject()
            .put("address", options.dubbo.toString())
            .put("state", first.isConnected() ? "open" : "unreachable")
            .put("weight", options.weight)
            .put("inFlight", verticles.stream().mapToInt(ProviderVerticle::inFlight).sum())
            .put("limit", options.limit)
            .put("note", first.bridgeState() + "; services known " + served.how());
    JsonArray services = new JsonArray();
    for (ServiceKey service : served.list()) {
      services.add(
          new JsonObject()
              .put("service", service.toString())
              .put("methods", new JsonArray(served.methods(service)))
              .put("endpoints", new JsonArray().add(endpoint)));
    }
    return new JsonObject().put("services", services).put("links", links());
  }

  private JsonArray links() {
    JsonArray links = new JsonArray();
    for (ProviderVerticle verticle : verticles) {
      for (LinkView link : verticle.links()) {
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

  /** First out of the registry, so that nobody new comes; then each link is told to go away. */
  @Override
  public Future<Void> drain(Duration grace) {
    return announcer
        .withdraw()
        .otherwiseEmpty()
        .compose(withdrawn -> Future.join(verticles.stream().map(ProviderVerticle::drain).toList()))
        .timeout(grace.toMillis(), TimeUnit.MILLISECONDS)
        .mapEmpty();
  }

  @Override
  public Future<Void> stop() {
    return announcer
        .withdraw()
        .compose(withdrawn -> served.close()); // closing Vert.x undeploys the verticles
  }
}
