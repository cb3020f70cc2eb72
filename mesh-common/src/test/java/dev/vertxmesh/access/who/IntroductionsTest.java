package dev.vertxmesh.access.who;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IntroductionsTest {

  private final Introductions introductions = new Introductions();

  @Test
  void oneIsReadOnce() {
    assertThat(introductions.of("key:shop")).isSameAs(introductions.of("key:shop"));
  }

  @Test
  void nobodyIsNull() {
    assertThat(introductions.of("shop")).isNull();
  }

  @Test
  void aThousandShortOnesAreKept() {
    Identity first = introductions.of("key:shop");
    for (int i = 0; i < 1_000; i++) {
      introductions.of("key:shop-" + i);
    }
    assertThat(introductions.of("key:shop")).isSameAs(first);
  }

  /** 4,096 of them would have been 32 MiB and more. */
  @Test
  void longOnesAreForgottenByWhatTheyWeigh() {
    Identity first = introductions.of("key:shop");
    String name = "n".repeat(4_000);
    for (int i = 0; i < 100; i++) {
      introductions.of("key:" + name + i);
    }
    assertThat(introductions.of("key:shop")).isNotSameAs(first).isEqualTo(first);
  }
}
