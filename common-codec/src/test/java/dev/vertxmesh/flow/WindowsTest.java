package dev.vertxmesh.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a sender may send, and what its receiver tells it. */
class WindowsTest {

  private static final int SIZE = 1_000;

  private final ReceiveWindow window = new ReceiveWindow(SIZE);

  @Test
  void aSenderMaySendItsWindowAndNoByteMore() {
    assertThat(window.receive(SIZE)).isTrue();
    assertThat(window.receive(1)).isFalse();
  }

  @Test
  void whatIsTakenIsToldOnceItIsWorthAFrame() {
    window.receive(600);
    window.take(499);
    assertThat(window.tell(500)).isZero();
    window.take(1);
    assertThat(window.tell(500)).isEqualTo(500);
    assertThat(window.tell(1)).isZero();
    assertThat(window.receive(900)).isTrue();
    assertThat(window.receive(1)).isFalse();
  }

  @Test
  void aLargerWindowCountsAtOnce() {
    assertThat(window.resize(1_500)).isEqualTo(500);
    assertThat(window.receive(1_500)).isTrue();
    assertThat(window.receive(1)).isFalse();
  }

  @Test
  void aSmallerWindowCountsAsBytesAreTaken() {
    assertThat(window.resize(400)).isZero();
    window.receive(SIZE);
    window.take(SIZE);
    assertThat(window.tell(1)).isEqualTo(400);
    assertThat(window.receive(400)).isTrue();
    assertThat(window.receive(1)).isFalse();
  }

  @Test
  void itShrinksNoFurtherThanItWasToldTo() {
    window.resize(400);
    window.receive(SIZE);
    window.take(100);
    assertThat(window.tell(1)).isZero();
    window.take(900);
    assertThat(window.tell(1)).isEqualTo(400);
  }

  @Test
  void aWindowThatGrowsTwiceBeforeItHasShrunkIsToldWhatIsLeftOfTheDifference() {
    window.resize(400);
    assertThat(window.resize(700)).isZero();
    assertThat(window.resize(1_100)).isEqualTo(100);
  }

  @Test
  void itGrowsForASenderThatWasToldElsewhere() {
    window.grow(500);
    assertThat(window.size()).isEqualTo(1_500);
    assertThat(window.receive(1_500)).isTrue();
    assertThat(window.receive(1)).isFalse();
  }

  @Test
  void aWindowThatGrowsBeforeItHasShrunkIsToldTheDifferenceOnly() {
    window.resize(400);
    assertThat(window.resize(1_100)).isEqualTo(100);
    assertThat(window.receive(1_100)).isTrue();
    assertThat(window.receive(1)).isFalse();
  }

  @Test
  void aMessageThatIsKnownToComeIsAllowedAsAWholeAndNotKeptAfterwards() {
    window.receive(100);
    window.take(100);
    assertThat(window.expect(5_000)).isEqualTo(4_100);
    assertThat(window.expect(5_000)).isZero();
    assertThat(window.receive(5_000)).isTrue();
    assertThat(window.receive(1)).isFalse();
    ReceiveWindow fresh = new ReceiveWindow(SIZE);
    fresh.expect(5_000);
    fresh.receive(5_000);
    fresh.take(5_000);
    assertThat(fresh.tell(1)).isEqualTo(SIZE);
  }

  @Test
  void whatIsOwedIsToldWithAMessageThatIsKnownToComeAndNotOnceMore() {
    window.receive(100);
    window.take(100);
    assertThat(window.expect(5_000)).isEqualTo(4_100);
    assertThat(window.tell(1)).isZero();
    window.receive(5_000);
    window.take(5_000);
    assertThat(window.tell(1)).isEqualTo(SIZE);
  }

  @Test
  void aMessageThatFitsChangesNothing() {
    assertThat(window.expect(10)).isZero();
    assertThat(window.receive(SIZE)).isTrue();
    assertThat(window.receive(1)).isFalse();
  }

  @Test
  void noMessageMakesItLargerThanAU31() {
    assertThat(window.expect(1L << 40)).isEqualTo(Integer.MAX_VALUE - SIZE);
    assertThat(window.expect(1L << 40)).isZero();
  }

  @Test
  void neitherSideLosesCountWhateverHappens() {
    Random random = new Random(7);
    SendWindow sender = new SendWindow(SIZE);
    int unread = 0;
    for (int i = 0; i < 100_000; i++) {
      int told = 0;
      switch (random.nextInt(5)) {
        case 0 -> {
          int bytes = random.nextInt(sender.left() + 1);
          sender.send(bytes);
          assertThat(window.receive(bytes)).isTrue();
          unread += bytes;
        }
        case 1 -> {
          int bytes = random.nextInt(unread + 1);
          window.take(bytes);
          unread -= bytes;
        }
        case 2 -> told = window.tell(random.nextInt(500));
        case 3 -> told = window.resize(1 + random.nextInt(2_000));
        default -> told = random.nextInt(20) == 0 ? window.expect(random.nextInt(9_000)) : 0;
      }
      assertThat(sender.grow(told)).isTrue();
    }
    int left = sender.left();
    assertThat(window.receive(left)).isTrue();
    assertThat(window.receive(1)).isFalse();
  }

  @Test
  void noWindowIsLargerThanAU31() {
    SendWindow sender = new SendWindow(SIZE);
    assertThat(sender.grow(Integer.MAX_VALUE - SIZE)).isTrue();
    assertThat(sender.grow(1)).isFalse();
  }
}
