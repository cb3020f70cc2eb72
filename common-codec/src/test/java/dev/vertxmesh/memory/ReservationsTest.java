package dev.vertxmesh.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReservationsTest {

  private static final int MOST = 100_000;

  private final MemoryBudget budget = new MemoryBudget(MOST);
  private final Reservations holders = new Reservations(budget);
  private final List<String> ended = new ArrayList<>();
  private final List<Reservation> all = new ArrayList<>();

  private Reservation add(String name) {
    Reservation reservation = holders.add(() -> ended.add(name));
    all.add(reservation);
    return reservation;
  }

  @AfterEach
  void whatWasTakenIsGivenBackOnce() {
    all.forEach(Reservation::close);
    all.forEach(Reservation::close);
    assertThat(budget.taken()).isZero();
  }

  @Test
  void whoHoldsMostIsEndedForTheOthers() {
    assertThat(add("middle").hold(30_000)).isTrue();
    assertThat(add("most").hold(60_000)).isTrue();
    assertThat(add("new").hold(20_000)).isTrue();
    assertThat(ended).containsExactly("most");
    assertThat(budget.taken()).isEqualTo(50_000);
  }

  @Test
  void asManyAreEndedAsNeedBe() {
    for (int i = 0; i < 10; i++) {
      assertThat(add("" + i).hold(10_000)).isTrue();
    }
    Reservation last = add("last");
    assertThat(last.hold(5_000)).isTrue();
    assertThat(ended).hasSize(1);
    assertThat(last.hold(6_000)).isFalse(); // nobody holds more than it would
    assertThat(ended).hasSize(1);
  }

  @Test
  void whoWouldHoldMostItselfIsTold() {
    assertThat(add("one").hold(60_000)).isTrue();
    Reservation two = add("two");
    assertThat(two.hold(30_000)).isTrue();
    assertThat(two.hold(40_000)).isFalse();
    assertThat(two.held()).isEqualTo(30_000);
    assertThat(ended).isEmpty();
  }

  @Test
  void whoWasEndedHoldsNothingAnyMore() {
    Reservation most = add("most");
    most.hold(90_000);
    add("other").hold(50_000);
    assertThat(most.held()).isZero();
    assertThat(most.hold(1)).isFalse();
    most.release(90_000);
    assertThat(budget.taken()).isEqualTo(50_000);
  }

  @Test
  void whatHasGoneWithoutAWordIsGivenBackBeforeAnybodyIsEnded() {
    Reservation taken = holders.add(() -> ended.add("taken"), () -> 0);
    Reservation slow = holders.add(() -> ended.add("slow"), () -> 20_000);
    all.addAll(List.of(taken, slow));
    assertThat(taken.hold(60_000)).isTrue();
    assertThat(slow.hold(40_000)).isTrue();
    assertThat(add("new").hold(50_000)).isTrue();
    assertThat(ended).isEmpty();
    assertThat(taken.held()).isZero();
    assertThat(slow.held()).isEqualTo(20_000);
  }

  @Test
  void whatIsSmallGetsThroughWhileLargeOnesWait() {
    budget.take(MOST);
    assertThat(add("small").hold(4_000)).isTrue();
    assertThat(add("large").hold(5_000)).isFalse();
    budget.give(MOST);
  }
}
