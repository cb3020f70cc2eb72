package dev.vertxmesh.discovery.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.application.ApplicationInstance;
import dev.vertxmesh.discovery.application.MetadataInfo;
import dev.vertxmesh.discovery.dubbo.ProviderInstances;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.follow.entry.EntrySet;
import dev.vertxmesh.discovery.follow.entry.Room;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who serves an interface by its own word and by its applications'. */
class FollowedInterfaceTest {

  private static final String ORDERS = FollowFixture.ORDERS;
  private static final long ROOM = 10_000;
  private static final Room PLENTY = new Room(Long.MAX_VALUE);

  private final Room room = new Room(ROOM);
  private final EntrySet<Instance> providers =
      new EntrySet<>((name, text) -> ProviderInstances.of(RegisteredUrl.parse(name)), PLENTY);
  private final FollowedInterface orders = new FollowedInterface(ORDERS, providers, room, 0);
  private final EntrySet<ApplicationInstance> entries =
      new EntrySet<>(
          (name, text) -> Optional.of(ApplicationInstance.ofCurator("shop", text)), PLENTY);
  private final FollowedApplication shop =
      new FollowedApplication("shop", new OfProviders(), entries, PLENTY);

  private static final class OfProviders implements FollowedApplication.Owner {
    @Override
    public void ask(FollowedApplication of, String revision, List<ApplicationInstance> some) {
      of.onInfo(revision, MetadataInfo.parse(FollowFixture.metadata(ORDERS, 20880)));
    }

    @Override
    public Optional<Instance> instance(RegisteredUrl url) {
      return ProviderInstances.of(url);
    }
  }

  private void runs(int count) {
    Map<String, String> all = new HashMap<>();
    for (int i = 0; i < count; i++) {
      all.put("" + i, FollowFixture.instance("10.0.0." + i, 1, "r"));
    }
    entries.list(all, true, 0);
    shop.onEntries();
    orders.onMapping(List.of(shop), 1);
  }

  @Test
  void oneThatStandsAtBothLevelsIsTheSameOne() {
    String url = "dubbo://10.0.0.1:20880/%s?application=shop".formatted(ORDERS);
    providers.list(Map.of(url, ""), true, 0);
    runs(2);
    assertThat(orders.instances()).hasSize(2).contains(providers.values().get(0));
    assertThat(orders.instances()).anyMatch(one -> one == providers.values().get(0));
  }

  /** One mapping names a thousand applications, and each of their revisions as many services. */
  @Test
  void applicationsThatMultiplyInstancesHaveSoMuchRoom() {
    providers.list(Map.of("dubbo://10.1.0.1:20880/" + ORDERS, ""), true, 0);
    runs(200);
    assertThat(orders.instances()).hasSizeBetween(2, 30);
    assertThat(orders.instances()).anyMatch(one -> one.host().equals("10.1.0.1"));
    assertThat(orders.skipped()).isEqualTo(1);
    assertThat(orders.looksAgain()).isTrue();
    runs(3);
    assertThat(orders.instances()).hasSize(4);
    assertThat(orders.looksAgain()).isFalse();
    assertThat(orders.skipped()).isZero();
    orders.end();
    room.take(ROOM); // all of it was given back
  }

  @Test
  void whoHadNoRoomComesOnceThereIs() {
    room.take(ROOM - 1_000);
    runs(5);
    assertThat(orders.instances()).hasSize(1);
    room.give(ROOM - 1_000);
    assertThat(orders.instances()).as("they aren't looked at for each call").hasSize(1);
    assertThat(orders.looksAgain()).isTrue();
    assertThat(orders.instances()).hasSize(5);
  }

  @Test
  void whatIsWrongWithItsMappingIsSaidUntilItIsRight() {
    orders.onMapping(List.of(shop), 3);
    assertThat(orders.skipped()).isEqualTo(1);
    providers.list(Map.of("dubbo://10.1.0.1:20880/" + ORDERS, ""), true, 0);
    orders.onProviders();
    assertThat(orders.skipped()).isEqualTo(1);
    orders.onMapping(List.of(shop), 1);
    assertThat(orders.skipped()).isZero();
  }

  @Test
  void whoHadNoRoomMayServeWhatNobodyElseDoes() {
    providers.list(Map.of("dubbo://10.1.0.1:20880/" + ORDERS, ""), true, 0);
    runs(3);
    assertThat(InterfaceNote.of(orders).untold()).isEmpty();
    runs(200);
    orders.instances();
    assertThat(InterfaceNote.of(orders).untold())
        .isEqualTo("there's no room for all who serve com.x.Orders");
  }

  /** Or who fills the room for reasons would make that nobody serves it. */
  @Test
  void thatItsProvidersMayNotBeReadIsSaidThoughThereIsNoRoomForWhy() {
    fillReasons(room);
    orders.onRefusal("no permission");
    orders.onMapping(List.of(), 0);
    InterfaceNote note = InterfaceNote.of(orders);
    assertThat(note.untold()).isEqualTo("why isn't kept, since too many others are skipped");
    assertThat(note.skipped()).startsWith("at least 1 entry of it is skipped: why isn't kept");
    orders.onProviders();
    assertThat(InterfaceNote.of(orders).untold()).isEmpty();
    assertThat(InterfaceNote.of(orders).skipped()).isEmpty();
  }

  @Test
  void thatAnApplicationMayServeItIsSaidThoughThereIsNoRoomForWhy() {
    Room full = new Room(0);
    fillReasons(full);
    FollowedApplication other = new FollowedApplication("other", new OfProviders(), entries, full);
    other.onRefusal("no permission");
    assertThat(other.whyUntold()).isEqualTo("what other serves can't be found out");
    other.onEntries();
    assertThat(other.whyUntold()).isEmpty();
  }

  private static void fillReasons(Room room) {
    while (room.reasons().takes(100)) {
      // until nothing is left
    }
  }

  @Test
  void thatItsProvidersMayNotBeReadIsSaidUntilTheyAreTold() {
    orders.onRefusal("no permission");
    assertThat(orders.skipped()).isEqualTo(1);
    orders.onProviders();
    assertThat(orders.skipped()).isZero();
  }
}
