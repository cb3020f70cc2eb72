package dev.vertxmesh.ingress.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Ten seconds without a byte, or with less than ten a second of a request, are too long. */
class IdleCheckTest {

  private static final long SECOND = 1_000_000_000L;

  private final IdleCheck check =
      new IdleCheck(PortOptions.of(PortOptions.HEARTBEAT_MILLIS, PortOptions.STALL_MILLIS, 10), 0);

  private String look(double second, boolean inRequest) {
    return check.check((long) (second * SECOND), 0, inRequest, () -> {});
  }

  private void read(double second, int bytes) {
    check.onRead((long) (second * SECOND), bytes);
  }

  @Test
  void aRequestHasTenSecondsForItsPaceFromItsFirstByteOn() {
    assertThat(look(5, false)).isNull();
    read(9.9, 16);
    assertThat(look(10, true)).isNull();
    read(15, 4);
    assertThat(look(15.1, true)).as("5.2 s, 20 bytes").isNull();
    assertThat(look(19.8, true)).isNull();
    assertThat(look(20, true)).contains("20 bytes of a request came in 10000 ms, expected 100");
  }

  @Test
  void itMayTakeAsLongAsItKeepsThePace() {
    for (int second = 0; second < 100; second++) {
      read(second, 12);
      assertThat(look(second + 0.5, true)).isNull();
    }
    assertThat(look(101, true)).isNull();
    read(102, 1);
    read(110, 1);
    assertThat(look(111, true)).contains("expected 100 at least");
  }

  @Test
  void theNextRequestHasAllTheTimeAgain() {
    read(0, 16);
    assertThat(look(5, true)).isNull();
    read(9, 1_000);
    check.onWhole(); // and has brought some bytes of the next
    assertThat(look(10, true)).isNull();
    read(12, 20);
    read(20, 30);
    assertThat(look(21.9, true)).isNull();
    assertThat(look(22, true)).contains("50 bytes");
  }

  @Test
  void nothingForTenSecondsIsTooLongWhateverCameBefore() {
    read(0, 10_000);
    assertThat(look(9.9, true)).isNull();
    assertThat(look(10, true)).contains("nothing came for 10000 ms");
    assertThat(look(10, false)).as("no request has begun").isNull();
  }

  @Test
  void theTimeThatItWasNotReadFromIsNotItsOwn() {
    read(0, 16);
    check.onPaused(SECOND);
    check.onResumed(30 * SECOND);
    assertThat(look(30, true)).isNull();
    assertThat(look(39.9, true)).isNull();
  }
}
