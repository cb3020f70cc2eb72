package dev.vertxmesh.simulation.agent;

import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.simulation.net.Network;
import dev.vertxmesh.simulation.net.SimTransport;
import dev.vertxmesh.simulation.store.SimStore;
import dev.vertxmesh.simulation.store.StoreClient;
import dev.vertxmesh.simulation.world.SimLoop;
import dev.vertxmesh.simulation.world.World;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;

/** All agents of a run, those that are gone too: begun, stopped, killed, drained and begun anew. */
public final class Cluster {

  /** A place where an agent is, or was, or will be. */
  public final class Slot {
    private final String name;
    private final String host;
    private final boolean provides;
    private int incarnation;
    private SimProvider provider;
    private SimConsumer consumer;

    private Slot(String name, String host, boolean provides) {
      this.name = name;
      this.host = host;
      this.provides = provides;
    }

    public String host() {
      return host;
    }

    /** Null if it's a consumer's, or nobody is there. */
    public SimProvider provider() {
      return provider;
    }

    /** Null if it's a provider's, or nobody is there. */
    public SimConsumer consumer() {
      return consumer;
    }

    public boolean isTaken() {
      return provider != null || consumer != null;
    }

    /** Null if nobody is there. */
    public SimProcess process() {
      return provides
          ? provider == null ? null : provider.process()
          : consumer == null ? null : consumer.process();
    }

    /** Begins an agent here, if there's none. */
    public void begin() {
      if (isTaken()) {
        return;
      }
      network.powerOn(host);
      SimProcess process =
          new SimProcess(
              vertx, world, network, name + "#" + incarnation, host, random.nextLong() >> 1);
      process.step(wallOffset);
      StoreClient client =
          new StoreClient(
              store, host, process.registryLoop(), options.ttlSeconds(), () -> lossesPerMille);
      world.note(process.name(), "begin", 0, 0);
      if (provides) {
        Caller answers = providers.apply(process);
        provider = new SimProvider(process, options, client, answers, services, incarnation, 100);
        provider.start();
      } else {
        consumer = new SimConsumer(process, options, client);
        consumer.start();
      }
      incarnation++;
    }

    /** SIGKILL. */
    public void kill() {
      if (isTaken()) {
        world.note(process().name(), "kill", 0, 0);
        network.kill(host);
        vanish();
      }
    }

    /** The host's power fails. */
    public void powerOff() {
      if (isTaken()) {
        world.note(process().name(), "power-off", 0, 0);
        network.powerOff(host);
        vanish();
      }
    }

    private void vanish() {
      SimProcess process = process();
      onGone.accept(process);
      process.end();
      remains.add(process);
      if (provides) {
        SimProvider gone = provider;
        provider = null;
        gone.gone();
        process.always(0, gone::stop);
      } else {
        SimConsumer gone = consumer;
        consumer = null;
        gone.gone();
        process.always(0, gone::stop);
      }
    }

    public void stop() {
      if (isTaken()) {
        world.note(process().name(), "stop", 0, 0);
        process().stop();
      }
    }

    public void go() {
      if (isTaken()) {
        world.note(process().name(), "go", 0, 0);
        process().go();
      }
    }

    /** Whether its agent is about to leave. */
    public boolean isLeaving() {
      return provider != null && provider.isLeaving();
    }

    /** Leaves in good order, and ends. */
    public void drain(long graceMillis) {
      if (provider == null || provider.isLeaving()) {
        return;
      }
      SimProvider leaving = provider;
      world.note(leaving.process().name(), "drain", 0, 0);
      leaving.drain(
          graceMillis,
          () -> {
            world.note(leaving.process().name(), "drained", leaving.admission().inFlight(), 0);
            leaving.stop().onComplete(done -> leaving.process().run(() -> left(leaving)));
          });
    }

    private void left(SimProvider leaving) {
      if (provider == leaving) {
        provider = null;
        remains.add(leaving.process());
        network.kill(host);
        leaving.process().end();
        leaving.gone();
      }
    }
  }

  private final VertxInternal vertx = vertx();
  private final World world;
  private final Network network;
  private final SimStore store;
  private final MeshOptions options;
  private final Function<SimProcess, Caller> providers;
  private final Consumer<SimProcess> onGone;
  private final List<ServiceKey> services;
  private final SplittableRandom random;
  private final List<Slot> consumers = new ArrayList<>();
  private final List<Slot> all = new ArrayList<>();
  private final List<Slot> providing = new ArrayList<>();
  private final List<SimProcess> remains = new ArrayList<>();
  private int lossesPerMille;
  private long wallOffset;

  /**
   * @param providers what answers behind a provider's agent
   * @param onGone told of a process that was killed
   */
  public Cluster(
      World world,
      Network network,
      SimStore store,
      MeshOptions options,
      List<ServiceKey> services,
      Function<SimProcess, Caller> providers,
      Consumer<SimProcess> onGone) {
    this.world = world;
    this.network = network;
    this.store = store;
    this.options = options;
    this.services = services;
    this.providers = providers;
    this.onGone = onGone;
    this.random = world.split();
  }

  public void addConsumer() {
    Slot slot = new Slot("c" + consumers.size(), "10.0.0." + (1 + consumers.size()), false);
    consumers.add(slot);
    all.add(slot);
  }

  public void addProvider() {
    Slot slot = new Slot("p" + providing.size(), "10.0.1." + (1 + providing.size()), true);
    providing.add(slot);
    all.add(slot);
  }

  public List<Slot> all() {
    return all;
  }

  public List<Slot> consumers() {
    return consumers;
  }

  public List<Slot> providers() {
    return providing;
  }

  /** Of a thousand requests to the store so many fail from now on. */
  public void lossesPerMille(int losses) {
    lossesPerMille = losses;
  }

  /** Wall clocks of agents that begin from now on. */
  public void wallOffset(long millis) {
    wallOffset = millis;
  }

  /** All processes that are there, or were. */
  List<SimProcess> processes() {
    List<SimProcess> found = new ArrayList<>(remains);
    all.stream().filter(Slot::isTaken).forEach(slot -> found.add(slot.process()));
    return found;
  }

  /** The loops of a process whose agent has ended. */
  static List<SimLoop> loops(SimProcess process) {
    return List.of(process.loop(), process.registryLoop());
  }

  private static VertxInternal vertx() {
    VertxOptions options =
        new VertxOptions().setEventLoopPoolSize(1).setBlockedThreadCheckInterval(3_600_000);
    return (VertxInternal)
        VertxBootstrap.create()
            .options(options)
            .init()
            .transport(new SimTransport(loop -> (SimProcess) loop.owner()))
            .vertx();
  }

  /** The run is over; Vert.x's own threads end. */
  public void close() {
    vertx.blockedThreadChecker().close();
    vertx.workerPool().close();
    vertx.internalWorkerPool().close();
  }

  /** Ends all agents that are there. */
  public void stopAll() {
    for (Slot slot : all) {
      if (slot.isTaken()) {
        SimProcess process = slot.process();
        SimProvider provider = slot.provider;
        SimConsumer consumer = slot.consumer;
        process.run(
            () -> {
              if (provider != null) {
                provider.stop();
              } else {
                consumer.stop();
              }
            });
      }
    }
  }
}
