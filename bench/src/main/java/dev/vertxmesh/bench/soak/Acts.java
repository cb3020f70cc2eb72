package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.Progress;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What comes and goes around the agents that stay: one act after the other, in turn. Each says
 * which failures it may cause, if any.
 */
final class Acts {
  private static final Set<Kind> HELLO = EnumSet.of(Kind.FORM, Kind.JSON, Kind.DUBBO);
  private static final Set<String> LOST = Set.of("lost");

  /** A service that one provider alone has: there's nobody while it's away. */
  private static final Set<String> AWAY = Set.of("lost", "unavailable", "grpc-14");

  /** Where a JVM starts beside it, on processors that it has four fifths of already. */
  private static final Set<String> CROWDED = Set.of(Failure.SHORT_OF_CPU);

  private static final int GUEST_CALLS = 50;
  private static final int SERVICES = 200;
  private static final int KEPT_SECONDS = 4;
  private static final int GUEST_PATIENCE_SECONDS = 30;

  private final SoakMesh mesh;
  private final Ledger ledger;
  private final Vertx vertx;
  private final SplittableRandom random;
  private final Map<String, Integer> done = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private int turn;

  Acts(SoakMesh mesh, Ledger ledger, Vertx vertx, SplittableRandom random) {
    this.mesh = mesh;
    this.ledger = ledger;
    this.vertx = vertx;
    this.random = random;
  }

  /** How often each was done. */
  Map<String, Integer> done() {
    return done;
  }

  /** What went otherwise than it should. */
  List<String> faults() {
    return faults;
  }

  /** The next one, whole. */
  void next() throws IOException, InterruptedException {
    switch (turn++ % 10) {
      case 0 -> act("a provider's agent comes and drains", this::guestDrains);
      case 1 -> act("services come and go", this::servicesComeAndGo);
      case 2 -> act("a provider's agent comes and is killed", this::guestIsKilled);
      case 3 -> act("etcd is compacted", () -> mesh.etcd().compact());
      case 4 -> act("the provider of Dubbo 2.6 restarts", () -> restart("dubbo-2.6", HELLO, LOST));
      case 5 -> act("a consumer's agent comes and drains", () -> guestConsumer(false));
      case 6 -> act("etcd restarts", this::etcdRestarts);
      case 7 -> act("the kvstore restarts", () -> restart("kvstore", EnumSet.of(Kind.KV), AWAY));
      case 8 -> act("the provider of Dubbo 3.3 restarts", () -> restart("dubbo-3.3", HELLO, LOST));
      default -> {
        act("a consumer's agent comes and is killed", () -> guestConsumer(true));
        act(
            "the server of streams restarts",
            () -> restart("streams", EnumSet.of(Kind.STREAM), AWAY));
      }
    }
  }

  private interface Act {
    void run() throws IOException, InterruptedException;
  }

  private void act(String name, Act act) throws IOException, InterruptedException {
    Progress.say("%s", name);
    act.run();
    done.merge(name, 1, Integer::sum);
  }

  /** Nothing may be lost by it. */
  private void guestDrains() throws IOException, InterruptedException {
    start(mesh.guestProvider());
    TimeUnit.SECONDS.sleep(KEPT_SECONDS);
    drain(mesh.guestProvider());
  }

  /** An agent that is short of CPU meanwhile refuses calls, and is meant to. */
  private void start(Part part) throws IOException, InterruptedException {
    Ledger.Excuse excuse = ledger.expect("a process started", EnumSet.allOf(Kind.class), CROWDED);
    part.start();
    excuse.end();
  }

  private void drain(Part guest) throws InterruptedException {
    guest.end();
    int code = guest.child().exitCode();
    if (code != 0) {
      faults.add(guest.child().name() + " left with " + code + " when it was to drain");
    }
  }

  private void guestIsKilled() throws IOException, InterruptedException {
    start(mesh.guestProvider());
    TimeUnit.SECONDS.sleep(KEPT_SECONDS);
    Ledger.Excuse excuse = ledger.expect("an agent was killed", HELLO, LOST);
    mesh.guestProvider().kill();
    excuse.end();
  }

  private void restart(String name, Set<Kind> kinds, Set<String> types)
      throws IOException, InterruptedException {
    Ledger.Excuse excuse = ledger.expect(name + " restarted", kinds, types);
    if (random.nextBoolean()) {
      mesh.providers().get(name).kill();
    } else {
      mesh.providers().get(name).end();
    }
    start(mesh.providers().get(name));
    mesh.agents().get(name).awaitReady();
    excuse.end();
  }

  /** Nobody may notice. */
  private void etcdRestarts() throws IOException, InterruptedException {
    if (random.nextBoolean()) {
      mesh.etcdProcess().kill();
    } else {
      mesh.etcdProcess().end();
    }
    TimeUnit.SECONDS.sleep(2);
    mesh.etcdProcess().start();
  }

  /** Of nobody that listens; they're only known. */
  private void servicesComeAndGo() throws IOException, InterruptedException {
    List<Instance> instances = new ArrayList<>();
    for (int i = 0; i < SERVICES; i++) {
      List<ServiceKey> services =
          List.of(ServiceKey.of("com.example.soak" + turn + ".Service" + i));
      String host = "127.200." + i / 100 + "." + (1 + i % 100);
      instances.add(
          new Instance("gone-" + turn + "-" + i, host, 30_000, services, 1, Map.of(), 190, turn));
    }
    mesh.etcd().put(SoakMesh.PREFIX, instances);
    TimeUnit.SECONDS.sleep(2);
    mesh.etcd().delete(SoakMesh.PREFIX, "gone-");
  }

  private void guestConsumer(boolean killed) throws IOException, InterruptedException {
    start(mesh.guestConsumer());
    Callers callers = new Callers(vertx, mesh.guestPort(), mesh.guestPort(), random.split());
    Caller caller = callers.comer(Kind.FORM, killed);
    for (int i = 0; i < GUEST_CALLS; i++) {
      long began = System.nanoTime();
      ledger.ended(Kind.FORM, began, await(caller));
    }
    if (killed) {
      mesh.guestConsumer().kill();
    } else {
      drain(mesh.guestConsumer());
    }
    caller.close();
  }

  private static Failure await(Caller caller) throws InterruptedException {
    try {
      return caller
          .call()
          .toCompletionStage()
          .toCompletableFuture()
          .get(GUEST_PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return Failure.connection(e);
    }
  }
}
