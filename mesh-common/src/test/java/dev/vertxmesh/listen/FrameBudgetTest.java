package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameBudgetTest {

  private static final int RST_STREAM = 3;
  private static final int PING = 6;
  private static final int WINDOW_UPDATE = 8;
  private static final int END_HEADERS = 4;

  private final FrameBudget budget = new FrameBudget(0);
  private long now;

  private boolean tooMany(int type, int flags, int length) {
    return budget.onFrame(type, flags, length, now);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 6, 7, 8, 0xfe})
  void framesThatAskForNothingAreTooManyAtLast(int type) {
    for (int i = 0; i < FrameBudget.BURST; i++) {
      assertThat(tooMany(type, 0, 4)).as("frame %d", i).isFalse();
    }
    assertThat(tooMany(type, 0, 4)).isTrue();
  }

  @Test
  void emptyDataAsksForNothingButTheEndOfARequest() {
    for (int i = 0; i < FrameBudget.BURST; i++) {
      assertThat(tooMany(FrameBudget.DATA, 0, 0)).isFalse();
      assertThat(tooMany(FrameBudget.DATA, 1, 0)).isFalse();
    }
    for (int i = 0; i < FrameBudget.BURST; i++) {
      tooMany(FrameBudget.DATA, 0, 0);
    }
    assertThat(tooMany(FrameBudget.DATA, 0, 0)).isTrue();
  }

  @Test
  void timePaysForSome() {
    for (int second = 0; second < 100; second++) {
      for (int i = 0; i < FrameBudget.A_SECOND; i++) {
        assertThat(tooMany(PING, 0, 8)).isFalse();
      }
      now += TimeUnit.SECONDS.toNanos(1);
    }
  }

  @Test
  void aLongQuietTimePaysForNoMoreThanABurst() {
    now = TimeUnit.HOURS.toNanos(1);
    int taken = 0;
    while (!tooMany(PING, 0, 8)) {
      taken++;
    }
    assertThat(taken).isLessThanOrEqualTo(2 * FrameBudget.BURST);
  }

  @Test
  void callsThatAreCancelledPayForTheirResets() {
    for (int i = 0; i < 100 * FrameBudget.BURST; i++) {
      assertThat(tooMany(FrameBudget.HEADERS, END_HEADERS, 30)).isFalse();
      assertThat(tooMany(RST_STREAM, 0, 4)).isFalse();
    }
  }

  @Test
  void answersPayForTheWindowsThatAreGivenBack() {
    for (int i = 0; i < 100 * FrameBudget.BURST; i++) {
      budget.onDataSent();
      assertThat(tooMany(WINDOW_UPDATE, 0, 4)).isFalse();
      assertThat(tooMany(WINDOW_UPDATE, 0, 4)).isFalse();
    }
  }

  @Test
  void aHeaderBlockHasSixteenContinuations() {
    tooMany(FrameBudget.HEADERS, 0, 1);
    assertThat(budget.isInBlock()).isTrue();
    for (int i = 0; i < FrameBudget.CONTINUATIONS; i++) {
      assertThat(tooMany(FrameBudget.CONTINUATION, 0, 0)).isFalse();
    }
    assertThat(tooMany(FrameBudget.CONTINUATION, END_HEADERS, 0)).isTrue();
  }

  @Test
  void eachHeaderBlockHasItsOwn() {
    for (int block = 0; block < 5; block++) {
      tooMany(FrameBudget.HEADERS, 0, 1);
      for (int i = 1; i < FrameBudget.CONTINUATIONS; i++) {
        tooMany(FrameBudget.CONTINUATION, 0, 10);
      }
      assertThat(tooMany(FrameBudget.CONTINUATION, END_HEADERS, 10)).isFalse();
      assertThat(budget.isInBlock()).isFalse();
    }
  }

  @Test
  void aBlockGoesOnUntilItIsSaidToEnd() {
    tooMany(FrameBudget.HEADERS, 0, 1);
    tooMany(FrameBudget.CONTINUATION, 0, 1);
    assertThat(budget.isInBlock()).isTrue();
    tooMany(FrameBudget.CONTINUATION, END_HEADERS | 1, 1);
    assertThat(budget.isInBlock()).isFalse();
    tooMany(FrameBudget.HEADERS, END_HEADERS, 1);
    assertThat(budget.isInBlock()).isFalse();
  }

  @Test
  void blocksInManyFramesCostMoreThanTheirCallsPay() {
    int blocks = 0;
    boolean tooMany = false;
    while (!tooMany) {
      tooMany(FrameBudget.HEADERS, 0, 1);
      for (int i = 0; i < FrameBudget.CONTINUATIONS; i++) {
        tooMany |= tooMany(FrameBudget.CONTINUATION, 0, 1);
      }
      blocks++;
    }
    assertThat(blocks).isBetween(FrameBudget.BURST / 16, FrameBudget.BURST / 12 + 1);
  }

  @Test
  void dataPaysForOneFrameAndTimeToTheNanosecond() {
    for (int i = 0; i < FrameBudget.BURST; i++) {
      tooMany(PING, 0, 8);
    }
    tooMany(FrameBudget.DATA, 0, 10);
    assertThat(tooMany(PING, 0, 8)).isFalse();
    now = TimeUnit.SECONDS.toNanos(1) / FrameBudget.A_SECOND;
    assertThat(tooMany(PING, 0, 8)).isFalse();
    now = 2 * now - 1;
    assertThat(tooMany(PING, 0, 8)).isTrue();
  }
}
