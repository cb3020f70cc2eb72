package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.launch.Contradiction;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryOptionsTest {

  private final RetryOptions options = new RetryOptions();

  @Test
  void whatIsGivenWithoutOptionsContradictsNothing() {
    assertThat(options.contradiction()).isEmpty();
  }

  @Test
  void aSecondEndpointIsNeverAskedWithoutRetries() {
    options.hedgeMillis = 50;
    options.idempotent = List.of("com.x.Cart#get*");
    assertThat(options.contradiction()).isEmpty();
    options.retries = 0;
    assertThat(options.contradiction())
        .map(Contradiction::problem)
        .hasValueSatisfying(problem -> assertThat(problem).contains("--retries is 0"));
  }

  @Test
  void norWithoutAMethodThatMayRunTwice() {
    options.hedgeMillis = 50;
    assertThat(options.contradiction())
        .map(Contradiction::problem)
        .hasValueSatisfying(problem -> assertThat(problem).contains("--idempotent"));
  }
}
