package dev.vertxmesh.discovery.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.follow.entry.Room;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FollowedApplicationsTest {

  private static final long ROOM = 10_000;
  private static final List<String> NAMES =
      IntStream.range(0, 1_000).mapToObj(i -> "application-" + i).toList();

  private final HandStore store = new HandStore();
  private final HandTime time = new HandTime();
  private final Room room = new Room(ROOM);
  private final FollowedApplications all =
      new FollowedApplications(
          store, store, time.thread(), room, url -> Optional.empty(), () -> true, () -> {});

  /** Whoever may write one makes up a thousand names, in as many mappings as there are. */
  @Test
  void namesThatAMappingMakesUpHaveSoMuchRoom() {
    List<FollowedApplication> used = all.use(NAMES, "com.x.A");
    assertThat(used).hasSizeBetween(2, 6);
    assertThat(store.listeners).hasSameSizeAs(used);
    assertThat(all.use(NAMES, "com.x.B")).hasSizeLessThanOrEqualTo(used.size());
    used.forEach(one -> all.drop(one, "com.x.A"));
    used.forEach(one -> all.drop(one, "com.x.B"));
    assertThat(store.listeners).isEmpty();
    room.take(ROOM); // all of it was given back
  }

  @Test
  void whoIsFollowedStaysThoughThereIsNoRoomForTheOneBefore() {
    List<FollowedApplication> shop = all.use(List.of("shop"), "com.x.A");
    room.take(ROOM - 2_000);
    assertThat(all.hasRoom()).isFalse();
    assertThat(all.use(List.of("other", "shop"), "com.x.A")).isEqualTo(shop);
    room.give(ROOM - 2_000);
    assertThat(all.hasRoom()).isTrue();
  }

  @Test
  void whoIsUsedAgainTakesNothingMore() {
    List<FollowedApplication> first = all.use(List.of("shop"), "com.x.A");
    for (int i = 0; i < 1_000; i++) {
      assertThat(all.use(List.of("shop"), "com.x.A")).isEqualTo(first);
    }
    all.drop(first.get(0), "com.x.A");
    room.take(ROOM);
  }

  @Test
  void thoseWhoHadNoRoomAreListedAgain() {
    store.set("instances shop", Map.of("a", FollowFixture.instance("h", 1, "r")));
    room.take(ROOM - 2_000);
    FollowedApplication shop = all.use(List.of("shop"), "com.x.A").get(0);
    time.settle();
    assertThat(shop.entries().values()).isEmpty();
    assertThat(shop.entries().isCut()).isTrue();
    room.give(ROOM - 2_000);
    all.listAgain(16);
    time.settle();
    assertThat(shop.entries().values()).hasSize(1);
    assertThat(store.listeners).hasSize(1);
  }
}
