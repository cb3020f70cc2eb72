package dev.vertxmesh.bench.open;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpansTest {

  @Test
  void whatLiesWithinAStretchIsSummed() {
    Spans spans = new Spans();
    for (int i = 1; i <= 20; i++) {
      spans.add(i * 100, i * 100 + 10);
    }
    assertThat(spans.within(0, 5_000)).isEqualTo(200);
    assertThat(spans.within(105, 205)).isEqualTo(10);
    assertThat(spans.within(102, 104)).isEqualTo(2);
    assertThat(spans.within(110, 200)).isZero();
    assertThat(spans.within(2_010, 9_000)).isZero();
    assertThat(new Spans().within(0, 9)).isZero();
  }

  @Test
  void aPauseIsReadFromTheLineAtItsEnd() {
    String collection =
        "[5000ns] Safepoint \"GenCollectForAllocation\", Time since last: 9 ns, Reaching safepoint:"
            + " 100 ns, At safepoint: 300 ns, Total: 400 ns";
    String other = collection.replace("GenCollectForAllocation", "Cleanup");
    assertThat(within(collection, true)).isEqualTo(400);
    assertThat(within(collection, false)).isZero();
    assertThat(within(other, true)).isZero();
    assertThat(within(other, false)).isEqualTo(400);
    assertThat(within("[1ns] something else", false)).isZero();
  }

  private static long within(String line, boolean collections) {
    Spans spans = new Spans();
    PauseLog.add(line, collections, spans);
    return spans.within(4_600, 5_000);
  }
}
