package dev.vertxmesh.simulation.agent;

import dev.vertxmesh.accept.AcceptedLinkView;
import dev.vertxmesh.accept.LinkAcceptor;
import dev.vertxmesh.admission.Admission;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.etcd.AgentLayout;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.discovery.etcd.KeyedRegistry;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.kind.Announcer;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.simulation.store.StoreClient;
import dev.vertxmesh.simulation.world.World;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.net.NetServerOptions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A provider's agent: links accepted, calls admitted, itself announced. */
public final class SimProvider {

  public static final int PORT = 30_000;

  private static final long RETRY_NANOS = World.millis(1_000);

  private final SimProcess process;
  private final MeshOptions options;
  private final List<ServiceKey> services;
  private final String id;
  private final long startedAtMillis;
  private final SimMeter meter = new SimMeter();
  private final StoreClient store;
  private final KeyedRegistry registry;
  private final Announcer announcer;
  private final Admission admission;
  private final LinkAcceptor acceptor;
  private boolean canServe = true;
  private boolean leaving;
  private boolean ended;
  private int weight;

  /**
   * @param provider what answers
   * @param incarnation how often there was one at this address before
   */
  SimProvider(
      SimProcess process,
      MeshOptions options,
      StoreClient store,
      Caller provider,
      List<ServiceKey> services,
      int incarnation,
      int weight) {
    this.process = process;
    this.options = options;
    this.services = services;
    this.store = store;
    this.weight = weight;
    this.id = process.host() + "-" + incarnation;
    this.startedAtMillis = process.wallMillis();
    RegistryThread worker =
        new RegistryThread(process.registryLoop(), process::nanos, process.world().split());
    this.registry =
        new KeyedRegistry(
            process.vertx(),
            (vertx, work) -> store,
            new AgentLayout(),
            new KeyedOptions("sim", options.ttlSeconds(), 10, null),
            worker);
    this.announcer = new Announcer(registry);
    this.admission =
        new Admission(options.limit(), options.limit(), process.name(), "", process::nanos);
    LinkSetup setup =
        new LinkSetup(process.vertx(), process.name(), options.link(), meter, process::nanos);
    CallPath path = CallPath.of(Filter.of(), admission, provider);
    NetServerOptions tcp = SocketSetup.listener(PORT).setHost(process.host());
    this.acceptor = new LinkAcceptor(tcp, setup, admission, () -> canServe, () -> false, path);
  }

  void start() {
    process.run(
        () ->
            acceptor
                .listen()
                .onComplete(
                    port -> announce(),
                    e ->
                        process
                            .world()
                            .broken("no-fault", process.name() + " can't listen: " + e)));
  }

  private void announce() {
    if (leaving || ended) {
      return;
    }
    announcer.announce(instance()).onFailure(e -> process.after(RETRY_NANOS, this::announce));
  }

  private Instance instance() {
    return new Instance(
        id, process.host(), PORT, services, weight, Map.of(), options.limit(), startedAtMillis);
  }

  /** Says another weight. */
  public void weigh(int other) {
    process.run(
        () -> {
          weight = other;
          announce();
        });
  }

  /** Has room for another number of calls. */
  public void limit(int calls) {
    process.run(() -> admission.limit(calls));
  }

  /** Whether what answers is there. */
  public void canServe(boolean can) {
    process.run(() -> canServe = can);
  }

  /** As ProviderAgent does: out of the registry, then each link is told, and then it stops. */
  void drain(long graceMillis, Runnable onDrained) {
    leaving = true;
    process.run(
        () ->
            announcer
                .withdraw()
                .otherwiseEmpty()
                .compose(withdrawn -> drainLinks())
                .timeout(graceMillis, TimeUnit.MILLISECONDS)
                .onComplete(drained -> process.run(onDrained)));
  }

  /** On the loop that the links are on, as ProviderVerticle does it. */
  private Future<Void> drainLinks() {
    Promise<Void> drained = Promise.promise();
    process.run(() -> acceptor.drain("the agent is draining").onComplete(drained));
    return drained.future();
  }

  /** As an agent's process ends. */
  Future<Void> stop() {
    ended = true;
    return acceptor.close().compose(closed -> registry.close());
  }

  void gone() {
    ended = true;
    store.gone();
  }

  public String id() {
    return id;
  }

  public SimProcess process() {
    return process;
  }

  boolean isLeaving() {
    return leaving;
  }

  boolean isAnnounced() {
    return announcer.announced() != null;
  }

  boolean isServing() {
    return canServe;
  }

  Admission admission() {
    return admission;
  }

  SimMeter meter() {
    return meter;
  }

  List<AcceptedLinkView> links() {
    return acceptor.view();
  }
}
