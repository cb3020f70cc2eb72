package dev.vertxmesh.launch;

import dev.vertxmesh.launch.settings.AgentOptions;
import dev.vertxmesh.launch.settings.CommandReader;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;

/**
 * An agent inside somebody's program. It ends no JVM, installs no log and takes no signals, and
 * what it opens in the program's Vert.x ends with it, as it's all deployed by one verticle.
 */
public final class EmbeddedAgent {

  private final Vertx vertx;
  private final String deployment;
  private final RunningAgent agent;
  private Future<Void> closed;

  private EmbeddedAgent(Vertx vertx, String deployment, RunningAgent agent) {
    this.vertx = vertx;
    this.deployment = deployment;
    this.agent = agent;
  }

  /**
   * Starts one; may be called on any thread. Completes when it listens: {@link #ready} tells when
   * it's ready, too. Fails with the words that the command line prints.
   *
   * @param settings by the names that a file of {@code --config} has; without {@code admin-port}
   *     there's no admin port
   */
  public static Future<EmbeddedAgent> start(
      Vertx vertx,
      String name,
      AgentOptions options,
      Function<AgentContext, Agent> factory,
      JsonObject settings) {
    Deployed verticle = new Deployed(name, options, factory, settings.copy());
    return vertx
        .deployVerticle(verticle)
        .map(deployment -> new EmbeddedAgent(vertx, deployment, verticle.agent));
  }

  /** Where it takes calls. */
  public int port() {
    return agent.port();
  }

  /** Its admin port; 0 where there's none. */
  public int adminPort() {
    return agent.adminPort();
  }

  /** Completes when calls can be taken for the first time. */
  public Future<Void> ready() {
    return agent.ready();
  }

  /**
   * Drains it as SIGTERM does, within {@code linger} and {@code grace}, and closes all that it
   * opened; once, and never fails.
   */
  public synchronized Future<Void> close() {
    if (closed == null) {
      agent.lifecycle().onEnding();
      closed =
          agent
              .lifecycle()
              .drain()
              .compose(drained -> vertx.undeploy(deployment))
              .otherwiseEmpty(); // who closes Vert.x has undeployed it already
    }
    return closed;
  }

  /** Its context is the agent's: not the one that starts it. */
  private static final class Deployed extends VerticleBase {
    private final String name;
    private final AgentOptions options;
    private final Function<AgentContext, Agent> factory;
    private final JsonObject settings;
    private RunningAgent agent;

    Deployed(
        String name,
        AgentOptions options,
        Function<AgentContext, Agent> factory,
        JsonObject settings) {
      this.name = name;
      this.options = options;
      this.factory = factory;
      this.settings = settings;
    }

    @Override
    public Future<?> start() {
      return vertx
          .executeBlocking(this::open)
          .compose(opened -> opened.start().recover(e -> end(opened, e)));
    }

    private RunningAgent open() {
      new CommandReader(name, options).read(settings);
      try {
        agent = RunningAgent.open(name, options, vertx, factory, List.of());
        agent.openAdmin(); // here, as the start is on an event loop
        return agent;
      } catch (RuntimeException e) {
        options.common().plugins().close();
        throw e;
      }
    }

    private static Future<Void> end(RunningAgent opened, Throwable error) {
      return opened.stop().compose(stopped -> Future.failedFuture(error));
    }

    @Override
    public Future<?> stop() {
      return agent.stop();
    }
  }
}
