package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.registry.Parties.get;
import static dev.vertxmesh.it.registry.Parties.instance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.kind.InstanceJson;
import dev.vertxmesh.it.registry.Parties.Watcher;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every registry promises that instances can be announced to. */
abstract class RegistryContract extends ReadingContract {

  private static final List<ServiceKey> OTHERS = List.of(ServiceKey.of("com.x.Other"));

  /** Nobody waits for longer, see {@link Registry#catchUp}; less by what clocks differ. */
  private static final Duration CATCH_UP = Duration.ofMillis(900);

  abstract Keys keys();

  /** The same registry, whose entries last on a machine too slow to keep them alive often. */
  String lastingUrl() {
    return url();
  }

  /**
   * The same registry, of which nothing is noted in a file. Watchers note what they know once a
   * second, and a new one begins with that where the registry has nobody: on a slow machine it's
   * from before the last one left.
   */
  private String unnotedUrl() {
    return url().replaceFirst("cache=[^&]*", "cache=none");
  }

  @Override
  Set<HostPort> fill() {
    Registry registry = parties.open(lastingUrl());
    List<Instance> known = Stream.of("c", "a", "b").map(id -> instance(id)).toList();
    known.forEach(instance -> Parties.announce(registry, List.of(instance)));
    return known.stream().map(Instance::address).collect(Collectors.toSet());
  }

  @Test
  void whatOneAnnouncesAnotherSeesUntilItIsWithdrawn() {
    Watcher watcher = parties.watch(url());
    assertThat(watcher.latest()).isEmpty();
    Registration registration = parties.announce(url(), "a");
    await().until(() -> watcher.latest().equals(List.of(instance("a"))));
    get(registration.withdraw());
    await().until(() -> watcher.latest().isEmpty());
    get(registration.withdraw());
    assertThat(parties.watch(unnotedUrl()).latest()).isEmpty();
  }

  /** Whether what has changed and what is asked for come in this order. */
  boolean isOrdered() {
    return !url().startsWith("etcd2:"); // on different connections
  }

  @Test
  void whoCatchesUpHasBeenToldOfAllThatWasAnnouncedBefore() {
    Registry watching = parties.open(url());
    Registry announcing = parties.open(url());
    Set<String> known = ConcurrentHashMap.newKeySet();
    Context loop = parties.vertx.getOrCreateContext();
    get(on(loop, () -> watching.watch(all -> all.forEach(one -> known.add(one.id())))));
    for (String id : List.of("a", "b", "c", "d", "e")) {
      Parties.announce(announcing, List.of(instance(id)));
      Supplier<Boolean> isKnown =
          () -> get(on(loop, () -> watching.catchUp().map(told -> known.contains(id))));
      if (isOrdered()) {
        assertThat(askInTime(isKnown)).as(id).isTrue();
      } else {
        await().until(isKnown::get);
      }
    }
  }

  /** Asks again whoever was caught up with for so long that nobody waits for all of it. */
  private static boolean askInTime(Supplier<Boolean> question) {
    while (true) {
      long begun = System.nanoTime();
      boolean answer = question.get();
      if (answer || System.nanoTime() - begun < CATCH_UP.toNanos()) {
        return answer;
      }
    }
  }

  private static <T> Future<T> on(Context loop, Supplier<Future<T>> work) {
    Promise<T> done = Promise.promise();
    loop.runOnContext(v -> work.get().onComplete(done));
    return done.future();
  }

  @Test
  void whatWasAnnouncedIsReplacedInPlace() {
    Watcher watcher = parties.watch(lastingUrl());
    Registration registration = parties.announce(lastingUrl(), "a");
    await().until(() -> watcher.ids().equals(Set.of("a")));
    int before = watcher.seen.size();
    Instance other = instance("a").serving(OTHERS);
    get(registration.replace(other));
    await().until(() -> watcher.latest().equals(List.of(other)));
    assertThat(watcher.fewestSince(before)).isEqualTo(1);
    get(registration.withdraw());
    await().until(() -> watcher.latest().isEmpty());
    Future<Void> late = registration.replace(other);
    await().until(late::failed);
    assertThat(late.cause()).isInstanceOf(RegistryFailure.class);
    assertThat(parties.watch(unnotedUrl()).latest()).isEmpty();
  }

  @Test
  void theFirstSnapshotHoldsMoreThanFitsIntoOneAnswer() {
    List<Instance> many =
        IntStream.range(0, 600).mapToObj(i -> instance("m%04d".formatted(i))).toList();
    Registry registry = parties.open(lastingUrl());
    for (int i = 0; i < many.size(); i += 50) { // for which a busy etcd has time
      Parties.announce(registry, many.subList(i, i + 50));
    }
    assertThat(parties.watch(lastingUrl()).seen.get(0)).isEqualTo(many);
  }

  @Test
  void closingTakesOutWhatWasAnnounced() {
    Watcher watcher = parties.watch(url());
    Registry registry = parties.open(url());
    Parties.announce(registry, List.of(instance("a")));
    await().until(() -> watcher.ids().equals(Set.of("a")));
    get(registry.close());
    await().until(() -> watcher.latest().isEmpty());
    Future<Registration> late = registry.announce(instance("b"));
    await().until(late::isComplete);
    assertThat(late.failed()).isTrue();
  }

  @Test
  void anEntryThatCanNotBeUnderstoodIsSkippedAndCounted() {
    Watcher watcher = parties.watch(url());
    parties.announce(url(), "a");
    keys().put("bad", "{\"id\": \"bad\"}");
    keys().put("worse", "[1, 2");
    keys().put("other", InstanceJson.write(instance("another")).encode());
    await().until(() -> watcher.registry.malformed() == 3 && watcher.ids().equals(Set.of("a")));
    keys().delete("bad");
    keys().delete("worse");
    keys().delete("other");
    await().until(() -> watcher.registry.malformed() == 0 && watcher.ids().equals(Set.of("a")));
  }

  /** As a person edits it: weight and tags in the entry's JSON. */
  final void edit(Instance instance, int weight, Map<String, String> tags) {
    keys().edit(instance.id(), InstanceJson.write(instance.weighing(weight, tags)).encode());
  }
}
