package dev.vertxmesh.launch;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.admin.Adjustable;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.launch.log.Logging;
import dev.vertxmesh.launch.settings.AgentOptions;
import dev.vertxmesh.launch.settings.CommandReader;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.launch.settings.UsageError;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Runs an agent from its {@code main}: {@code Launcher.run("mesh-consumer", options, context -> new
 * ConsumerAgent(options, context), args)}.
 *
 * <p>The process ends with 0 after {@code --help}, {@code --version} and a signal; with 1 when it
 * can't start; with 2 when a setting is refused. Each of the last two prints one line.
 */
public final class Launcher {

  private static final int CANT_START = 1;
  private static final int REFUSED = 2;

  private Launcher() {}

  /**
   * Returns once the start has begun; from then on the agent's own threads keep the process alive.
   *
   * @param name the agent's name, such as {@code mesh-consumer}
   * @param factory makes the agent from what the launcher opened; may throw a {@link StartFailure}
   */
  public static void run(
      String name, AgentOptions options, Function<AgentContext, Agent> factory, String... args) {
    PlainJson.prefer();
    refuseRenegotiation();
    if (isAnswered(name, options, args)) {
      return;
    }
    Preparation preparation = Preparation.begin();
    try {
      if (!read(name, options, args)) {
        return;
      }
    } catch (StartFailure e) {
      failed(name, e);
    }
    preparation.awaitLibraries();
    Adjustable levels = Logging.install(options.common().logLevel());
    try {
      Vertx vertx = options.common().transport().start(options.common().eventLoops());
      List<Adjustable> ofProcess = List.of(levels);
      start(
          name,
          options.common(),
          vertx,
          RunningAgent.open(name, options, vertx, factory, ofProcess));
    } catch (RuntimeException e) {
      failed(name, e);
    }
  }

  /** A client over TLS 1.2 could have the JDK's engine make handshakes for as long as it likes. */
  private static void refuseRenegotiation() {
    String name = "jdk.tls.rejectClientInitiatedRenegotiation";
    System.setProperty(name, System.getProperty(name, "true"));
  }

  /** Whether it was only asked something, and that has been said. */
  private static boolean isAnswered(String name, AgentOptions options, String[] args) {
    if (CommandReader.asksFor(args, "--help", "-h")) {
      print(System.out, new CommandReader(name, options).help().stripTrailing());
      return true;
    }
    if (CommandReader.asksFor(args, "--version", "-V")) {
      print(
          System.out, name + " " + AgentRun.version(options) + ", " + Runtime.version() + " (JVM)");
      return true;
    }
    return false;
  }

  /** False when there's nothing left to do but leave. */
  private static boolean read(String name, AgentOptions options, String[] args) {
    try {
      new CommandReader(name, options).read(Arrays.asList(args), System.getenv());
      return !explains(options.common());
    } catch (UsageError e) {
      print(System.err, name + ": " + e.getMessage());
      System.exit(REFUSED);
      return false;
    }
  }

  /** Whether it was only asked which access rule decides, and that has been said. */
  private static boolean explains(CommonOptions common) {
    List<String> asked = common.explainAccess();
    if (asked.isEmpty()) {
      return false;
    }
    try {
      print(System.out, Access.explain(common.access(), asked.get(0), asked.get(1)));
    } catch (IllegalArgumentException e) {
      throw UsageError.wrong("--explain-access", "flag", e.getMessage());
    }
    return true;
  }

  private static void start(String name, CommonOptions common, Vertx vertx, RunningAgent agent) {
    GracefulShutdown ending =
        new GracefulShutdown(
            agent.lifecycle(),
            () -> Stream.of(vertx, agent.adminVertx()).filter(Objects::nonNull).toList(),
            common.lingerMillis(),
            common.graceMillis());
    Signals.handle(ending::onSignal, ending::onEnd); // first: one may come at any time
    Future.succeededFuture()
        .compose(handled -> agent.start()) // where Vert.x has been closed by now, this throws
        .onFailure(e -> onStartFailure(name, agent, ending, e));
  }

  /**
   * What the agent announced before it failed must not stay behind. If a signal has come, that ends
   * it.
   */
  private static void onStartFailure(
      String name, RunningAgent agent, GracefulShutdown ending, Throwable error) {
    if (!ending.hasBegun()) {
      agent.leave().timeout(1, TimeUnit.SECONDS).onComplete(done -> failed(name, error));
    }
  }

  private static void failed(String name, Throwable error) {
    boolean plain =
        error instanceof StartFailure
            || error instanceof RegistryFailure
            || error instanceof IllegalArgumentException;
    print(System.err, name + ": can't start: " + (plain ? error.getMessage() : error.toString()));
    System.getLogger(Launcher.class.getName()).log(Level.DEBUG, "can't start", error);
    System.exit(CANT_START);
  }

  private static void print(PrintStream stream, String line) {
    stream.println(line);
  }
}
