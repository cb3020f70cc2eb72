package dev.vertxmesh.simulation.agent;

import dev.vertxmesh.balance.Absence;
import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.balance.Balancer;
import dev.vertxmesh.balance.EjectionObserver;
import dev.vertxmesh.balance.GroupSettings;
import dev.vertxmesh.balance.MemberView;
import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.balance.pick.Subset;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.discovery.etcd.AgentLayout;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.discovery.etcd.KeyedRegistry;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.links.DirectSetup;
import dev.vertxmesh.links.EndpointView;
import dev.vertxmesh.links.LazyConnectFilter;
import dev.vertxmesh.links.Links;
import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.resilience.DeadlineFilter;
import dev.vertxmesh.resilience.DeadlineWheel;
import dev.vertxmesh.resilience.Idempotence;
import dev.vertxmesh.resilience.RetryBudget;
import dev.vertxmesh.resilience.RetryFilter;
import dev.vertxmesh.resilience.RetryObserver;
import dev.vertxmesh.resilience.RetryPolicy;
import dev.vertxmesh.simulation.store.StoreClient;
import io.vertx.core.Future;
import io.vertx.core.net.NetClient;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** A consumer's agent from its layers of resilience down to its links, put together as it is. */
public final class SimConsumer {

  private final SimProcess process;
  private final MeshOptions options;
  private final SplittableRandom random;
  private final SimMeter meter = new SimMeter();
  private final StoreClient store;
  private final KeyedRegistry registry;
  private final Counted counted = new Counted();
  private NetClient client;
  private Balancer balancer;
  private Links links;
  private DeadlineWheel wheel;
  private Caller caller;

  SimConsumer(SimProcess process, MeshOptions options, StoreClient store) {
    this.process = process;
    this.options = options;
    this.random = process.world().split();
    this.store = store;
    RegistryThread worker =
        new RegistryThread(process.registryLoop(), process::nanos, process.world().split());
    this.registry =
        new KeyedRegistry(
            process.vertx(),
            (vertx, work) -> store,
            new AgentLayout(),
            new KeyedOptions("sim", options.ttlSeconds(), 10, null),
            worker);
  }

  void start() {
    process.run(this::startNow);
  }

  private void startNow() {
    String where = process.name();
    balancer =
        new Balancer(
            service -> spread(),
            HashKey.parse("attachment:key"),
            process::nanos,
            where,
            Absence.CERTAIN);
    LinkSetup setup = new LinkSetup(process.vertx(), where, options.link(), meter, process::nanos);
    client = process.vertx().createNetClient(SocketSetup.client());
    links =
        new Links(
            process.context(),
            client,
            setup,
            new DirectSetup(process.context(), Map.of(), 1, process::nanos),
            new Subset(0, where),
            random,
            service -> options.balance() == BalanceMode.HASH,
            services -> balancer.update(services));
    if (options.idleMillis() > 0) {
      links.closeIdle(options.idleMillis());
      process.standing(1);
    }
    wheel = DeadlineWheel.turning(process.vertx(), process::nanos);
    RetryFilter retry =
        new RetryFilter(
            new RetryPolicy(1 + options.retries(), options.hedgeMillis()),
            new Idempotence(List.of("sim.*#get*")),
            new RetryBudget(options.budgetPercent(), process::nanos),
            wheel,
            process::nanos,
            counted);
    caller =
        Filter.of(
                new DeadlineFilter(wheel, process::nanos, where),
                retry,
                new LazyConnectFilter(links, registry, where))
            .over(balancer);
    registry.watch(links::update);
  }

  private GroupSettings spread() {
    return new GroupSettings(
        options.balance(),
        options.warmUpMillis(),
        options.ejection(),
        EjectionObserver.NOBODY,
        process::wallMillis,
        random,
        null,
        "");
  }

  /** On its loop. */
  public Future<Reply> call(Call call) {
    return caller.call(call);
  }

  Future<Void> stop() {
    if (links != null) {
      links.close();
      client.close();
    }
    return registry.close();
  }

  void gone() {
    store.gone();
  }

  public SimProcess process() {
    return process;
  }

  /** Whether it knows anybody yet. */
  public boolean isReady() {
    return links != null;
  }

  List<EndpointView> view() {
    return links.view();
  }

  /** What it thinks of whom it calls. */
  List<MemberView> members() {
    return balancer.view().values().stream().flatMap(List::stream).toList();
  }

  DeadlineWheel wheel() {
    return wheel;
  }

  SimMeter meter() {
    return meter;
  }

  /** Attempts beyond the first. */
  public int again() {
    return counted.again;
  }

  private static final class Counted implements RetryObserver {
    private int again;

    @Override
    public void onRetry() {
      again++;
    }

    @Override
    public void onHedge() {
      again++;
    }

    @Override
    public void onExhausted() {}
  }
}
