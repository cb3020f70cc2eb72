package dev.vertxmesh.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DirectMemoryTest {

  @ParameterizedTest
  @CsvSource({"0, 256", "32, 256", "64, 512", "100, 512", "128, 1024", "512, 4096", "4096, 4096"})
  void aChunkIsA128thOfTheMemoryOrLess(long mebibytes, int chunk) {
    assertThat(8 << DirectMemory.order(mebibytes << 20)).isEqualTo(chunk);
  }
}
