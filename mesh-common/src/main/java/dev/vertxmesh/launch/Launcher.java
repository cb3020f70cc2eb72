package dev.vertxmesh.launch;

import dev.vertxmesh.admin.AdminServer;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.launch.settings.AgentOptions;
import dev.vertxmesh.launch.settings.CommandReader;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.launch.settings.Transport;
import dev.vertxmesh.launch.settings.UsageError;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Runs an agent from its {@code main}: {@code Launcher.run("mesh-consumer", options, context -> new
 * ConsumerAgent(options, context), args)}.
 *
 * <p>The process ends with 0 after {@code --help}, {@code --version} and a signal; with 1 when it
 * can't start; with 2 when a setting is refused. Each of the last two prints one line.
 */
public final class Launcher {

  private static final Logger LOG = System.getLogger(Launcher.class.getName());
  private static final int CANT_START = 1;
  private static final int REFUSED = 2;

  private final AgentContext context;
  private final Agent agent;
  private final Lifecycle lifecycle;
  private final Vertx adminVertx;
  private final AdminServer admin;

  private Launcher(AgentContext context, Agent agent) {
    this.context = context;
    this.agent = agent;
    lifecycle = new Lifecycle(agent, context);
    adminVertx = Transport.like(context.vertx()).start(1); // no loop that is busy with calls
    admin = new AdminServer(adminVertx, lifecycle, context.meters(), context.common().adminHosts());
  }

  /**
   * Returns once the start has begun; from then on the agent's own threads keep the process alive.
   *
   * @param name the agent's name, such as {@code mesh-consumer}
   * @param factory makes the agent from what the launcher opened; may throw a {@link StartFailure}
   */
  public static void run(
      String name, AgentOptions options, Function<AgentContext, Agent> factory, String... args) {
    try {
      if (!read(name, options, args)) {
        return;
      }
    } catch (StartFailure e) {
      failed(name, e);
    }
    Logging.install(options.common().logLevel());
    DirectMemory.prepare(); // before anything asks Netty for a buffer
    try {
      Vertx vertx = options.common().transport().start(options.common().eventLoops());
      AgentContext context = open(name, options, vertx);
      new Launcher(context, factory.apply(context)).start();
    } catch (RuntimeException e) {
      failed(name, e);
    }
  }

  /** False when there's nothing left to do but leave. */
  private static boolean read(String name, AgentOptions options, String[] args) {
    CommandReader reader = new CommandReader(name, options);
    if (CommandReader.asksFor(args, "--help", "-h")) {
      print(System.out, reader.help().stripTrailing());
      return false;
    }
    if (CommandReader.asksFor(args, "--version", "-V")) {
      print(System.out, name + " " + version(options) + ", " + Runtime.version() + " (JVM)");
      return false;
    }
    try {
      reader.read(Arrays.asList(args), System.getenv());
      return true;
    } catch (UsageError e) {
      print(System.err, name + ": " + e.getMessage());
      System.exit(REFUSED);
      return false;
    }
  }

  private static AgentContext open(String name, AgentOptions options, Vertx vertx) {
    String version = version(options);
    CommonOptions common = options.common();
    Registry registry =
        Registries.parse(common.registry(), common.plugins().of(RegistryScheme.class)).apply(vertx);
    MeshMeters meters = new MeshMeters(name, version);
    meters.register(
        all -> {
          Gauge.builder(MeterNames.REGISTRY_AGE, () -> registry.ageMillis() / 1e3).register(all);
          Gauge.builder(MeterNames.REGISTRY_STALE, () -> registry.stale() ? 1 : 0).register(all);
          Gauge.builder(MeterNames.REGISTRY_INSTANCES, registry::size).register(all);
          Gauge.builder(MeterNames.REGISTRY_MALFORMED, registry::malformed).register(all);
        });
    return new AgentContext(name, version, vertx, registry, meters, common);
  }

  private void start() {
    CommonOptions common = context.common();
    Future<Integer> adminPort =
        admin
            .listen(common.adminPort(), common.adminHost())
            .recover(
                e ->
                    Future.failedFuture(
                        StartFailure.listening(
                            "--admin-port", common.adminHost(), common.adminPort(), e)));
    Future.all(adminPort, lifecycle.start())
        .onSuccess(all -> onStarted(adminPort.result()))
        .onFailure(this::onStartFailure);
    // while the event loops start the agent
    GracefulShutdown ending =
        new GracefulShutdown(
            lifecycle,
            List.of(context.vertx(), adminVertx),
            common.lingerMillis(),
            common.graceMillis());
    Signals.handle(ending::onSignal, ending::onEnd);
  }

  private void onStarted(int adminPort) {
    context.common().plugins().described().forEach(jar -> LOG.log(Level.INFO, "plugin " + jar));
    LOG.log(Level.INFO, ReadyLine.ready(context, agent, adminPort));
    agent.onStarted();
  }

  /** What the agent announced before it failed must not stay behind. */
  private void onStartFailure(Throwable error) {
    context
        .registry()
        .close()
        .timeout(1, TimeUnit.SECONDS)
        .onComplete(done -> failed(context.name(), error));
  }

  private static void failed(String name, Throwable error) {
    boolean plain =
        error instanceof StartFailure
            || error instanceof RegistryFailure
            || error instanceof IllegalArgumentException;
    print(System.err, name + ": can't start: " + (plain ? error.getMessage() : error.toString()));
    LOG.log(Level.DEBUG, "can't start", error);
    System.exit(CANT_START);
  }

  private static String version(AgentOptions options) {
    String version = options.getClass().getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private static void print(PrintStream stream, String line) {
    stream.println(line);
  }
}
