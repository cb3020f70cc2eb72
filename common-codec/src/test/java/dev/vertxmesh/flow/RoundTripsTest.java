package dev.vertxmesh.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.flow.RoundTrips.State;
import org.junit.jupiter.api.Test;

/** The least round trip, for how long it's believed, and how it's found anew. */
class RoundTripsTest {

  private static final long MEMORY = 10_000_000_000L;

  private final RoundTrips roundTrips = new RoundTrips();

  private State add(long roundTrip, long nanos) {
    return roundTrips.add(roundTrip, nanos, true);
  }

  @Test
  void theLeastIsBelievedForTenSeconds() {
    add(10, 0);
    assertThat(add(12, MEMORY)).isEqualTo(State.KNOWN);
    assertThat(roundTrips.least()).isEqualTo(10);
    assertThat(add(12, MEMORY + 1)).isEqualTo(State.LOST);
  }

  @Test
  void andAnewOnceItIsSeenAgain() {
    add(10, 0);
    assertThat(add(10, MEMORY)).isEqualTo(State.KNOWN);
    assertThat(add(12, MEMORY + 1)).isEqualTo(State.KNOWN);
    assertThat(add(10, 2 * MEMORY + 1)).as("seen again, however late").isEqualTo(State.KNOWN);
  }

  @Test
  void withoutAQueueTheNextOneIsBelieved() {
    add(10, 0);
    roundTrips.add(12, MEMORY, false);
    assertThat(roundTrips.least()).isEqualTo(10);
    assertThat(roundTrips.add(12, MEMORY + 1, false)).isEqualTo(State.KNOWN);
    assertThat(roundTrips.least()).isEqualTo(12);
  }

  @Test
  void itIsFoundOnceRoundTripsGetHardlyShorter() {
    add(10, 0);
    add(30, MEMORY + 1);
    assertThat(add(20, MEMORY + 2)).as("sent behind the queue").isEqualTo(State.SEARCHED);
    assertThat(add(18, MEMORY + 3)).as("the queue runs dry").isEqualTo(State.SEARCHED);
    assertThat(add(17, MEMORY + 4)).isEqualTo(State.FOUND);
    assertThat(roundTrips.least()).isEqualTo(17);
    assertThat(add(18, MEMORY + 5)).isEqualTo(State.KNOWN);
  }
}
