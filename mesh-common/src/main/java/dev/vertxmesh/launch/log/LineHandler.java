package dev.vertxmesh.launch.log;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** Writes lines, and counts those of which there are too many. Used by any thread. */
final class LineHandler extends Handler {

  /**
   * Of what the far end of a connection makes these say, a line each, only so much is written: a
   * scan would fill a disk. The agents' own other lines are about what they do themselves.
   */
  private static final List<String> OF_CONNECTIONS =
      List.of(
          "io.vertx.",
          "io.netty.",
          "dev.vertxmesh.consumer.DubboPort",
          "dev.vertxmesh.accept.",
          "dev.vertxmesh.link.",
          "dev.vertxmesh.net.tls.listener.TlsHandshake",
          "dev.vertxmesh.http1.TlsHello",
          "audit.refused");

  /**
   * Of what goes wrong between the agent and those that it calls, a few: many may be gone at once.
   */
  private static final List<String> OF_ENDPOINTS =
      List.of("dev.vertxmesh.links.LinkEndpoint", "dev.vertxmesh.links.DirectEndpoint");

  private static final int FEW = 8;

  private static final String TOO_MANY =
      "%d lines of debug and trace left out, beyond " + DetailBudget.MOST + " characters a second";

  private final LogLevels levels;
  private final Consumer<String> lines;
  private final LogRateLimit repeated;
  private final DetailBudget details;

  /**
   * @param lines takes each, with its end
   */
  LineHandler(LogLevels levels, LongSupplier nanoClock, Consumer<String> lines) {
    this.levels = levels;
    this.lines = lines;
    repeated = new LogRateLimit(nanoClock);
    details = new DetailBudget(nanoClock);
    setFormatter(new LineFormatter(levels::isVerbose));
  }

  @Override
  public void publish(LogRecord record) {
    if (!isLoggable(record)) {
      return;
    }
    repeated.due().forEach(this::write);
    int leftOut = details.due();
    if (leftOut > 0) {
      write(told(getClass().getName(), TOO_MANY.formatted(leftOut)));
    }
    if (!levels.isVerbose(record.getLoggerName())) {
      publishFew(record);
      return;
    }
    String line = getFormatter().format(record);
    if (details.admits(line.length())) {
      lines.accept(line);
    } else if (record.getLevel().intValue() >= Level.INFO.intValue()) {
      publishFew(record); // as if nobody had asked for more
    } else {
      details.leaveOut();
    }
  }

  private void publishFew(LogRecord record) {
    if (isOfConnections(record) && isError(record) && record.getThrown() == null) {
      record.setLevel(Level.WARNING); // what came was wrong, and nothing here
    }
    int few = few(record);
    if (few == 0 || repeated.admits(kind(record), getFormatter().formatMessage(record), few)) {
      write(record);
    }
  }

  /** How many lines like it are written in an interval; 0 for all. */
  private static int few(LogRecord record) {
    if (isOfConnections(record)) {
      return 1;
    }
    boolean isWarning = record.getLevel().intValue() >= Level.WARNING.intValue();
    return isWarning && OF_ENDPOINTS.contains(String.valueOf(record.getLoggerName())) ? FEW : 0;
  }

  private static boolean isError(LogRecord record) {
    return record.getLevel().intValue() >= Level.SEVERE.intValue();
  }

  private static boolean isOfConnections(LogRecord record) {
    String logger = String.valueOf(record.getLoggerName());
    return OF_CONNECTIONS.stream().anyMatch(logger::startsWith);
  }

  /** Nothing of what was said, which is the sender's to choose. */
  private static String kind(LogRecord record) {
    Throwable thrown = record.getThrown();
    return record.getLoggerName() + (thrown == null ? "" : " " + thrown.getClass().getName());
  }

  private void write(LogRateLimit.Summary summary) {
    String logger = summary.kind().split(" ")[0];
    write(told(logger, "%d more like: %s".formatted(summary.more(), summary.line())));
  }

  private static LogRecord told(String logger, String text) {
    LogRecord told = new LogRecord(Level.WARNING, text);
    told.setLoggerName(logger);
    return told;
  }

  private void write(LogRecord record) {
    lines.accept(getFormatter().format(record));
  }

  @Override
  public void flush() {
    System.err.flush();
  }

  /** Stays open: the last lines of a process come after java.util.logging's own end. */
  @Override
  public void close() {}
}
