package dev.vertxmesh.launch.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LineFormatterTest {

  @Test
  void aLineHasTimeLevelSourceAndText() {
    assertThat(line(Level.INFO, "dev.vertxmesh.link.Link", "text"))
        .isEqualTo("2026-01-02T03:04:05.006Z INFO  link: text\n");
    assertThat(line(Level.WARNING, "io.vertx.core.impl.VertxImpl", "text"))
        .isEqualTo("2026-01-02T03:04:05.006Z WARN  VertxImpl: text\n");
  }

  @Test
  void noMessageCanForgeALine() {
    assertThat(line(Level.INFO, "x", "a\n2026 ERROR b\r\u001b[2J"))
        .endsWith("a\\n2026 ERROR b??[2J\n");
  }

  @Test
  void anErrorIsTheEndOfTheLineAndItsStackOnlyShownForFaults() {
    assertThat(thrown(Level.WARNING)).endsWith("x: text: java.io.IOException: gone\n");
    assertThat(thrown(Level.SEVERE)).contains("\n\tat dev.vertxmesh.launch.log.LineFormatterTest");
  }

  @Test
  void whoWantsToHearMoreOfALoggerSeesItsStacks() {
    LogRecord record = record(Level.FINER, "x.y", "text");
    record.setThrown(new IOException("gone"));
    assertThat(new LineFormatter("x.y"::equals).format(record))
        .startsWith("2026-01-02T03:04:05.006Z TRACE y: text: java.io.IOException: gone\n")
        .contains("\n\tat dev.vertxmesh.launch.log.LineFormatterTest");
  }

  private static String thrown(Level level) {
    LogRecord record = record(level, "x", "text");
    record.setThrown(new IOException("gone"));
    return new LineFormatter(name -> false).format(record);
  }

  private static String line(Level level, String logger, String text) {
    return new LineFormatter(name -> false).format(record(level, logger, text));
  }

  private static LogRecord record(Level level, String logger, String text) {
    LogRecord record = new LogRecord(level, text);
    record.setLoggerName(logger);
    record.setInstant(Instant.parse("2026-01-02T03:04:05.006Z"));
    return record;
  }
}
