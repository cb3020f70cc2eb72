package dev.vertxmesh.consumer;

import dev.vertxmesh.admission.LoopQueue;
import dev.vertxmesh.balance.Absence;
import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.balance.Balancer;
import dev.vertxmesh.balance.EjectionObserver;
import dev.vertxmesh.balance.GroupSettings;
import dev.vertxmesh.balance.MemberView;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.consumer.routes.Routing;
import dev.vertxmesh.consumer.tls.CallersTls;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.http2.WindowView;
import dev.vertxmesh.ingress.dubbo.ConnectionRoom;
import dev.vertxmesh.ingress.dubbo.ConsumerView;
import dev.vertxmesh.ingress.dubbo.DubboIngress;
import dev.vertxmesh.ingress.dubbo.DubboIngressOptions;
import dev.vertxmesh.ingress.dubbo.IngressObserver;
import dev.vertxmesh.ingress.http.HttpOptions;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.plugin.PluginFilters;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.links.EndpointView;
import dev.vertxmesh.links.Links;
import dev.vertxmesh.links.OutgoingLinks;
import dev.vertxmesh.listen.Gate;
import dev.vertxmesh.listen.PausedReads;
import dev.vertxmesh.listen.PortRoom;
import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.plugin.AgentKind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.internal.ContextInternal;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** The consumer agent on one event loop: everything in it is touched on that loop alone. */
final class ConsumerVerticle extends VerticleBase {

  private static final int FIRST_LINKS_MILLIS = 2_000;

  private final ConsumerOptions options;
  private final AgentContext agent;
  private final OutgoingLinks outgoing;
  private final DirectBackends backends;
  private final CallersConnections callers;
  private final CallersTls tls;
  private final String where;
  private final SplittableRandom random = new SplittableRandom();
  private final IngressObserver dubboWatch;
  private final Routing routing;
  private final EjectionObserver ejectionWatch;
  private PluginFilters plugins;
  private ConsumerPath path;
  private LoopQueue queue;
  private Gate gate;
  private Balancer balancer;
  private Links links;
  private Ingresses ingresses;
  private LinksView mesh;
  private Http2Connections connections;
  private HttpServer server;
  private DubboIngress dubbo;
  private int dubboPort;
  private volatile WindowView windows = WindowView.NONE;
  private volatile List<ConsumerView> consumers = List.of();
  private volatile List<EndpointView> view = List.of();
  private volatile Map<ServiceKey, List<MemberView>> members = Map.of();

  /**
   * @param outgoing how links are set up
   * @param backends the protocols of providers without an agent
   * @param callers the count of callers' connections, of all event loops
   * @param dubboWatch is told what happens on the port for Dubbo consumers
   * @param ejectionWatch is told which endpoints are left out
   */
  ConsumerVerticle(
      ConsumerOptions options,
      AgentContext agent,
      OutgoingLinks outgoing,
      DirectBackends backends,
      CallersConnections callers,
      CallersTls tls,
      IngressObserver dubboWatch,
      EjectionObserver ejectionWatch,
      Routing routing) {
    this.routing = routing;
    this.options = options;
    this.agent = agent;
    this.outgoing = outgoing;
    this.backends = backends;
    this.callers = callers;
    this.tls = tls;
    this.dubboWatch = dubboWatch;
    this.ejectionWatch = ejectionWatch;
    this.where = agent.name();
  }

  @Override
  public Future<?> start() {
    Absence absence = new Absence(agent.registry()::unasked, agent.registry()::skipped);
    balancer =
        new Balancer(this::spread, options.balancing.hashKey(), System::nanoTime, where, absence);
    routing.follow(context, balancer);
    links = links();
    mesh = new LinksView(links, balancer::knows);
    if (options.linkIdleMillis > 0) {
      links.closeIdle(options.linkIdleMillis);
    }
    plugins = agent.common().plugins().filters(AgentKind.CONSUMER, vertx, where);
    path = new ConsumerPath(agent, links, balancer, mesh, plugins, options.retry, options);
    queue =
        LoopQueue.of(
            vertx, agent.common().queue(), path, agent.meters().refusals("queue")::increment);
    server = server();
    dubbo = dubbo();
    return agent
        .registry()
        .watch(links::update)
        .compose(watching -> firstLinks())
        .compose(tried -> listen())
        .compose(listening -> listenForDubbo());
  }

  /** Who is told that this agent is ready must be able to call; but nobody waits for the dead. */
  private Future<Void> firstLinks() {
    return links.tried().timeout(FIRST_LINKS_MILLIS, TimeUnit.MILLISECONDS).otherwiseEmpty();
  }

  private Future<HttpServer> listen() {
    return server.listen().recover(e -> notListening("--port", options.port, e));
  }

  private <T> Future<T> notListening(String flag, int port, Throwable cause) {
    return Future.failedFuture(
        StartFailure.listening(flag, options.common.bind().host(), port, cause));
  }

  private Future<Integer> listenForDubbo() {
    if (options.dubboPort == null) {
      return Future.succeededFuture();
    }
    return dubbo
        .listen(SocketSetup.listener(options.common.bind().host(), options.dubboPort), tls.dubbo())
        .onSuccess(listening -> dubboPort = listening)
        .recover(e -> notListening("--dubbo-port", options.dubboPort, e));
  }

  private GroupSettings spread(ServiceKey service) {
    return new GroupSettings(
        options.balancing.mode(service),
        options.balancing.warmUpMillis,
        options.balancing.ejection(),
        ejectionWatch,
        System::currentTimeMillis,
        random,
        options.balancing.rule(service).plugin(),
        options.routing.zone());
  }

  private Links links() {
    return new Links(
        (ContextInternal) context,
        outgoing.client(vertx),
        outgoing.setup(vertx),
        backends.setup(context, agent.common().eventLoops(), agent.registry()::types),
        options.balancing.subset(),
        random,
        service -> options.balancing.mode(service) == BalanceMode.HASH,
        balancer::update);
  }

  private HttpServer server() {
    HttpOptions http =
        HttpOptions.of(
            options.maxMessage,
            options.timeoutMillis,
            options.strict,
            where,
            options.balancing.affinityHeader(),
            options.routing.header(),
            options.connections.bodyPace);
    WindowLimits most = WindowLimits.of(options.windows.most(), Runtime.getRuntime().maxMemory());
    connections = new Http2Connections(most, System::nanoTime);
    gate =
        new Gate(
            vertx,
            options.connections.of(agent.common().eventLoops()),
            callers.count(),
            callers,
            System::nanoTime);
    gate.hold(new PausedReads(vertx, queue::isShort, System::nanoTime));
    callers.onLoop(queue::isCold);
    gate.closeLate(callers::isCold);
    ingresses = new Ingresses(vertx, path, connections, gate, queue::sheds, options, http);
    return ingresses.server(vertx, options, tls.http());
  }

  private DubboIngress dubbo() {
    DubboIngressOptions limits =
        DubboIngressOptions.of(
            options.maxMessage,
            options.timeoutMillis,
            options.connections.bodyPace,
            where,
            Runtime.getRuntime().maxMemory(), // which is what direct buffers may take, too
            agent.common().eventLoops(),
            agent.access().isOn(),
            ConsumerPath.words(agent, options));
    PortRoom callersRoom = gate.otherPort();
    ConnectionRoom room = new ConnectionRoom(callersRoom::onAccept, callersRoom::onProven);
    return new DubboIngress(vertx, path, queue::sheds, limits, room, dubboWatch, System::nanoTime);
  }

  int port() {
    return server.actualPort();
  }

  /** Where Dubbo consumers come in; 0 if they don't. */
  int dubboPort() {
    return dubboPort;
  }

  /** Completes once the views are those of now. */
  Future<Void> refresh() {
    Promise<Void> done = Promise.promise();
    context.runOnContext(
        v -> {
          consumers = dubbo.view();
          view = links.view();
          members = balancer.view();
          done.complete();
        });
    return done.future();
  }

  /** The Dubbo consumers when they were looked at last. */
  List<ConsumerView> consumers() {
    return consumers;
  }

  /** The callers' HTTP/2 connections as they were a moment ago; asks for a newer view. */
  WindowView windows() {
    context.runOnContext(v -> windows = connections.view());
    return windows;
  }

  /** The endpoints when they were looked at last. */
  List<EndpointView> view() {
    return view;
  }

  /** The same, of what is known of them as those who serve a service; asks for a newer view. */
  Map<ServiceKey, List<MemberView>> members() {
    context.runOnContext(v -> members = balancer.view());
    return members;
  }

  /** Calls that wait with a deadline, as another thread may see them: a moment old. */
  int deadlines() {
    return path == null ? 0 : path.deadlines();
  }

  /** How long what comes waits for its turn at least, in nanoseconds: a moment old. */
  long queueingNanos() {
    return queue == null ? 0 : queue.standingNanos();
  }

  /** Callers are told, each with its next answer, to come by another connection next time. */
  void onLeaving() {
    context.runOnContext(v -> ingresses.onLeaving());
  }

  /** Takes no new connection, lets the calls in flight end, and closes those that are idle. */
  Future<Void> drain(long graceMillis) {
    Promise<Void> drained = Promise.promise();
    context.runOnContext(v -> drainNow(graceMillis).onComplete(drained));
    return drained.future();
  }

  private Future<Void> drainNow(long graceMillis) {
    mesh.leave();
    connections.end();
    Future<Void> answered = server.shutdown(graceMillis, TimeUnit.MILLISECONDS);
    return Future.join(answered, dubbo.drain(graceMillis)).mapEmpty();
  }

  @Override
  public Future<?> stop() {
    links.close();
    plugins.close();
    return dubbo.close().compose(closed -> server.close());
  }
}
