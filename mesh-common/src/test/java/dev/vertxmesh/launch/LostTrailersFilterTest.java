package dev.vertxmesh.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LostTrailersFilterTest {

  private final LostTrailersFilter filter = new LostTrailersFilter();

  private boolean isTold(Throwable thrown, StackTraceElement... stack) {
    LogRecord record =
        new LogRecord(Level.SEVERE, "Caught Throwable from listener onStreamClosed.");
    thrown.setStackTrace(stack);
    record.setThrown(thrown);
    return filter.isLoggable(record);
  }

  private static StackTraceElement at(String type, String method) {
    return new StackTraceElement(type, method, "File.java", 1);
  }

  @Test
  void trailersThatNobodyWaitsForAreNotTold() {
    assertThat(
            isTold(
                new NullPointerException(),
                at("io.vertx.core.http.impl.VertxHttp2Stream$3", "cancel")))
        .isFalse();
  }

  @Test
  void allElseIs() {
    StackTraceElement cancel = at("io.vertx.core.http.impl.VertxHttp2Stream$3", "cancel");
    assertThat(isTold(new IllegalStateException(), cancel)).isTrue();
    assertThat(isTold(new NullPointerException(), at("dev.vertxmesh.Any", "cancel"))).isTrue();
    assertThat(isTold(new NullPointerException())).isTrue();
    assertThat(filter.isLoggable(new LogRecord(Level.SEVERE, "x"))).isTrue();
  }
}
