package dev.vertxmesh.launch;

import dev.vertxmesh.admin.AdminServer;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.launch.settings.AgentOptions;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.launch.settings.Transport;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Function;

/**
 * An agent with all that's opened for it: the registry, the meters, and the admin port with a
 * Vert.x of its own. Whose JVM it is makes no difference here.
 */
final class RunningAgent {

  private static final Logger LOG = System.getLogger(RunningAgent.class.getName());

  private final AgentContext context;
  private final Agent agent;
  private final Lifecycle lifecycle;
  private final Vertx adminVertx;
  private final AdminServer admin;
  private volatile int adminPort;

  private RunningAgent(AgentContext context, Agent agent) {
    this.context = context;
    this.agent = agent;
    lifecycle = new Lifecycle(agent, context);
    // no loop that is busy with calls
    adminVertx = context.common().hasAdmin() ? Transport.like(context.vertx()).start(1) : null;
    admin =
        adminVertx == null
            ? null
            : new AdminServer(
                adminVertx, lifecycle, context.meters(), context.common().adminHosts());
  }

  /**
   * Opens what the agent needs, and has it made; may block.
   *
   * @param factory may throw a {@link StartFailure}
   */
  static RunningAgent open(
      String name, AgentOptions options, Vertx vertx, Function<AgentContext, Agent> factory) {
    CommonOptions common = options.common();
    Registry registry =
        Registries.parse(common.registry(), common.plugins().of(RegistryScheme.class)).apply(vertx);
    MeshMeters meters = new MeshMeters(name, version(options));
    meters.register(
        all -> {
          Gauge.builder(MeterNames.REGISTRY_AGE, () -> registry.ageMillis() / 1e3).register(all);
          Gauge.builder(MeterNames.REGISTRY_STALE, () -> registry.stale() ? 1 : 0).register(all);
          Gauge.builder(MeterNames.REGISTRY_INSTANCES, registry::size).register(all);
          Gauge.builder(MeterNames.REGISTRY_MALFORMED, registry::malformed).register(all);
        });
    AgentContext context =
        new AgentContext(name, version(options), vertx, registry, meters, common);
    try {
      return new RunningAgent(context, factory.apply(context));
    } catch (RuntimeException e) {
      registry.close();
      throw e;
    }
  }

  static String version(AgentOptions options) {
    String version = options.getClass().getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** Completes when it's ready; called once. */
  Future<Void> start() {
    return Future.all(listen(), lifecycle.start()).onSuccess(all -> onStarted()).mapEmpty();
  }

  private Future<Integer> listen() {
    CommonOptions common = context.common();
    if (admin == null) {
      return Future.succeededFuture();
    }
    return admin
        .listen(common.adminPort(), common.adminHost())
        .onSuccess(port -> adminPort = port)
        .recover(
            e ->
                Future.failedFuture(
                    StartFailure.listening(
                        "--admin-port", common.adminHost(), common.adminPort(), e)));
  }

  private void onStarted() {
    context.common().plugins().described().forEach(jar -> LOG.log(Level.INFO, "plugin " + jar));
    LOG.log(Level.INFO, ReadyLine.ready(context, agent, adminPort));
    agent.onStarted();
  }

  Lifecycle lifecycle() {
    return lifecycle;
  }

  /** Where it takes calls, once it has started. */
  int port() {
    return agent.port();
  }

  /** 0 where there's none. */
  int adminPort() {
    return adminPort;
  }

  /** Null where there's no admin port. */
  Vertx adminVertx() {
    return adminVertx;
  }

  /** Takes what it has announced out of the registry, which a start that failed leaves behind. */
  Future<Void> leave() {
    return context.registry().close();
  }

  /** Ends it, and closes all that was opened for it; never fails. */
  Future<Void> stop() {
    return lifecycle
        .stop()
        .eventually(() -> adminVertx == null ? Future.succeededFuture() : adminVertx.close())
        .onComplete(closed -> context.common().plugins().close())
        .otherwiseEmpty();
  }
}
