package dev.vertxmesh.discovery.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is followed, and known of it, while the registry is well. */
class FollowWatcherTest extends FollowFixture {

  @Test
  void onlyWhatIsFollowedIsWatchedAndKnown() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    store.set("providers " + USERS, provider("dubbo://h:1/" + USERS));
    begin();
    assertThat(instances()).isEmpty();
    assertThat(follow(ORDERS).future().succeeded()).isTrue();
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
    assertThat(store.listeners.keySet())
        .containsExactlyInAnyOrder("providers " + ORDERS, "mapping " + ORDERS);
    follow(USERS);
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders, com.x.Users]");
  }

  /** It's many, each with all that the mesh has, and nobody here calls any of them. */
  @Test
  void whatTheMeshItselfAnnouncesIsNotAskedFor() {
    store.set("mapping " + ORDERS, Map.of("", "shop,vertx-mesh"));
    begin();
    follow(ORDERS);
    assertThat(store.listeners).containsKey("instances shop");
    assertThat(store.listeners).doesNotContainKey("instances vertx-mesh");
  }

  @Test
  void whoIsFollowedByApplicationIsKnownOnceItsMetadataIs() {
    store.set("mapping " + ORDERS, Map.of("", "shop"));
    store.set("instances shop", Map.of("a", instance("h", 1, "r1"), "b", instance("i", 1, "r1")));
    begin();
    Promise<Void> known = follow(ORDERS);
    assertThat(known.future().isComplete()).as("its metadata isn't there yet").isFalse();
    store.metadata.put("shop/r1", metadata(ORDERS, 20880));
    time.pass(1_000); // with the second try
    assertThat(known.future().succeeded()).isTrue();
    assertThat(instances())
        .containsExactly("dubbo-h-20880 [com.x.Orders]", "dubbo-i-20880 [com.x.Orders]");
    assertThat(watcher.skipped()).isZero();
  }

  @Test
  void metadataThatIsNotThereIsSaidAndAskedForAgain() {
    store.set("mapping " + ORDERS, Map.of("", "shop"));
    store.set("instances shop", Map.of("a", instance("h", 1, "r1")));
    begin();
    Promise<Void> known = follow(ORDERS);
    time.pass(2_000);
    assertThat(known.future().succeeded()).as("nobody waits any more").isTrue();
    assertThat(watcher.skipped()).isEqualTo(1);
    store.metadata.put("shop/r1", metadata(ORDERS, 20880));
    time.pass(10_100);
    assertThat(instances()).containsExactly("dubbo-h-20880 [com.x.Orders]");
    assertThat(watcher.skipped()).isZero();
  }

  @Test
  void aServiceThatNobodyCallsForAnHourIsLeft() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    store.set("providers " + USERS, provider("dubbo://h:1/" + USERS));
    begin();
    watcher.followAlways(List.of(NamePattern.of("com.x.U*")));
    follow(ORDERS);
    time.pass(HOUR - 1_000);
    follow(ORDERS);
    time.pass(HOUR - 1_000);
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders, com.x.Users]");
    time.pass(20_000);
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Users]");
    assertThat(store.listeners.keySet()).noneMatch(where -> where.endsWith(ORDERS));
  }

  @Test
  void namesThatSomebodyMadeUpAreLeftSoonAndTakeNoPlacesOfOthers() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    begin();
    follow(ORDERS);
    IntStream.range(0, 2 * FollowOptions.MOST_UNSERVED)
        .forEach(i -> watcher.follow(ServiceKey.of("com.y.N" + i), Promise.promise()));
    time.pass(100);
    assertThat(store.listeners).hasSizeLessThanOrEqualTo(2 * FollowOptions.MOST_UNSERVED + 2);
    time.pass(80_000);
    assertThat(store.listeners.keySet())
        .containsExactlyInAnyOrder("providers " + ORDERS, "mapping " + ORDERS);
    assertThat(follow("../etc").future().succeeded()).isTrue();
    assertThat(store.listeners).hasSize(2);
  }

  @Test
  void aLoopbackAddressOfAnotherMachineIsSkipped() {
    watcher = watcher(false);
    store.set(
        "providers " + ORDERS,
        provider(
            "dubbo://127.0.0.1:1/" + ORDERS, "dubbo://h:1/" + ORDERS, "dubbo://h:0/" + ORDERS));
    begin();
    follow(ORDERS);
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
    assertThat(watcher.skipped()).isEqualTo(2);
  }

  @Test
  void patternsAreFollowedAsInterfacesCome() {
    begin();
    watcher.followAlways(List.of(NamePattern.of("com.x.*")));
    time.pass(100);
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    store.set("providers org.y.Z", provider("dubbo://h:1/org.y.Z"));
    time.pass(20_000);
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
  }

  @Test
  void manyProvidersOfAFollowedServiceAreTaken() {
    String[] urls =
        IntStream.range(0, 5_000)
            .mapToObj(i -> "dubbo://h" + i + ":1/" + ORDERS)
            .toArray(String[]::new);
    store.set("providers " + ORDERS, provider(urls));
    begin();
    follow(ORDERS);
    assertThat(instances()).hasSize(5_000);
  }

  @Test
  void whoBeginsIsToldOfAllThatAStarStandsForAtOnce() {
    Promise<Void> listed = Promise.promise();
    store.listing = listed.future();
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    store.set("providers " + USERS, provider("dubbo://i:1/" + USERS));
    watcher.followAlways(List.of(NamePattern.of("com.x.*")));
    Vertx vertx = Vertx.vertx();
    List<List<Instance>> told = new CopyOnWriteArrayList<>();
    Future<Void> first = snapshots.subscribe(vertx.getOrCreateContext(), told::add);
    begin();
    time.pass(1_000);
    listed.complete();
    time.pass(1_000);
    await().until(first::succeeded);
    assertThat(told.get(0)).extracting(Instance::host).containsExactly("h", "i");
    vertx.close();
  }

  @Test
  void aRegistryThatNeverSaysWhatAStarStandsForKeepsNobodyFromBeginning() {
    store.listing = Promise.<Void>promise().future();
    watcher.followAlways(List.of(NamePattern.of("com.x.*")));
    Vertx vertx = Vertx.vertx();
    Future<Void> first = snapshots.subscribe(vertx.getOrCreateContext(), told -> {});
    begin();
    time.pass(4_000);
    await().until(first::succeeded);
    vertx.close();
  }

  /** There may be thousands of others, which aren't looked at anew. */
  @Test
  void whatHasNotChangedIsNotMadeAnew() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    begin();
    follow(ORDERS);
    follow(USERS);
    List<Instance> before = watcher.instances();
    store.set("providers " + USERS, Map.of());
    time.pass(1_000);
    assertThat(watcher.instances()).isSameAs(before);
    store.set("providers " + USERS, provider("dubbo://h:1/" + USERS));
    time.pass(1_000);
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders, com.x.Users]");
  }

  @Test
  void whoHasSeveralServicesIsNotMadeAnewWhenAnotherComes() {
    String both = "dubbo://10.0.0.1:20880/";
    String another = "dubbo://10.0.0.2:20880/";
    store.set("providers " + ORDERS, provider(both + ORDERS));
    store.set("providers " + USERS, provider(both + USERS));
    begin();
    follow(ORDERS);
    follow(USERS);
    final Instance before = watcher.instances().get(0);
    store.set("providers " + USERS, provider(both + USERS, another + USERS));
    time.pass(1_000);
    assertThat(watcher.instances()).hasSize(2).anySatisfy(one -> assertThat(one).isSameAs(before));
    store.set("providers " + USERS, provider(both + USERS + "?weight=7", another + USERS));
    time.pass(1_000);
    assertThat(watcher.instances()).extracting(Instance::weight).containsExactlyInAnyOrder(7, 100);
  }

  @Test
  void whatAStarStandsForIsAskedForAgainAfterASecondIfItCouldNotBeTold() {
    store.listing = Future.failedFuture("it's busy");
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    watcher.followAlways(List.of(NamePattern.of("com.x.*")));
    begin();
    assertThat(snapshots.size()).isZero();
    store.listing = Future.succeededFuture();
    time.pass(1_100);
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
    assertThat(snapshots.size()).isEqualTo(1);
  }

  /** With thousands of services, whoever is told twice has all the work twice. */
  @Test
  void whoBeginsIsToldOfBothLevelsAtOnceIfThatTakesNoLongerThanAMoment() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    store.set("mapping " + ORDERS, Map.of("", "shop"));
    store.silent.add("instances shop");
    watcher.followAlways(List.of(NamePattern.of(ORDERS)));
    begin();
    time.pass(FirstSnapshot.SETTLING_MILLIS / 2);
    assertThat(snapshots.size()).isZero();
    store.metadata.put("shop/r1", metadata(ORDERS, 20880));
    store.set("instances shop", Map.of("a", instance("i", 1, "r1")));
    time.pass(100);
    assertThat(snapshots.size()).isEqualTo(2);
  }

  @Test
  void whoBeginsDoesNotWaitLongForAnApplicationThatIsNotTold() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    store.set("mapping " + ORDERS, Map.of("", "shop"));
    store.silent.add("instances shop");
    watcher.followAlways(List.of(NamePattern.of(ORDERS)));
    begin();
    time.pass(FirstSnapshot.SETTLING_MILLIS + 100);
    assertThat(snapshots.size()).isEqualTo(1);
  }
}
