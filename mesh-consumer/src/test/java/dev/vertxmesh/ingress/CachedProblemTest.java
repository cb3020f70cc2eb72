package dev.vertxmesh.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import org.junit.jupiter.api.Test;

class CachedProblemTest {

  private static CallFailure failure(String where, String detail) {
    return new CallFailure(Status.REFUSED, where, detail);
  }

  @Test
  void theSameWordsAreWrittenDownOnce() {
    CachedProblem first = CachedProblem.of(failure("an agent", "570 calls are in flight"));
    assertThat(CachedProblem.of(failure("an agent", "570 calls are in flight"))).isSameAs(first);
  }

  @Test
  void otherWordsAreAnswersOfTheirOwn() {
    CachedProblem first = CachedProblem.of(failure("an agent", "570 calls are in flight"));
    assertThat(CachedProblem.of(failure("an agent", "571 calls are in flight"))).isNotSameAs(first);
    assertThat(CachedProblem.of(failure("another", "571 calls are in flight")).failure().where())
        .isEqualTo("another");
  }

  @Test
  void longWordsArentKept() {
    CachedProblem first = CachedProblem.of(failure("an agent", "short"));
    String words = "a".repeat(1_001);
    CachedProblem refusal = CachedProblem.of(failure("an agent", words));
    assertThat(refusal.failure().getMessage()).isEqualTo(words);
    assertThat(CachedProblem.of(failure("an agent", "short"))).isSameAs(first);
  }
}
