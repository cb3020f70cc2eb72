package dev.vertxmesh.balance.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class OutcomeTest {

  @ParameterizedTest
  @EnumSource(names = {"BAD_REQUEST", "NO_METHOD", "TOO_LARGE", "DENIED", "SERIALIZATION"})
  void theCallersFaultsAreNotTheEndpoints(Status status) {
    assertThat(Outcome.of(status, false)).isEqualTo(Outcome.IGNORED);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"NO_SERVICE", "UNAVAILABLE", "LOST", "TIMEOUT", "PROVIDER_ERROR", "INTERNAL"})
  void theseAreTheEndpoints(Status status) {
    assertThat(Outcome.of(status, false)).isEqualTo(Outcome.FAILED);
  }

  @Test
  void aThrownExceptionIsAnAnswer() {
    assertThat(Outcome.of(Status.OK, false)).isEqualTo(Outcome.ANSWERED);
    assertThat(Outcome.of(Status.EXCEPTION, false)).isEqualTo(Outcome.THREW);
    assertThat(Outcome.THREW.isAnswer()).isTrue();
  }

  @Test
  void whoseCallWasGivenUpHasNotFailed() {
    assertThat(Outcome.of(Status.CANCELLED, false)).isEqualTo(Outcome.GIVEN_UP);
  }

  @Test
  void howLongAStreamLastsSaysNothing() {
    assertThat(Outcome.ANSWERED.ofExchange(false, true)).isEqualTo(Outcome.STREAMED);
    assertThat(Outcome.THREW.ofExchange(false, true)).isEqualTo(Outcome.STREAMED);
    assertThat(Outcome.GIVEN_UP.ofExchange(true, true)).isEqualTo(Outcome.IGNORED);
    assertThat(Outcome.GIVEN_UP.ofExchange(false, false)).isEqualTo(Outcome.IGNORED);
    assertThat(Outcome.FAILED.ofExchange(false, true)).isEqualTo(Outcome.FAILED);
    assertThat(Outcome.STREAMED.isAnswer()).isTrue();
    assertThat(Outcome.STREAMED.isLeast()).isFalse();
  }

  @Test
  void whatIsKnownOfAnExchangeCounts() {
    assertThat(Outcome.ANSWERED.ofExchange(true, true)).isEqualTo(Outcome.ANSWERED);
    assertThat(Outcome.GIVEN_UP.ofExchange(true, false)).isEqualTo(Outcome.GIVEN_UP);
  }

  @Test
  void aCallCancelledAfterItsDeadlineWasTooLate() {
    assertThat(Outcome.of(Status.CANCELLED, true)).isEqualTo(Outcome.FAILED);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"CANCELLED"})
  void latenessMattersForCancelledCallsOnly(Status status) {
    assertThat(Outcome.of(status, true)).isEqualTo(Outcome.of(status, false));
  }
}
