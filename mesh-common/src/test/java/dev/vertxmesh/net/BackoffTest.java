package dev.vertxmesh.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {

  @Test
  void theFirstRetryIsAtOnceAndTheNextOnesBackOff() {
    Backoff backoff = new Backoff(50, 1000, new Random(1));
    assertThat(backoff.next()).isZero();
    for (int most : new int[] {50, 100, 200, 400, 800, 1000, 1000}) {
      assertThat(backoff.next()).isBetween(most / 2L, (long) most);
    }
    backoff.reset();
    assertThat(backoff.next()).isZero();
  }

  @Test
  void backingOffGoesOnForever() {
    Backoff backoff = new Backoff(50, 1000, new Random(1));
    for (int i = 0; i < 1000; i++) {
      assertThat(backoff.next()).isBetween(0L, 1000L);
    }
  }
}
