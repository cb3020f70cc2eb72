package dev.vertxmesh.discovery.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is known, and who waits, while the registry is away or refuses. */
class FollowOutageTest extends FollowFixture {

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

  /** As one does that has just begun, where the signs of life of both are good. */
  @Test
  void thatAnotherServerKnowsNobodyIsNotBelieved() {
    String url = "dubbo://h:1/" + ORDERS;
    String other = "dubbo://i:1/" + ORDERS;
    store.set("providers " + ORDERS, provider(url, other));
    begin();
    follow(ORDERS);
    time.pass(5_000);
    store.doubted.run();
    store.set("providers " + ORDERS, Map.of());
    time.pass(60_000);
    assertThat(instances()).hasSize(2);
    assertThat(watcher.health().problem()).startsWith("2 gone that did not say so");
    store.set("providers " + ORDERS, provider(other));
    time.pass(20_000);
    assertThat(instances()).containsExactly("dubbo-i-1 [com.x.Orders]");
    assertThat(watcher.health().isConfirmed()).isTrue();
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
  void whoCallsIsToldThatTheRegistryCannotBeAsked() {
    ServiceKey orders = ServiceKey.of(ORDERS);
    begin();
    follow(ORDERS);
    assertThat(watcher.health().unasked()).isEmpty();
    assertThat(watcher.notes().untold(orders)).isEmpty();
    store.isAway = true;
    time.pass(3_000);
    follow(USERS);
    assertThat(watcher.health().unasked()).isEqualTo("the registry test can't be asked: it's away");
    store.silent.add("providers " + USERS);
    store.isAway = false;
    time.pass(2_000);
    assertThat(watcher.health().unasked()).isEmpty();
    assertThat(watcher.notes().untold(ServiceKey.of(USERS)))
        .as("it's there again, and hasn't told all yet")
        .isEqualTo("the registry hasn't told yet who serves com.x.Users");
    store.set("mapping " + USERS, Map.of());
    store.set("providers " + USERS, Map.of());
    time.pass(100);
    assertThat(watcher.notes().untold(ServiceKey.of(USERS))).isEmpty();
  }

  @Test
  void whoCallsIsToldThatEntriesAreSkipped() {
    ServiceKey orders = ServiceKey.of(ORDERS);
    store.set("providers " + ORDERS, provider("h:1/" + ORDERS, "://i:1/" + ORDERS));
    begin();
    follow(ORDERS);
    assertThat(watcher.notes().skipped(orders)).startsWith("2 entries of it are skipped: ");
    store.set("providers " + ORDERS, Map.of());
    time.pass(100);
    assertThat(watcher.notes().skipped(orders)).isEmpty();
    store.refuse("providers " + ORDERS, "no permission for /dubbo/" + ORDERS);
    time.pass(100);
    assertThat(watcher.notes().untold(orders)).isEqualTo("no permission for /dubbo/com.x.Orders");
    assertThat(watcher.notes().skipped())
        .containsOnly(
            Map.entry(ORDERS, "1 entry of it is skipped: no permission for /dubbo/com.x.Orders"));
  }

  @Test
  void patternsOfWhichNamesMayNotBeReadAreToldOfWhileTheOthersAreFollowed() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    store.unlisted = "no permission for /dubbo/mapping";
    watcher.followAlways(List.of(NamePattern.of("com.x.*")));
    begin();
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
    assertThat(watcher.skipped()).isEqualTo(1);
    assertThat(watcher.notes().unlisted())
        .isEqualTo(
            "interfaces named by a pattern may be missing: no permission for /dubbo/mapping");
    store.unlisted = "";
    time.pass(11_000);
    assertThat(watcher.notes().unlisted()).isEmpty();
    assertThat(watcher.skipped()).isZero();
  }

  /** However old it is: nobody else says more. */
  @Test
  void whatWasKnownADayAgoIsThereAfterARestartWithoutTheRegistry() throws IOException {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    watcher = watcher(true);
    begin();
    follow(ORDERS);
    time.pass(2_000);
    watcher.end();
    Instant dayAgo = Instant.now().minus(Duration.ofDays(1));
    Files.setLastModifiedTime(folder.resolve("snapshot.json"), FileTime.from(dayAgo));
    store.isAway = true;
    watcher = watcher(true);
    begin();
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
    assertThat(watcher.health().ageMillis()).isGreaterThan(80_000_000);
  }
}
