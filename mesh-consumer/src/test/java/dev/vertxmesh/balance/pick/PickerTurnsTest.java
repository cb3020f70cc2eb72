package dev.vertxmesh.balance.pick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.FakeEndpoint;
import dev.vertxmesh.balance.Members;
import dev.vertxmesh.balance.endpoint.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whose turn it is, to the day and to the pick. */
class PickerTurnsTest {

  /** One entry of this period, whose first turn comes with the end of it. */
  private static CalendarQueue alone(double period) {
    CalendarQueue calendar = new CalendarQueue(2);
    calendar.period(0, period);
    calendar.add(0, 1);
    return calendar;
  }

  /** On which day the next turn is, and that it's this entry's. */
  private static void comes(CalendarQueue calendar, int entry, long day) {
    assertThat(calendar.poll()).isEqualTo(entry);
    assertThat(calendar.today()).isEqualTo(day);
    assertThat(calendar.contains(entry)).isFalse();
  }

  @Test
  void aTurnComesOnItsDayHoweverTheRingOfDaysLies() {
    for (int day : new int[] {0, 1, 2, 31, 62, 63, 64, 65, 100, 127, 128, 200, 5_000, 1 << 20}) {
      comes(alone(Math.max(0.5, day)), 0, day);
    }
    CalendarQueue calendar = new CalendarQueue(40); // 128 days, in two words of bits
    calendar.period(7, 100);
    calendar.add(7, 1);
    for (int turn = 1; turn <= 20; turn++) {
      comes(calendar, 7, turn * 100L);
      calendar.again(7);
    }
    calendar.period(8, 1);
    calendar.add(8, 1);
    comes(calendar, 8, 2_001);
    comes(calendar, 7, 2_100);
  }

  @Test
  void partsOfDaysAddUp() {
    CalendarQueue calendar = alone(1.5);
    for (long day : new long[] {1, 3, 4, 6, 7, 9}) {
      comes(calendar, 0, day);
      calendar.again(0);
    }
  }

  @Test
  void thoseOfADayComeAsTheyWerePutThere() {
    CalendarQueue calendar = new CalendarQueue(4);
    for (int entry : new int[] {2, 0, 3, 1}) {
      calendar.add(entry, 0.5);
    }
    assertThat(calendar.size()).isEqualTo(4);
    for (int entry : new int[] {2, 0, 3, 1}) {
      comes(calendar, entry, 0);
    }
    assertThat(calendar.size()).isZero();
  }

  @Test
  void whoMovesToAnotherDayLeavesTheOthersInTheirOrder() {
    for (int moving = 0; moving < 3; moving++) {
      CalendarQueue calendar = new CalendarQueue(3);
      for (int entry = 0; entry < 3; entry++) {
        calendar.period(entry, 10);
        calendar.add(entry, 1);
      }
      calendar.period(moving, 20);
      for (int entry = 0; entry < 3; entry++) {
        if (entry != moving) {
          comes(calendar, entry, 10);
        }
      }
      comes(calendar, moving, 20);
    }
  }

  @Test
  void aPeriodThatHardlyChangesLeavesATurnWhereItIs() {
    for (int[] lasts : new int[][] {{257, 256}, {255, 256}, {256, 256}, {258, 258}, {254, 254}}) {
      CalendarQueue calendar = alone(256);
      calendar.period(0, lasts[0]);
      comes(calendar, 0, lasts[1]);
    }
  }

  @Test
  void whatWasWaitedOfAPeriodCountsInTheNext() {
    CalendarQueue calendar = new CalendarQueue(2);
    calendar.period(0, 100);
    calendar.add(0, 1);
    calendar.period(1, 50);
    calendar.add(1, 1);
    comes(calendar, 1, 50);
    calendar.period(0, 200);
    comes(calendar, 0, 150);
    calendar.period(0, 30); // of one that has no turn to come
    assertThat(calendar.contains(0)).isFalse();
    assertThat(calendar.poll()).isEqualTo(-1);
    calendar.again(0);
    comes(calendar, 0, 180);
  }

  @Test
  void turnsThatWereMissedAreGone() {
    CalendarQueue calendar = alone(10);
    comes(calendar, 0, 10);
    calendar.period(1, 90);
    calendar.add(1, 1);
    comes(calendar, 1, 100);
    calendar.again(0);
    comes(calendar, 0, 100);
    calendar.again(0);
    comes(calendar, 0, 110);
  }

  @Test
  void whereAllAreRareTheFirstOfThemComesFirst() {
    CalendarQueue calendar = new CalendarQueue(4);
    calendar.add(3, 0);
    comes(calendar, 3, 0); // who has no turn any more
    calendar.period(0, 3_000);
    calendar.add(0, 1);
    calendar.period(1, 2_000);
    calendar.add(1, 1);
    calendar.period(2, 2_500);
    calendar.add(2, 1);
    comes(calendar, 1, 2_000);
    comes(calendar, 2, 2_500);
    comes(calendar, 0, 3_000);
  }

  @Test
  void whoIsPutBackIsBeforeThoseOfTheSameDayAndLeavesThemLikeAnyOther() {
    CalendarQueue calendar = new CalendarQueue(5);
    for (int entry = 0; entry < 5; entry++) {
      calendar.add(entry, 0);
    }
    long begin = calendar.today();
    List<Integer> polled = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      polled.add(calendar.poll());
    }
    calendar.rewind(begin);
    for (int i = 2; i >= 0; i--) {
      calendar.restore(polled.get(i));
      assertThat(calendar.contains(polled.get(i))).isTrue();
    }
    assertThat(calendar.size()).isEqualTo(5);
    calendar.period(1, 40); // its turn is due now all the same
    for (int entry : new int[] {0, 2, 3, 4, 1}) {
      comes(calendar, entry, 0);
    }
    calendar.restore(2); // the only one of its day
    comes(calendar, 2, 0);
    assertThat(calendar.poll()).isEqualTo(-1);
  }

  private static Member[] equal(int count) {
    return Members.of(Members.weighing(IntStream.generate(() -> 1).limit(count).toArray()));
  }

  private static FakeEndpoint endpoint(Member member) {
    return (FakeEndpoint) member.endpoint();
  }

  private static List<Member> picks(Picker picker, int count) {
    return IntStream.range(0, count).mapToObj(i -> picker.pick(0)).toList();
  }

  @Test
  void whoHasNoCreditLosesItsTurnAndNotItsPlace() {
    Member[] members = equal(4);
    Picker picker =
        new WeightedRoundRobin(members, WeightedRoundRobin.Brake.NONE, Members.chance());
    List<Member> order = picks(picker, 4);
    endpoint(order.get(0)).freeCredit = 0;
    endpoint(order.get(1)).freeCredit = 0;
    assertThat(picks(picker, 4))
        .containsExactly(order.get(2), order.get(3), order.get(2), order.get(3));
    endpoint(order.get(0)).freeCredit = 1;
    endpoint(order.get(1)).freeCredit = 1;
    assertThat(picks(picker, 4)).containsExactlyElementsOf(order);
  }

  @Test
  void whereNobodyHasCreditTurnsGoOnAsIfItWereNotAskedFor() {
    Member[] members = equal(40); // of which 32 are asked
    Picker picker =
        new WeightedRoundRobin(members, WeightedRoundRobin.Brake.NONE, Members.chance());
    List<Member> order = picks(picker, 40);
    for (Member member : members) {
      endpoint(member).freeCredit = 0;
    }
    assertThat(picks(picker, 80).subList(40, 80)).containsExactlyElementsOf(order);
  }

  @Test
  void only32AreAskedForCredit() {
    Member[] members = equal(40);
    Picker picker =
        new WeightedRoundRobin(members, WeightedRoundRobin.Brake.NONE, Members.chance());
    List<Member> order = picks(picker, 40);
    for (Member member : members) {
      endpoint(member).freeCredit = 0;
    }
    endpoint(order.get(31)).freeCredit = 1;
    assertThat(picker.pick(0)).as("the last that is asked").isSameAs(order.get(31));
    Picker another =
        new WeightedRoundRobin(members, WeightedRoundRobin.Brake.NONE, Members.chance());
    endpoint(order.get(31)).freeCredit = 0;
    endpoint(order.get(32)).freeCredit = 1;
    assertThat(another.pick(0)).as("one more isn't").isSameAs(order.get(0));
  }

  @Test
  void whoIsOutIsAskedOneAPickAndAllAreWhereNobodyIsLeft() {
    Member[] members = equal(3);
    Picker picker =
        new WeightedRoundRobin(members, WeightedRoundRobin.Brake.NONE, Members.chance());
    for (Member member : members) {
      endpoint(member).open = false;
    }
    assertThat(picker.pick(0)).isNull();
    endpoint(members[0]).open = true;
    endpoint(members[1]).open = true;
    assertThat(picks(picker, 6)).contains(members[0], members[1]).doesNotContain(members[2]);
    endpoint(members[2]).open = true;
    assertThat(picks(picker, 6)).contains(members);
    assertThat(picks(picker, 3)).contains(members);
  }

  @Test
  void whoIsOutWeighsNothingForTheOthers() {
    FakeEndpoint large = new FakeEndpoint("large", 1_000);
    Member[] members = Members.of(large, new FakeEndpoint("a", 1), new FakeEndpoint("b", 2));
    WeightedRoundRobin picker =
        new WeightedRoundRobin(members, WeightedRoundRobin.Brake.NONE, Members.chance());
    large.open = false;
    picks(picker, 10);
    picker.reweigh();
    List<Member> six = picks(picker, 6);
    assertThat(six.stream().filter(members[1]::equals)).hasSize(2);
    assertThat(six.stream().filter(members[2]::equals)).hasSize(4);
  }

  @Test
  void whoeverComesBackAloneIsFoundAtOnce() {
    for (int back = 0; back < 5; back++) {
      Member[] members = equal(5);
      Picker picker =
          new WeightedRoundRobin(members, WeightedRoundRobin.Brake.NONE, Members.chance());
      for (Member member : members) {
        endpoint(member).open = false;
      }
      assertThat(picker.pick(0)).isNull();
      endpoint(members[back]).open = true;
      assertThat(picks(picker, 3)).containsOnly(members[back]);
    }
  }

  @Test
  void weightsThatChangeWhileNobodyCanBeReachedCountAfterwards() {
    Member[] members = equal(2);
    Picker picker =
        new WeightedRoundRobin(members, WeightedRoundRobin.Brake.NONE, Members.chance());
    for (Member member : members) {
      endpoint(member).open = false;
    }
    assertThat(picker.pick(0)).isNull();
    members[0].weight(3);
    picker.reweigh();
    for (Member member : members) {
      endpoint(member).open = true;
    }
    picks(picker, 8);
    List<Member> four = picks(picker, 40);
    assertThat(four.stream().filter(members[0]::equals)).hasSize(30);
  }
}
