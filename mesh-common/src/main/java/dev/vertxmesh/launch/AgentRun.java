package dev.vertxmesh.launch;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.discovery.several.SeveralRegistries;
import dev.vertxmesh.launch.settings.AgentOptions;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.limits.CallerLimits;
import dev.vertxmesh.limits.redis.RedisQuotas;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** An agent from one start to its end, with the registry and the meters that are its own. */
final class AgentRun {

  private static final Logger LOG = System.getLogger(AgentRun.class.getName());

  private final AgentContext context;
  private final Agent agent;
  private final AtomicBoolean ending = new AtomicBoolean();
  private final Promise<Void> ended = Promise.promise();

  AgentRun(AgentContext context, Agent agent) {
    this.context = context;
    this.agent = agent;
  }

  /**
   * Opens what the agent needs, and has it made; may block.
   *
   * @param factory may throw a {@link StartFailure}
   */
  static AgentRun open(
      String name, AgentOptions options, Vertx vertx, Function<AgentContext, Agent> factory) {
    CommonOptions common = options.common();
    Registry registry = registry(common, vertx);
    String version = version(options);
    MeshMeters meters = new MeshMeters(name, version);
    meters.register(
        all -> {
          Gauge.builder(MeterNames.REGISTRY_AGE, () -> registry.ageMillis() / 1e3).register(all);
          Gauge.builder(MeterNames.REGISTRY_STALE, () -> registry.stale() ? 1 : 0).register(all);
          Gauge.builder(MeterNames.REGISTRY_INSTANCES, registry::size).register(all);
          Gauge.builder(MeterNames.REGISTRY_MALFORMED, registry::malformed).register(all);
        });
    try {
      Access access = Access.open(vertx, common.access(), meters);
      CallerLimits limits =
          CallerLimits.open(
              vertx,
              common.limits(),
              access.file(),
              meters,
              (redis, wallNanos) -> new RedisQuotas(vertx, redis, wallNanos));
      access.watch();
      limits.watch();
      AgentContext context =
          new AgentContext(
              name,
              version,
              vertx,
              registry,
              meters,
              common,
              access,
              limits,
              new Certificates(name, meters));
      return new AgentRun(context, factory.apply(context));
    } catch (RuntimeException e) {
      registry.close();
      throw e;
    }
  }

  private static Registry registry(CommonOptions common, Vertx vertx) {
    List<RegistryScheme> schemes = common.plugins().of(RegistryScheme.class);
    return SeveralRegistries.of(
        vertx,
        common.registries().stream()
            .map(url -> Registries.parse(url, schemes).apply(vertx))
            .toList());
  }

  static String version(AgentOptions options) {
    String version = options.getClass().getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  AgentContext context() {
    return context;
  }

  Agent agent() {
    return agent;
  }

  Registry registry() {
    return context.registry();
  }

  /** Nobody calls an agent that waits for its registry: that is what has to be put right. */
  Optional<Obstacle> trouble() {
    String problem = registry().problem();
    return problem.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Obstacle.of(
                registry().describe() + ": " + problem,
                "See to that, or give --registry the address at which the registry runs"));
  }

  /** Ends it, and takes out what it announced; asked again, it's the same end. Never fails. */
  Future<Void> end() {
    if (ending.compareAndSet(false, true)) {
      guarded("stop", agent.stop())
          .onComplete(stopped -> context.access().close())
          .onComplete(stopped -> context.limits().close())
          .compose(nothing -> guarded("close the registry", registry().close()))
          .onComplete(closed -> context.meters().close())
          .onComplete(ended);
    }
    return ended.future();
  }

  /** What fails is told in the log, and doesn't keep what comes after it. */
  static Future<Void> guarded(String what, Future<Void> future) {
    return future.otherwise(
        e -> {
          LOG.log(Level.WARNING, "couldn''t {0}: {1}", what, e);
          return null;
        });
  }
}
