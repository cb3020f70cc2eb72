package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class RetryOptionsTest {

  private final RetryOptions options = new RetryOptions();

  @Test
  void whatIsGivenWithoutOptionsIsTaken() {
    options.check();
  }

  @Test
  void aSecondEndpointIsNeverAskedWithoutRetries() {
    options.hedgeMillis = 50;
    options.idempotent = List.of("com.x.Cart#get*");
    options.check();
    options.retries = 0;
    refuses("--hedge: to ask a second endpoint is a retry, and --retries is 0");
  }

  @Test
  void norWithoutAMethodThatMayRunTwice() {
    options.hedgeMillis = 50;
    refuses("expected --idempotent too");
  }

  private void refuses(String words) {
    assertThatThrownBy(options::check)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }
}
