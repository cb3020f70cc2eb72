package dev.vertxmesh.consumer;

import dev.vertxmesh.balance.Balancer;
import dev.vertxmesh.balance.WeightedRoundRobin;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.ingress.http.HttpIngress;
import dev.vertxmesh.ingress.http.HttpOptions;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.StartFailure;
import dev.vertxmesh.link.CountedLinks;
import dev.vertxmesh.link.LinkOptions;
import dev.vertxmesh.link.LinkSetup;
import dev.vertxmesh.links.EndpointView;
import dev.vertxmesh.links.Links;
import dev.vertxmesh.links.StraightSetup;
import dev.vertxmesh.resilience.DeadlineCaller;
import dev.vertxmesh.resilience.DeadlineWheel;
import dev.vertxmesh.telemetry.MeteredCaller;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.NetClientOptions;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The consumer agent on one event loop: everything in it is touched on that loop alone. */
final class ConsumerVerticle extends VerticleBase {

  private static final int TICK_MILLIS = 10;
  private static final int WHEEL_SLOTS = 1024;
  private static final int FIRST_LINKS_MILLIS = 2_000;

  private final ConsumerOptions options;
  private final AgentContext agent;
  private final String where;
  private DeadlineWheel wheel;
  private boolean turning;
  private Links links;
  private HttpServer server;
  private volatile List<EndpointView> view = List.of();

  ConsumerVerticle(ConsumerOptions options, AgentContext agent) {
    this.options = options;
    this.agent = agent;
    this.where = agent.name();
  }

  @Override
  public Future<?> start() {
    Balancer balancer = new Balancer(WeightedRoundRobin::new, where);
    links = links(balancer);
    server = server(path(balancer));
    return agent
        .registry()
        .watch(links::update)
        .compose(watching -> firstLinks())
        .compose(tried -> listen());
  }

  /** Who is told that this agent is ready must be able to call; but nobody waits for the dead. */
  private Future<Void> firstLinks() {
    return links.tried().timeout(FIRST_LINKS_MILLIS, TimeUnit.MILLISECONDS).otherwiseEmpty();
  }

  private Future<HttpServer> listen() {
    return server
        .listen()
        .recover(
            e -> Future.failedFuture(StartFailure.listening("--port", "0.0.0.0", options.port, e)));
  }

  /** The path of a call, from the ingress down to the links. */
  private Caller path(Balancer balancer) {
    wheel =
        new DeadlineWheel(
            WHEEL_SLOTS, TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS), System::nanoTime);
    return new MeteredCaller(
        agent.meters(),
        balancer::knows,
        agent.meters().refusals("provider-limit"),
        System::nanoTime,
        new DeadlineCaller(wheel, this::turnWheel, balancer, where));
  }

  private Links links(Balancer balancer) {
    LinkSetup setup =
        new LinkSetup(
            vertx,
            agent.name() + " " + agent.version(),
            LinkOptions.withMaxMessage(options.maxMessage),
            new CountedLinks(agent.meters()),
            System::nanoTime);
    return new Links(
        (ContextInternal) context,
        vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true)),
        setup,
        new StraightSetup(
            context, options.maxMessage, agent.common().eventLoops(), System::nanoTime),
        ThreadLocalRandom.current(),
        services -> {
          balancer.update(services);
          view = links.view();
        });
  }

  private HttpServer server(Caller caller) {
    HttpOptions http =
        HttpOptions.of(
            options.maxMessage,
            options.timeoutMillis,
            where,
            Runtime.getRuntime().maxMemory(),
            agent.common().eventLoops());
    HttpIngress ingress = new HttpIngress(vertx, caller, http, System::nanoTime);
    return vertx
        .createHttpServer(
            new HttpServerOptions()
                .setPort(options.port)
                .setHandle100ContinueAutomatically(true)
                .setTcpNoDelay(true))
        .invalidRequestHandler(ingress::onInvalid)
        .requestHandler(ingress);
  }

  /** Ticks for as long as there are timers on the wheel. */
  private void turnWheel() {
    if (turning) {
      return; // it was empty for less than a tick
    }
    turning = true;
    vertx.setPeriodic(
        TICK_MILLIS,
        id -> {
          wheel.advance();
          if (wheel.isEmpty()) {
            turning = false;
            vertx.cancelTimer(id);
          }
        });
  }

  int port() {
    return server.actualPort();
  }

  /** The endpoints as they were a moment ago; asks for a newer view, so that the next is fresh. */
  List<EndpointView> view() {
    context.runOnContext(v -> view = links.view());
    return view;
  }

  /** Calls that wait with a deadline, as another thread may see them: a moment old. */
  int deadlines() {
    return wheel == null ? 0 : wheel.size();
  }

  /** Takes no new connection, lets the calls in flight end, and closes those that are idle. */
  Future<Void> drain(long graceMillis) {
    return server.shutdown(graceMillis, TimeUnit.MILLISECONDS);
  }

  @Override
  public Future<?> stop() {
    links.close();
    return server.close();
  }
}
