package dev.vertxmesh.discovery.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a registry and a time by hand. */
class FollowWatcherTest {

  private static final String ORDERS = "com.x.Orders";
  private static final String USERS = "com.x.Users";
  private static final long HOUR = 3_600_000;

  @TempDir private Path folder;
  private final HandStore store = new HandStore();
  private final HandTime time = new HandTime();
  private SnapshotPublisher snapshots;
  private FollowWatcher watcher = watcher(true);

  private FollowWatcher watcher(boolean isHere) {
    RegistryThread worker = time.thread();
    snapshots = new SnapshotPublisher();
    Path file = folder == null ? null : folder.resolve("snapshot.json");
    return new FollowWatcher(
        store,
        store,
        null,
        worker,
        snapshots,
        new FollowOptions("test", 10, file, isHere, true, true));
  }

  private Promise<Void> follow(String name) {
    Promise<Void> known = Promise.promise();
    watcher.follow(name, known);
    time.pass(100);
    return known;
  }

  private void begin() {
    watcher.begin();
    time.pass(100);
  }

  private List<String> instances() {
    return watcher.instances().stream()
        .map(one -> one.id() + " " + one.services())
        .sorted()
        .toList();
  }

  private static Map<String, String> provider(String... urls) {
    Map<String, String> entries = new HashMap<>();
    for (String url : urls) {
      entries.put(url, "");
    }
    return entries;
  }

  private static String instance(String host, int port, String revision) {
    JsonObject metadata =
        new JsonObject()
            .put("dubbo.metadata.revision", revision)
            .put("dubbo.metadata.storage-type", "remote");
    return new JsonObject()
        .put("address", host)
        .put("port", port)
        .put("payload", new JsonObject().put("metadata", metadata))
        .encode();
  }

  private static String metadata(String name, int port) {
    JsonObject service =
        new JsonObject().put("name", name).put("protocol", "dubbo").put("port", port);
    return new JsonObject()
        .put("services", new JsonObject().put(name + ":dubbo", service))
        .encode();
  }

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
        .forEach(i -> watcher.follow("com.y.N" + i, Promise.promise()));
    time.pass(100);
    assertThat(store.listeners).hasSizeLessThanOrEqualTo(2 * FollowOptions.MOST_UNSERVED + 2);
    time.pass(80_000);
    assertThat(store.listeners.keySet())
        .containsExactlyInAnyOrder("providers " + ORDERS, "mapping " + ORDERS);
    assertThat(follow("../etc").future().succeeded()).isTrue();
    assertThat(store.listeners).hasSize(2);
  }

  @Test
  void whoVanishesAfterTheRegistryWasAwayStaysForAWhile() {
    String url = "dubbo://h:1/" + ORDERS;
    String other = "dubbo://i:1/" + ORDERS;
    store.set("providers " + ORDERS, provider(url, other));
    begin();
    follow(ORDERS);
    store.isAway = true;
    time.pass(60_000);
    assertThat(watcher.health().isConfirmed()).isFalse();
    assertThat(instances()).hasSize(2);
    store.isAway = false;
    time.pass(1_000);
    store.set("providers " + ORDERS, provider(other)); // whose session has ended meanwhile
    time.pass(10_000);
    assertThat(instances()).hasSize(2);
    assertThat(watcher.health().isConfirmed()).isFalse();
    time.pass(6_000);
    assertThat(instances()).containsExactly("dubbo-i-1 [com.x.Orders]");
    assertThat(watcher.health().isConfirmed()).isTrue();
    time.pass(30_000);
    store.set("providers " + ORDERS, Map.of());
    time.pass(100);
    assertThat(instances()).as("it's well, and says so").isEmpty();
  }

  @Test
  void ifNobodyAtAllIsLeftThenThoseWhoWereThereLastStay() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    begin();
    follow(ORDERS);
    store.isAway = true;
    time.pass(5_000);
    store.isAway = false;
    time.pass(1_000);
    store.set("providers " + ORDERS, Map.of());
    time.pass(500_000);
    assertThat(instances()).hasSize(1);
    time.pass(200_000);
    assertThat(instances()).isEmpty();
  }

  @Test
  void whatWasKnownLastIsThereAfterARestartWithoutTheRegistry() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    watcher = watcher(true);
    begin();
    follow(ORDERS);
    time.pass(2_000);
    watcher.end();
    store.isAway = true;
    watcher = watcher(true);
    begin();
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
    assertThat(watcher.health().isConfirmed()).isFalse();
    store.isAway = false;
    time.pass(2_000);
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
  }

  @Test
  void nobodyWaitsForARegistryThatHasNeverBeenThere() {
    store.isAway = true;
    begin();
    assertThat(follow(ORDERS).future().succeeded()).isTrue();
    time.pass(10_000);
    assertThat(follow(ORDERS).future().succeeded()).as("nor later").isTrue();
    assertThat(snapshots.size()).isZero();
    store.isAway = false;
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    store.set("mapping " + ORDERS, Map.of());
    time.pass(2_000);
    assertThat(snapshots.size()).isEqualTo(1);
  }

  @Test
  void callsWaitWhileOneOfItsServersGivesWayToAnother() {
    begin();
    store.isAway = true;
    time.pass(1_000);
    Promise<Void> known = follow(ORDERS);
    assertThat(known.future().isComplete()).as("another may answer").isFalse();
    store.isAway = false;
    store.set("mapping " + ORDERS, Map.of());
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    time.pass(100);
    assertThat(known.future().succeeded()).isTrue();
    assertThat(snapshots.size()).isEqualTo(1);
    store.isAway = true;
    time.pass(2_000);
    assertThat(follow(USERS).future().succeeded()).as("there's no other").isTrue();
  }

  @Test
  void nobodyWaitsLongForARegistryThatStandsStill() {
    begin();
    store.isStill = true;
    time.pass(1_000);
    Promise<Void> known = follow(ORDERS);
    assertThat(known.future().isComplete()).isFalse();
    time.pass(3_000);
    assertThat(known.future().succeeded()).isTrue();
  }

  @Test
  void thatNobodyWasThereIsKnownAfterARestartWithoutTheRegistryToo() {
    watcher = watcher(true);
    begin();
    time.pass(2_000);
    watcher.end();
    store.isAway = true;
    watcher = watcher(true);
    Vertx vertx = Vertx.vertx();
    Future<Void> first = snapshots.subscribe(vertx.getOrCreateContext(), told -> {});
    begin();
    await().until(first::succeeded);
    vertx.close();
  }

  @Test
  void whoRunsAnApplicationStaysWhereThatIsRefusedLater() {
    store.set("mapping " + ORDERS, Map.of("", "shop"));
    store.set("instances shop", Map.of("a", instance("h", 1, "r1")));
    store.metadata.put("shop/r1", metadata(ORDERS, 20880));
    begin();
    follow(ORDERS);
    time.pass(30_000);
    store.refuse("instances shop", "the answer is too large");
    time.pass(100);
    assertThat(instances()).containsExactly("dubbo-h-20880 [com.x.Orders]");
    assertThat(watcher.skipped()).as("it's shown").isEqualTo(1);
    store.set("instances shop", Map.of());
    time.pass(100);
    assertThat(instances()).isEmpty();
    assertThat(watcher.skipped()).isZero();
  }

  @Test
  void nobodyWaitsForAnApplicationThatMayNotBeRead() {
    store.set("mapping " + ORDERS, Map.of("", "shop"));
    store.silent.add("instances shop");
    begin();
    Promise<Void> known = follow(ORDERS);
    assertThat(known.future().isComplete()).isFalse();
    store.refuse("instances shop", "no permission");
    time.pass(100);
    assertThat(known.future().succeeded()).isTrue();
  }

  @Test
  void nobodyWaitsForAMappingThatMayNotBeRead() {
    store.silent.add("mapping " + ORDERS);
    begin();
    Promise<Void> known = follow(ORDERS);
    assertThat(known.future().isComplete()).isFalse();
    store.refuse("mapping " + ORDERS, "no permission");
    store.set("providers " + ORDERS, Map.of()); // in whichever order
    time.pass(100);
    assertThat(known.future().succeeded()).isTrue();
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    time.pass(100);
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
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
}
