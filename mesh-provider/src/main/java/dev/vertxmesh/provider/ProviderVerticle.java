package dev.vertxmesh.provider;

import dev.vertxmesh.accept.AcceptedLinkView;
import dev.vertxmesh.accept.LinkAcceptor;
import dev.vertxmesh.access.AccessFilter;
import dev.vertxmesh.access.outside.AttachmentFilter;
import dev.vertxmesh.admission.Admission;
import dev.vertxmesh.admission.LoopQueue;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.plugin.PluginFilters;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.limits.LimitFilter;
import dev.vertxmesh.link.setup.CountedLinks;
import dev.vertxmesh.link.setup.LinkBounds;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.link.tls.LinkTls;
import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.plugin.AgentKind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.Set;

/** The provider agent on one event loop: everything in it is touched on that loop alone. */
final class ProviderVerticle extends VerticleBase {

  private final ProviderOptions options;
  private final AgentContext agent;
  private final int limit;
  private final Runnable onAnswering;
  private final String name;
  private final LinkBounds bounds;
  private final LinkTls tls;
  private final BridgedProvider provider;
  private Bridge bridge;
  private Admission admission;
  private LoopQueue queue;
  private PluginFilters plugins;
  private LinkAcceptor acceptor;
  private int port;
  private volatile List<AcceptedLinkView> links = List.of();

  /**
   * @param limit this loop's share of the calls in flight
   * @param bounds of the links of all loops
   * @param tls of links; null for plain text
   * @param onAnswering run when it answers for other services than before
   */
  ProviderVerticle(
      ProviderOptions options,
      AgentContext agent,
      int limit,
      LinkBounds bounds,
      LinkTls tls,
      BridgedProvider provider,
      Runnable onAnswering) {
    this.onAnswering = onAnswering;
    this.options = options;
    this.agent = agent;
    this.limit = limit;
    this.bounds = bounds;
    this.tls = tls;
    this.provider = provider;
    this.name = agent.name() + " " + agent.version();
  }

  @Override
  public Future<?> start() {
    bridge = provider.open(context, onAnswering);
    admission = new Admission(limit, limit, name, "--limit of that agent", System::nanoTime);
    plugins = agent.common().plugins().filters(AgentKind.PROVIDER, vertx, agent.name());
    ProviderPath path =
        new ProviderPath(
            agent.meters(),
            access(),
            new LimitFilter(agent.limits(), name, admission::limit),
            attachments(),
            provider.services()::contains,
            plugins,
            admission,
            bridge);
    queue =
        LoopQueue.of(
            vertx, agent.common().queue(), path, agent.meters().refusals("queue")::increment);
    acceptor = acceptor(path);
    return acceptor
        .listen()
        .onSuccess(listening -> port = listening)
        .recover(
            e ->
                Future.failedFuture(
                    StartFailure.listening(
                        "--port", options.common.bind().host(), options.port, e)));
  }

  private AttachmentFilter attachments() {
    return new AttachmentFilter(
        options.attachments.names(), agent.access(), name, agent.common().identityAttachment());
  }

  private AccessFilter access() {
    return new AccessFilter(
        agent.access(),
        name,
        options.linkTrust,
        ClientCertificates.NONE, // nobody calls here but by a link
        agent.common().identityAttachment());
  }

  private LinkAcceptor acceptor(ProviderPath path) {
    LinkSetup setup =
        new LinkSetup(
            vertx,
            name,
            options.windows.of(LinkOptions.withMaxMessage(options.maxMessage)),
            bounds,
            new CountedLinks(agent.meters()),
            System::nanoTime,
            tls);
    return new LinkAcceptor(
        SocketSetup.listener(options.common.bind().host(), options.port),
        setup,
        admission,
        this::canServe,
        queue::sheds,
        path);
  }

  private boolean canServe() {
    return bridge.isConnected() && bridge.problem() == null;
  }

  int port() {
    return port;
  }

  /** What the provider serves, or how many calls it can have at once, may have changed. */
  void onProvider(int newLimit) {
    context.runOnContext(
        v -> {
          if (newLimit != admission.told()) {
            admission.limit(newLimit);
          }
          bridge.onServices();
        });
  }

  /** The services that the provider answers for. */
  Set<ServiceKey> answering() {
    return bridge.answering();
  }

  /** In which the provider takes requests; empty until that's known. */
  String serialization() {
    return bridge.serialization();
  }

  /** Calls that may be in flight, as another thread may see them: a moment old. */
  int limit() {
    return admission.limit();
  }

  boolean isConnected() {
    return bridge.isConnected();
  }

  String bridgeState() {
    return problem() == null ? bridge.state() : bridge.state() + ", but " + problem();
  }

  /** Why calls can't be answered although the provider is connected; null if nothing is known. */
  String problem() {
    return bridge.problem();
  }

  /** Calls in flight and waiting, as another thread may see them: a moment old. */
  int inFlight() {
    return admission.inFlight();
  }

  /** How long what comes waits for its turn at least, in nanoseconds: a moment old. */
  long queueingNanos() {
    return queue == null ? 0 : queue.standingNanos();
  }

  /** Completes once the view of the links is that of now. */
  Future<Void> refresh() {
    Promise<Void> done = Promise.promise();
    context.runOnContext(
        v -> {
          links = acceptor.view();
          done.complete();
        });
    return done.future();
  }

  /** The links when they were looked at last. */
  List<AcceptedLinkView> links() {
    return links;
  }

  /** Calls that could be, if the provider had a thread for each. */
  int toldLimit() {
    return admission.told();
  }

  /** Takes no new call; completes when those it has have ended, and closes the bridge then. */
  Future<Void> drain() {
    Promise<Void> drained = Promise.promise();
    context.runOnContext(
        v ->
            acceptor
                .drain("the agent is draining")
                .compose(done -> bridge.close())
                .onComplete(drained));
    return drained.future();
  }

  @Override
  public Future<?> stop() {
    return acceptor.close().onComplete(closed -> plugins.close()).compose(closed -> bridge.close());
  }
}
