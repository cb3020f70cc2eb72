package dev.vertxmesh.launch.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.function.Predicate;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;

/** {@code 2026-11-20T11:00:00.123Z INFO link: text}, in UTC. */
final class LineFormatter extends Formatter {

  private static final String OURS = "dev.vertxmesh.";

  private final Predicate<String> withStacks;

  /**
   * @param withStacks of which loggers errors come with where they happened; otherwise only those
   *     do that are faults of our own
   */
  LineFormatter(Predicate<String> withStacks) {
    this.withStacks = withStacks;
  }

  @Override
  public String format(LogRecord record) {
    StringBuilder line = new StringBuilder(160);
    time(line, record.getMillis());
    line.append(level(record.getLevel())).append(source(record.getLoggerName())).append(": ");
    safely(line, formatMessage(record));
    Throwable thrown = record.getThrown();
    if (thrown == null) {
      return line.append('\n').toString();
    }
    safely(line.append(": "), thrown.toString());
    line.append('\n');
    if (record.getLevel().intValue() >= Level.SEVERE.intValue()
        || withStacks.test(record.getLoggerName())) {
      StringWriter stack = new StringWriter();
      thrown.printStackTrace(new PrintWriter(stack));
      line.append(stack);
    }
    return line.toString();
  }

  /** By hand, because java.time's formatters take longer to load than the whole line to print. */
  private static void time(StringBuilder line, long millis) {
    long seconds = Math.floorDiv(millis, 1_000L);
    LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    line.append(time.getYear());
    padded(line.append('-'), time.getMonthValue(), 10);
    padded(line.append('-'), time.getDayOfMonth(), 10);
    padded(line.append('T'), time.getHour(), 10);
    padded(line.append(':'), time.getMinute(), 10);
    padded(line.append(':'), time.getSecond(), 10);
    padded(line.append('.'), (int) (millis - seconds * 1_000), 100);
    line.append("Z ");
  }

  private static void padded(StringBuilder line, int number, int unit) {
    for (int rest = unit; rest > 1 && number < rest; rest /= 10) {
      line.append('0');
    }
    line.append(number);
  }

  private static String level(Level level) {
    if (level.intValue() >= Level.SEVERE.intValue()) {
      return "ERROR ";
    }
    if (level.intValue() >= Level.WARNING.intValue()) {
      return "WARN  ";
    }
    if (level.intValue() >= Level.INFO.intValue()) {
      return "INFO  ";
    }
    return level.intValue() >= Level.FINE.intValue() ? "DEBUG " : "TRACE ";
  }

  /** Our packages by their names, which are the design's words; others' classes by theirs. */
  private static String source(String logger) {
    if (logger == null) {
      return "?";
    }
    if (logger.startsWith(OURS)) {
      String rest = logger.substring(OURS.length());
      int dot = rest.indexOf('.');
      return dot < 0 ? rest : rest.substring(0, dot);
    }
    return logger.substring(logger.lastIndexOf('.') + 1);
  }

  /** What came over the network may be in a message: it mustn't forge another line. */
  private static void safely(StringBuilder line, String message) {
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      line.append(c == '\n' ? "\\n" : Character.isISOControl(c) ? "?" : String.valueOf(c));
    }
  }
}
