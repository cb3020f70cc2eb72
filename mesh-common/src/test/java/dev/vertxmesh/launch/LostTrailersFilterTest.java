package dev.vertxmesh.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LostTrailersFilterTest {

  private final LostTrailersFilter filter = new LostTrailersFilter();

  private static final StackTraceElement CANCEL =
      at("io.vertx.core.http.impl.VertxHttp2Stream$3", "cancel");

  private boolean isTold(Throwable thrown, StackTraceElement... stack) {
    return isTold("Caught Throwable from listener onStreamClosed.", thrown, stack);
  }

  private boolean isTold(String message, Throwable thrown, StackTraceElement... stack) {
    LogRecord record = new LogRecord(Level.SEVERE, message);
    thrown.setStackTrace(stack);
    record.setThrown(thrown);
    return filter.isLoggable(record);
  }

  private static StackTraceElement at(String type, String method) {
    return new StackTraceElement(type, method, "File.java", 1);
  }

  @Test
  void trailersThatNobodyWaitsForAreNotTold() {
    assertThat(isTold(new NullPointerException(), CANCEL)).isFalse();
  }

  /** As the JVM's second compiler has it, in an agent that has run for half an hour. */
  @Test
  void norAreThoseWhoseStackTheJvmLeavesOutLater() {
    isTold(new NullPointerException(), CANCEL);
    assertThat(isTold(new NullPointerException())).isFalse();
  }

  @Test
  void withoutAStackAllElseIs() {
    isTold(new NullPointerException(), CANCEL);
    assertThat(isTold(new IllegalStateException())).isTrue();
    assertThat(isTold("Caught Throwable from listener onGoAwaySent.", new NullPointerException()))
        .isTrue();
  }

  @Test
  void allElseIs() {
    assertThat(isTold(new IllegalStateException(), CANCEL)).isTrue();
    assertThat(isTold(new NullPointerException(), at("dev.vertxmesh.Any", "cancel"))).isTrue();
    assertThat(isTold(new NullPointerException())).isTrue();
    assertThat(filter.isLoggable(new LogRecord(Level.SEVERE, "x"))).isTrue();
  }
}
