package dev.vertxmesh.discovery.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said of services that nobody is known to serve, and of entries that are skipped. */
class FollowNotesTest extends FollowFixture {

  private static final ServiceKey FIRST = new ServiceKey(ORDERS, "", "1.0");
  private static final ServiceKey SECOND = new ServiceKey(ORDERS, "", "2.0");

  private String untold(ServiceKey service) {
    return watcher.notes().untold(service);
  }

  @Test
  void aServiceForWhichThereIsNoPlaceMayBeThereAndHasOneSoon() {
    ServiceKey orders = ServiceKey.of(ORDERS);
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    begin();
    IntStream.range(0, FollowOptions.MOST_UNSERVED)
        .forEach(i -> watcher.follow(ServiceKey.of("com.y.N" + i), Promise.promise()));
    time.pass(100);
    assertThat(follow(ORDERS).future().succeeded()).as("nobody waits for a place").isTrue();
    assertThat(untold(orders))
        .isEqualTo(
            "1000 other interfaces are followed that nobody serves, and no more at a time; the"
                + " registry is asked at once of those that --subscribe names");
    assertThat(untold(ServiceKey.of("com.y.N0"))).as("nobody serves it").isEmpty();
    assertThat(untold(ServiceKey.of("../etc"))).as("it can't be one").isEmpty();
    time.pass(FollowOptions.LEAST_UNSERVED_MILLIS);
    follow(ORDERS);
    assertThat(untold(orders)).isEmpty();
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
  }

  /** One that --subscribe names needs none of the places of those that are called. */
  @Test
  void aServiceThatIsNamedHasAPlaceWhateverNamesAreMadeUp() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS));
    begin();
    IntStream.range(0, FollowOptions.MOST_UNSERVED)
        .forEach(i -> watcher.follow(ServiceKey.of("com.y.N" + i), Promise.promise()));
    watcher.followAlways(List.of(NamePattern.of(ORDERS)));
    time.pass(100);
    assertThat(instances()).containsExactly("dubbo-h-1 [com.x.Orders]");
  }

  @Test
  void whoCallsAnotherVersionWaitsUntilAllIsToldOfTheInterface() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS + "?version=1.0"));
    store.set("mapping " + ORDERS, Map.of("", "shop"));
    store.silent.add("instances shop");
    begin();
    assertThat(follow(FIRST).future().succeeded()).isTrue();
    Promise<Void> second = follow(SECOND);
    time.pass(1_000);
    assertThat(second.future().isComplete()).isFalse();
    assertThat(untold(SECOND)).isEqualTo("the registry hasn't told yet who serves com.x.Orders");
    JsonObject service =
        new JsonObject()
            .put("name", ORDERS)
            .put("version", "2.0")
            .put("protocol", "dubbo")
            .put("port", 20880);
    store.metadata.put(
        "shop/r1",
        new JsonObject()
            .put("services", new JsonObject().put(ORDERS + ":2.0:dubbo", service))
            .encode());
    store.set("instances shop", Map.of("a", instance("i", 1, "r1")));
    time.pass(100);
    assertThat(second.future().succeeded()).isTrue();
    assertThat(instances())
        .containsExactly("dubbo-h-1 [com.x.Orders:1.0]", "dubbo-i-20880 [com.x.Orders:2.0]");
    assertThat(untold(SECOND)).isEmpty();
  }

  @Test
  void anApplicationThatCannotBeAskedMayServeWhatItIsNotKnownTo() {
    store.set("providers " + ORDERS, provider("dubbo://h:1/" + ORDERS + "?version=1.0"));
    store.set("mapping " + ORDERS, Map.of("", "shop"));
    store.set("instances shop", Map.of("a", instance("i", 1, "r1")));
    begin();
    Promise<Void> second = follow(SECOND);
    time.pass(3_000); // with all its tries
    assertThat(second.future().succeeded()).isTrue();
    assertThat(untold(SECOND)).startsWith("what shop serves can't be found out: ");
    assertThat(watcher.notes().skipped(SECOND)).startsWith("1 entry of it is skipped: what shop");
    store.metadata.put("shop/r1", metadata(ORDERS, 20880));
    time.pass(12_000);
    assertThat(untold(SECOND)).as("it has told all that it serves").isEmpty();
    assertThat(watcher.notes().skipped(SECOND)).isEmpty();
  }

  @Test
  void whyEntriesAreSkippedIsShownOfSomeInterfacesThoughOthersOfThemAreServed() {
    IntStream.range(0, 50)
        .forEach(
            i -> {
              String name = "com.x.N" + i;
              store.set("providers " + name, provider("dubbo://h:1/" + name, "h:0/" + name));
            });
    watcher.followAlways(List.of(NamePattern.of("com.x.*")));
    begin();
    time.pass(20_000);
    assertThat(snapshots.size()).isEqualTo(1);
    assertThat(watcher.notes().skipped())
        .hasSize(Registry.MOST_SKIPPED_TOLD)
        .allSatisfy((name, why) -> assertThat(why).startsWith("1 entry of it is skipped: "));
    assertThat(watcher.notes().skipped(ServiceKey.of("com.x.N49"))).isNotEmpty();
  }
}
