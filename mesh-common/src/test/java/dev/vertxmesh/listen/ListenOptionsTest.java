package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListenOptionsTest {

  private static final long HEAP = 64 << 20;

  @ParameterizedTest
  @CsvSource({
    "0, 67108864, 2147483647, 2048", // by the heap
    "0, 67108864, 2047, 2047", // by descriptors
    "5000, 67108864, 2147483647, 5000", // by setting
    "5000, 67108864, 4000, 4000",
    "0, 32767, 2147483647, 1", // one at least
    "1, 67108864, 0, 1",
    "0, 9223372036854775807, 2147483647, 2147483647"
  })
  void asManyConnectionsAsHeapDescriptorsAndTheSettingAllow(
      int wanted, long heap, int descriptors, int most) {
    assertThat(ListenOptions.affordable(wanted, heap, descriptors)).isEqualTo(most);
  }

  @Test
  void unfinishedHeadsHaveASixteenthOfTheHeapAmongAllLoops() {
    assertThat(ListenOptions.held(HEAP, 1)).isEqualTo(4 << 20);
    assertThat(ListenOptions.held(HEAP, 2)).isEqualTo(2 << 20);
    assertThat(ListenOptions.held(16, 2)).isEqualTo(1);
  }

  @Test
  void pingsMayBeNeverAndNothingElse() {
    assertThatCode(() -> new ListenOptions(1, 1, 0, 1, 1, 1)).doesNotThrowAnyException();
    assertRefused(0, 1, 0, 1, 1, 1);
    assertRefused(1, 0, 0, 1, 1, 1);
    assertRefused(1, 1, -1, 1, 1, 1);
    assertRefused(1, 1, 0, 0, 1, 1);
    assertRefused(1, 1, 0, 1, 0, 1);
    assertRefused(1, 1, 0, 1, 1, 0);
  }

  private static void assertRefused(long head, long idle, long ping, int each, int all, long held) {
    assertThatThrownBy(() -> new ListenOptions(head, idle, ping, each, all, held))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "head %d ms, idle %d ms, ping %d ms, streams %d and %d, held %d bytes: expected numbers from 1, ping from 0",
            head, idle, ping, each, all, held);
  }
}
