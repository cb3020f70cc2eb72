package dev.vertxmesh.balance.pick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.Members;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CalendarQueueTest {

  @Test
  void entriesComeInTheOrderOfTheirTurns() {
    CalendarQueue calendar = new CalendarQueue(3);
    calendar.period(0, 10);
    calendar.period(1, 10);
    calendar.period(2, 10);
    calendar.add(0, 0.9);
    calendar.add(1, 0.1);
    calendar.add(2, 0.5);
    assertThat(polls(calendar, 6)).containsExactly(1, 2, 0, 1, 2, 0);
  }

  @Test
  void oneThatIsDueInManyYearsOfTheRingComesThen() {
    CalendarQueue calendar = new CalendarQueue(2);
    calendar.period(0, 1);
    calendar.period(1, 1_000);
    calendar.add(0, 1);
    calendar.add(1, 1);
    assertThat(IntStream.of(polls(calendar, 10_000)).filter(entry -> entry == 1).count())
        .isBetween(9L, 11L);
  }

  @Test
  void aloneItComesAtOnceHoweverRareItIs() {
    CalendarQueue calendar = new CalendarQueue(2);
    calendar.period(1, 100_000_000);
    calendar.add(1, 1);
    assertThat(polls(calendar, 3)).containsExactly(1, 1, 1);
  }

  @Test
  void whoIsPutBackIsNextInTheFormerOrder() {
    CalendarQueue calendar = new CalendarQueue(3);
    for (int i = 0; i < 3; i++) {
      calendar.period(i, 30);
      calendar.add(i, i / 3.0);
    }
    long begin = calendar.today();
    int first = calendar.poll();
    int second = calendar.poll();
    calendar.rewind(begin);
    calendar.restore(second);
    calendar.restore(first);
    assertThat(polls(calendar, 3)).containsExactly(0, 1, 2);
  }

  @Test
  void anEmptyOneHasNobody() {
    assertThat(new CalendarQueue(5).poll()).isEqualTo(-1);
  }

  /** Against the plain way of finding the least: the lists and bits never lose anybody. */
  @Test
  void nobodyIsLostWhateverIsDone() {
    int count = 200;
    SplittableRandom chance = Members.chance();
    CalendarQueue calendar = new CalendarQueue(count);
    boolean[] in = new boolean[count];
    int size = 0;
    for (int step = 0; step < 200_000; step++) {
      int entry = chance.nextInt(count);
      switch (chance.nextInt(4)) {
        case 0 -> {
          if (!in[entry]) {
            calendar.add(entry, chance.nextDouble());
            in[entry] = true;
            size++;
          }
        }
        case 1 -> calendar.period(entry, Math.exp(chance.nextDouble() * 14));
        case 2 -> {
          int polled = calendar.poll();
          assertThat(polled >= 0).isEqualTo(size > 0);
          if (polled >= 0) {
            assertThat(in[polled]).isTrue();
            in[polled] = false;
            size--;
          }
        }
        default -> {
          int polled = calendar.poll();
          if (polled >= 0) {
            calendar.again(polled);
          }
        }
      }
      assertThat(calendar.size()).isEqualTo(size);
    }
    for (; size > 0; size--) {
      int polled = calendar.poll();
      assertThat(in[polled]).isTrue();
      in[polled] = false;
    }
    assertThat(calendar.poll()).isEqualTo(-1);
  }

  private static int[] polls(CalendarQueue calendar, int count) {
    int[] entries = new int[count];
    for (int i = 0; i < count; i++) {
      entries[i] = calendar.poll();
      calendar.again(entries[i]);
    }
    return entries;
  }
}
