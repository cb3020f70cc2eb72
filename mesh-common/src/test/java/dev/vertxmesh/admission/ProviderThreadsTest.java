package dev.vertxmesh.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProviderThreadsTest {

  @Test
  void aTwentiethOfTheThreadsIsLeftFree() {
    assertThat(ProviderThreads.limit(100)).isEqualTo(95);
    assertThat(ProviderThreads.limit(50)).isEqualTo(47);
    assertThat(ProviderThreads.limit(999_999)).isEqualTo(949_999);
  }

  @Test
  void anyProviderTakesOneCall() {
    assertThat(ProviderThreads.limit(1)).isOne();
  }

  @Test
  void aProviderThatDoesNotTellIsTakenForOneWithDubbosOwnNumber() {
    assertThat(ProviderThreads.limit(0)).isEqualTo(190);
  }
}
