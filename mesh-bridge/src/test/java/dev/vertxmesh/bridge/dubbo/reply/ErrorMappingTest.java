package dev.vertxmesh.bridge.dubbo.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is made of words by which Dubbo refuses a call. */
class ErrorMappingTest {

  private static final int SERVICE_ERROR = 70;

  private static CallFailure of(String reason) {
    return ErrorMapping.of(SERVICE_ERROR, reason, true, "there");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Failed to invoke service a.Orders because exceed max service tps.",
        "Failed to invoke method place, cause: The service using threads greater than"
            + " <dubbo:service executes=\"1\" /> limited.",
      })
  void whoIsOverALimitOfDubbosIsToldWhenToCallAgain(String reason) {
    assertThat(of(reason).status()).isEqualTo(Status.LIMITED);
    assertThat(of(reason).retryAfterMillis()).isEqualTo(1_000);
  }

  @Test
  void ofOtherErrorsNobodyKnowsWhen() {
    assertThat(of("Not found exported service: a.Orders").retryAfterMillis()).isZero();
  }
}
