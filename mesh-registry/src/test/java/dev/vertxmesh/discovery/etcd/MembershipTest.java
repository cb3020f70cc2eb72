package dev.vertxmesh.discovery.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.discovery.kind.InstanceJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MembershipTest {

  private static final long HOLD = 1_000;
  private static final long EMPTY_HOLD = 60_000;
  private static final long ROOM = 100_000;

  private final Membership membership = new Membership(new AgentLayout(), HOLD, EMPTY_HOLD, ROOM);

  @Test
  void whatWouldTakeTooMuchIsSkippedAndThoseWhoWereThereStay() {
    put("a");
    for (int i = 0; i < 1_000; i++) {
      put("flood-" + i);
    }
    assertThat(ids(0)).contains("a").hasSizeBetween(100, 200);
    assertThat(membership.malformed().size()).isBetween(800, 900);
    assertThat(membership.malformed().reasons().values())
        .allMatch(reason -> reason.matches("it takes \\d+ bytes and those before it \\d+, .*"));
    for (int i = 0; i < 1_000; i++) {
      membership.put("flood-" + i, AgentLayout.TOMBSTONE);
    }
    put("b");
    assertThat(ids(0)).containsExactly("a", "b");
    assertThat(membership.malformed().size()).isZero();
  }

  @Test
  void anEntryIsLargerThanAnyMayBe() {
    put("a");
    membership.put("a", "x".repeat(EntryBounds.LARGEST_ENTRY + 1));
    assertThat(ids(0)).containsExactly("a");
    assertThat(membership.malformed().reasons()).containsKey("a");
  }

  @Test
  void soManyBadEntriesAreKeptByNameAndFewAreToldOf() {
    for (int i = 0; i < 5_000; i++) {
      membership.put("bad-" + i, "\n".repeat(1_000));
    }
    assertThat(membership.malformed().size()).isEqualTo(1_000);
    assertThat(membership.malformed().news()).hasSize(20).containsValue("not a JSON object");
    assertThat(membership.malformed().news()).isEmpty();
    list(0);
    assertThat(membership.malformed().size()).isZero();
  }

  @Test
  void whoLeavesATombstoneIsGoneAtOnceAndTheDeleteAfterItIsNoNews() {
    list(0, "a", "b");
    membership.put("a", AgentLayout.TOMBSTONE);
    assertThat(ids(0)).containsExactly("b");
    membership.delete("a", 0);
    assertThat(membership.held()).isZero();
  }

  @Test
  void whoIsMissingWithoutATombstoneStaysForTheHold() {
    list(0, "a", "b");
    membership.delete("a", 100);
    assertThat(membership.settle(100)).isEqualTo(HOLD);
    assertThat(ids(100 + HOLD - 1)).containsExactly("a", "b");
    assertThat(membership.held()).isEqualTo(1);
    assertThat(ids(100 + HOLD)).containsExactly("b");
    assertThat(membership.settle(100 + HOLD)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whoComesBackWithinTheHoldWasNeverAway() {
    list(0, "a", "b");
    membership.delete("a", 100);
    put("a");
    assertThat(ids(100 + 10 * HOLD)).containsExactly("a", "b");
    assertThat(membership.held()).isZero();
  }

  @Test
  void aListingSaysWhoIsMissingToo() {
    list(0, "a", "b");
    list(500, "b", "c");
    assertThat(ids(500)).containsExactly("a", "b", "c");
    assertThat(ids(500 + HOLD)).containsExactly("b", "c");
  }

  @Test
  void noHoldRunsOutWhileTheStoreCanNotBeReached() {
    list(0, "a", "b");
    membership.delete("a", 100);
    membership.lose(200);
    assertThat(membership.settle(1_000_000)).isEqualTo(Long.MAX_VALUE);
    assertThat(ids(1_000_000)).containsExactly("a", "b");
    list(1_000_000, "b");
    assertThat(ids(1_000_000 + HOLD - 101)).containsExactly("a", "b");
    assertThat(ids(1_000_000 + HOLD - 100)).containsExactly("b");
  }

  @Test
  void ifNobodyAtAllIsLeftThoseBeforeStayUntilSomebodyComes() {
    list(0, "a", "b", "c");
    list(1_000);
    assertThat(ids(1_000 + EMPTY_HOLD - 1)).containsExactly("a", "b", "c");
    assertThat(membership.isDeserted()).isTrue();
    put("b");
    assertThat(ids(1_000 + EMPTY_HOLD)).as("the others' hold begins").hasSize(3);
    assertThat(ids(1_000 + EMPTY_HOLD + HOLD)).containsExactly("b");
    assertThat(membership.isDeserted()).isFalse();
  }

  @Test
  void noGhostStaysForEver() {
    list(0, "a");
    list(1_000);
    assertThat(ids(1_000 + EMPTY_HOLD)).isEmpty();
    assertThat(membership.isDeserted()).isFalse();
  }

  @Test
  void anEmptyStoreAtTheBeginningHasNobody() {
    list(0);
    assertThat(ids(0)).isEmpty();
    assertThat(membership.held()).isZero();
  }

  @Test
  void whatIsRestoredIsMissingOnlyOnceThereIsAListing() {
    membership.restore(List.of(instance("a"), instance("b")));
    assertThat(ids(0)).containsExactly("a", "b");
    list(5_000, "b");
    assertThat(ids(5_000 + HOLD - 1)).containsExactly("a", "b");
    assertThat(ids(5_000 + HOLD)).containsExactly("b");
  }

  @Test
  void whatCanNotBeUnderstoodIsSkippedAndTold() {
    list(0, "a");
    membership.put("x", "[");
    membership.put("y", "{\"id\": \"y\"}");
    membership.put("z", InstanceJson.write(instance("other")).encode());
    assertThat(ids(0)).containsExactly("a");
    assertThat(membership.malformed().reasons())
        .containsEntry("x", "not a JSON object")
        .containsEntry("y", "host is 'null', expected text")
        .containsEntry("z", "id is 'other', expected the key's own name");
    membership.delete("x", 0);
    put("y");
    assertThat(membership.malformed().reasons()).containsOnlyKeys("z");
    list(0, "a", "y");
    assertThat(membership.malformed().reasons()).isEmpty();
  }

  @Test
  void whoseEntryIsBrokenByHandStaysAsItWas() {
    list(0, "a");
    membership.put("a", "{broken");
    assertThat(ids(100 * HOLD)).containsExactly("a");
    assertThat(membership.malformed().reasons()).containsOnlyKeys("a");
    put("a");
    assertThat(membership.malformed().reasons()).isEmpty();
  }

  private List<String> ids(long now) {
    membership.settle(now);
    return membership.instances().stream().map(Instance::id).sorted().toList();
  }

  private void put(String id) {
    membership.put(id, InstanceJson.write(instance(id)).encode());
  }

  private void list(long now, String... ids) {
    Map<String, String> entries = new HashMap<>();
    for (String id : ids) {
      entries.put(id, InstanceJson.write(instance(id)).encode());
    }
    membership.list(entries, now);
  }

  private static Instance instance(String id) {
    return new Instance(id, "h", 1, List.of(), 1, Map.of(), 0, 0);
  }
}
