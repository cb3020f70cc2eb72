package dev.vertxmesh.samples.contest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallTimesTest {
  @TempDir Path folder;

  @Test
  void anotherProcessReadsWhatWasWritten() throws IOException {
    CallTimes times = new CallTimes(1);
    times.add(1, 2, 3);
    times.add(4, 5, 6); // more than were expected
    times.failed("the first \u00e9");
    times.failed("the second");
    Path file = folder.resolve("times");
    times.write(file);
    CallTimes read = CallTimes.read(file);
    assertThat(read.count()).isEqualTo(2);
    assertThat(new long[] {read.due(1), read.late(1), read.took(1)}).containsExactly(4, 5, 6);
    assertThat(read.errors()).isEqualTo(2);
    assertThat(read.firstError()).isEqualTo("the first \u00e9");
  }
}
