package dev.vertxmesh.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcStatusTest {
  @Test
  void thePeakIsReadInMiB() {
    assertThat(ProcStatus.peakRssMiB(List.of("Name:\tjava", "VmHWM:\t  131072 kB", "VmRSS:\t1 kB")))
        .isEqualTo(128.0);
  }
}
