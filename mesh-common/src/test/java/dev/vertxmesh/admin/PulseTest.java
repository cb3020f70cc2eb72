package dev.vertxmesh.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PulseTest {

  private final List<Promise<Void>> looks = new ArrayList<>();
  private long now = -5;
  private final Pulse pulse =
      new Pulse(
          () -> {
            Promise<Void> look = Promise.promise();
            looks.add(look);
            return look.future();
          },
          () -> now);

  private void after(long seconds) {
    now += TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void aLoopThatHasNoTurnForAMinuteIsStuck() {
    assertThat(pulse.stuckSeconds()).isZero();
    after(Pulse.STUCK_SECONDS - 1);
    assertThat(pulse.stuckSeconds()).isZero();
    after(1);
    assertThat(pulse.stuckSeconds()).isEqualTo(Pulse.STUCK_SECONDS);
    assertThat(looks).hasSize(1);
  }

  @Test
  void aBusyOneHasItsTurnLate() {
    pulse.stuckSeconds();
    after(Pulse.STUCK_SECONDS - 1);
    looks.get(0).complete();
    after(Pulse.STUCK_SECONDS);
    assertThat(pulse.stuckSeconds()).isZero();
    assertThat(looks).hasSize(2);
  }

  @Test
  void whoWasStuckAndHasATurnAgainIsAlive() {
    pulse.stuckSeconds();
    after(2 * Pulse.STUCK_SECONDS);
    assertThat(pulse.stuckSeconds()).isEqualTo(2 * Pulse.STUCK_SECONDS);
    looks.get(0).complete();
    assertThat(pulse.stuckSeconds()).isZero();
  }

  @Test
  void aFailedLookWasATurnToo() {
    pulse.stuckSeconds();
    looks.get(0).fail("closed");
    after(2 * Pulse.STUCK_SECONDS);
    assertThat(pulse.stuckSeconds()).isZero();
  }
}
