package dev.vertxmesh.discovery.follow.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Of texts that say themselves, but for those that say no. */
class EntrySetTest {

  private static final long ROOM = 100_000;

  private final EntrySet<String> entries = set(ROOM);

  private static EntrySet<String> set(long room) {
    return set(new Room(room));
  }

  private static EntrySet<String> set(Room room) {
    return new EntrySet<>(
        (name, text) -> {
          if (text.startsWith("no")) {
            throw new IllegalArgumentException(text);
          }
          return text.equals("off") ? Optional.empty() : Optional.of(text);
        },
        room);
  }

  @Test
  void whoVanishesWhileTheRegistryIsWellIsGoneAtOnce() {
    assertThat(entries.isListed()).isFalse();
    entries.list(Map.of("a", "A", "b", "B", "c", "off"), true, 0);
    assertThat(entries.isListed()).isTrue();
    assertThat(entries.values()).containsExactlyInAnyOrder("A", "B");
    entries.list(Map.of("b", "B2"), true, 1);
    assertThat(entries.values()).containsExactly("B2");
    entries.list(Map.of(), true, 2);
    assertThat(entries.values()).isEmpty();
  }

  @Test
  void whoVanishesOtherwiseStaysForAWhile() {
    entries.list(Map.of("a", "A", "b", "B"), true, 0);
    entries.list(Map.of("b", "B"), false, 100);
    assertThat(entries.held()).isEqualTo(1);
    entries.list(Map.of("b", "B"), false, 200); // and isn't missed anew
    entries.settle(99);
    assertThat(entries.values()).containsExactlyInAnyOrder("A", "B");
    entries.settle(100);
    assertThat(entries.values()).containsExactly("B");
    assertThat(entries.held()).isZero();
    assertThat(entries.here()).isEqualTo(1);
  }

  @Test
  void whoComesBackIsThereAsBefore() {
    entries.list(Map.of("a", "A"), true, 0);
    entries.list(Map.of(), false, 100);
    entries.list(Map.of("a", "A"), false, 200);
    entries.settle(1_000);
    assertThat(entries.values()).containsExactly("A");
  }

  @Test
  void noTimePassesForTheMissingWhileTheRegistryIsAway() {
    entries.list(Map.of("a", "A"), true, 0);
    entries.list(Map.of(), false, 100);
    entries.recover(500);
    entries.settle(499);
    assertThat(entries.values()).containsExactly("A");
    entries.settle(500);
    assertThat(entries.values()).isEmpty();
  }

  @Test
  void aBrokenEntryIsSkippedAndWhatItSaidBeforeStays() {
    entries.list(Map.of("a", "A", "b", "no, never"), true, 0);
    assertThat(entries.skipped().size()).isEqualTo(1);
    entries.list(Map.of("a", "no more", "b", "B"), true, 1);
    assertThat(entries.values()).containsExactlyInAnyOrder("A", "B");
    assertThat(entries.skipped().size()).isEqualTo(1);
    entries.list(Map.of("b", "B"), true, 2);
    assertThat(entries.values()).containsExactly("B");
    assertThat(entries.skipped().size()).isZero();
  }

  @Test
  void whatWasKnownBeforeGoesLikeTheMissing() {
    entries.restore("a", "A", 10);
    entries.list(Map.of("other", "B"), false, 20);
    assertThat(entries.values()).containsExactlyInAnyOrder("A", "B");
    entries.settle(10);
    assertThat(entries.values()).containsExactly("B");
  }

  @Test
  void noMoreIsTakenThanThereIsRoomFor() {
    EntrySet<String> small = set(5_000);
    Map<String, String> many =
        IntStream.range(0, 100).boxed().collect(Collectors.toMap(i -> "n" + i, i -> "t" + i));
    small.list(many, true, 0);
    int taken = small.values().size();
    assertThat(taken).isBetween(1, 7);
    assertThat(small.skipped().size()).isEqualTo(100 - taken);
    small.list(Map.of(), true, 1);
    small.list(Map.of("a", "A"), true, 2); // what has gone has made room
    assertThat(small.values()).containsExactly("A");
    small.clear();
    assertThat(small.values()).isEmpty();
  }

  /** A short text may say so much that it becomes a thousand objects. */
  @Test
  void whatTakesMoreThanOthersTakesMoreRoom() {
    EntrySet<String> small =
        new EntrySet<>((name, text) -> Optional.of(text), text -> 2_000, new Room(5_000));
    small.list(Map.of("a", "A", "b", "B", "c", "C"), true, 0);
    assertThat(small.values()).hasSize(2);
    assertThat(small.skipped().size()).isEqualTo(1);
    small.list(Map.of("d", "D"), true, 1); // what has gone has made room for as much
    small.list(Map.of("d", "D", "e", "E"), true, 2);
    assertThat(small.values()).hasSize(2);
  }

  @Test
  void whatIsTooLargeIsSkipped() {
    entries.list(Map.of("a", "x".repeat(300_000), "b".repeat(70_000), "B"), true, 0);
    assertThat(entries.values()).isEmpty();
    assertThat(entries.skipped().size()).isEqualTo(2);
  }

  @Test
  void itIsKnownThatThereWasNoRoomForSome() {
    Room room = new Room(1_000);
    EntrySet<String> small = new EntrySet<>((name, text) -> Optional.of(text), room);
    small.list(Map.of("a", "A"), true, 0);
    assertThat(small.isCut()).isFalse();
    assertThat(room.isFreed()).isFalse();
    small.list(Map.of("a", "A", "b", "B"), true, 1);
    assertThat(small.isCut()).isTrue();
    assertThatThrownBy(() -> room.take(652))
        .hasMessage("it takes 652 bytes and those before it 652, expected at most 1000 together");
    assertThat(room.isFreed()).isFalse();
    small.list(Map.of("b", "B"), true, 2); // whose place the other has left
    assertThat(small.isCut()).isFalse();
    assertThat(room.isFreed()).isTrue();
    assertThat(small.values()).containsExactly("B");
  }

  /** Else each of many interfaces could have a thousand of them. */
  @Test
  void theReasonsOfAllThatShareARoomHaveOneBound() {
    Room room = new Room(1_000_000); // 64 KiB for reasons
    List<EntrySet<String>> sets =
        Stream.generate(() -> set(room))
            .limit(10)
            .peek(one -> one.list(bad(100), true, 0))
            .toList();
    int all = sets.stream().mapToInt(one -> one.skipped().size()).sum();
    assertThat(all).isBetween(200, 400);
    sets.get(0).clear();
    int free = all - sets.stream().mapToInt(one -> one.skipped().size()).sum();
    assertThat(free).isPositive();
    sets.get(9).list(bad(100), true, 1);
    assertThat(sets.get(9).skipped().size()).isEqualTo(free);
    sets.get(9).list(Map.of(), true, 2);
    assertThat(sets.get(9).skipped().size()).isZero();
    sets.get(8).list(Map.of("0", "good"), true, 3);
    sets.get(7).list(bad(100), true, 4);
    assertThat(sets.get(7).skipped().size()).isEqualTo(free);
  }

  @Test
  void itIsKnownThatThereAreSomeOfWhichNothingIsKept() {
    Room room = new Room(1_000_000);
    while (room.reasons().takes(100)) {
      // until nothing is left for reasons
    }
    EntrySet<String> small = set(room);
    small.list(bad(3), true, 0);
    assertThat(small.skipped().size()).isOne();
    assertThat(small.skipped().isMore()).isTrue();
    assertThat(small.skipped().anyReason())
        .isEqualTo("why isn't kept, since too many others are skipped");
    room.reasons().give(10_000);
    small.list(bad(3), true, 1);
    assertThat(small.skipped().size()).isEqualTo(3);
    assertThat(small.skipped().isMore()).isFalse();
    assertThat(small.skipped().anyReason()).startsWith("no ");
  }

  private static Map<String, String> bad(int count) {
    return IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "" + i, i -> "no " + i));
  }
}
