package dev.vertxmesh.launch.log;

import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import io.vertx.core.logging.JULLogDelegateFactory;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Sends what is logged to standard error, a line each. {@link System.Logger}, Netty and Vert.x all
 * end up at java.util.logging, where this is set.
 */
public final class Logging {

  private Logging() {}

  /**
   * Netty warns of each connection that is reset before it has begun, which a port scan or a health
   * check does all day. Held here, because the log manager itself forgets loggers.
   */
  private static final Logger CONNECTIONS = Logger.getLogger("io.netty.channel.ChannelInitializer");

  /** Netty tells of each frame of a stream that was reset while they were on their way. */
  private static final Logger FRAMES =
      Logger.getLogger("io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder");

  /**
   * Vert.x calls each connection that is reset an error, unless somebody else wants to hear of it.
   */
  private static final Logger BROKEN = Logger.getLogger("io.vertx.core.net.impl.ConnectionBase");

  /** Has a filter for one thing that it tells. */
  private static final Logger STREAMS =
      Logger.getLogger("io.netty.handler.codec.http2.DefaultHttp2Connection");

  /** Vert.x warns of each connection that a client of HTTP gives up; why, the agents say. */
  private static final Logger EVICTED =
      Logger.getLogger("io.vertx.core.http.impl.HttpClientConnectionInternal");

  /** Who did what is written whatever the level is. */
  private static final Logger AUDIT = Logger.getLogger("audit");

  /** Vert.x' name for the property that says which class makes its loggers. */
  private static final String DELEGATE = "vertx.logger-delegate-factory-class-name";

  /**
   * Has Netty and Vert.x take java.util.logging without a search for others, each of which would be
   * looked for in the whole jar. To be called before they log.
   */
  public static void choose() {
    InternalLoggerFactory.setDefaultFactory(JdkLoggerFactory.INSTANCE);
    if (System.getProperty(DELEGATE) == null) {
      System.setProperty(DELEGATE, JULLogDelegateFactory.class.getName());
    }
  }

  public static void install(System.Logger.Level level) {
    boolean verbose = level.getSeverity() < System.Logger.Level.INFO.getSeverity();
    LogManager.getLogManager().reset();
    Logger root = Logger.getLogger("");
    root.setLevel(julLevel(level));
    root.addHandler(
        new StandardError(
            new LineFormatter(verbose), verbose ? null : new LogRateLimit(System::nanoTime)));
    CONNECTIONS.setLevel(verbose ? null : Level.SEVERE);
    FRAMES.setLevel(verbose ? null : Level.WARNING);
    BROKEN.setLevel(verbose ? null : Level.OFF);
    EVICTED.setLevel(verbose ? null : Level.SEVERE);
    AUDIT.setLevel(Level.INFO);
    STREAMS.setFilter(verbose ? null : new LostTrailersFilter());
  }

  private static Level julLevel(System.Logger.Level level) {
    return switch (level) {
      case ERROR -> Level.SEVERE;
      case WARNING -> Level.WARNING;
      case DEBUG -> Level.FINE;
      case TRACE -> Level.FINER;
      default -> Level.INFO;
    };
  }

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
          "dev.vertxmesh.net.tls.TlsHandshake",
          "dev.vertxmesh.http1.TlsHello",
          "audit.refused");

  /**
   * Of what goes wrong between the agent and those that it calls, a few: many may be gone at once.
   */
  private static final List<String> OF_ENDPOINTS =
      List.of("dev.vertxmesh.links.LinkEndpoint", "dev.vertxmesh.links.DirectEndpoint");

  private static final int FEW = 8;

  private static final class StandardError extends Handler {

    /** Null where all is wanted. */
    private final LogRateLimit repeated;

    StandardError(LineFormatter formatter, LogRateLimit repeated) {
      setFormatter(formatter);
      this.repeated = repeated;
    }

    @Override
    public void publish(LogRecord record) {
      if (!isLoggable(record)) {
        return;
      } else if (repeated == null) {
        write(record);
        return;
      }
      repeated.due().forEach(this::write);
      if (isOfConnections(record) && isError(record) && record.getThrown() == null) {
        record.setLevel(Level.WARNING); // what came was wrong, and nothing here
      }
      int few = few(record);
      if (few == 0 || repeated.admits(kind(record), line(record), few)) {
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

    private String line(LogRecord record) {
      return getFormatter().formatMessage(record);
    }

    private void write(LogRateLimit.Summary summary) {
      String logger = summary.kind().split(" ")[0];
      LogRecord told =
          new LogRecord(
              Level.WARNING, "%d more like: %s".formatted(summary.more(), summary.line()));
      told.setLoggerName(logger);
      write(told);
    }

    private void write(LogRecord record) {
      System.err.print(getFormatter().format(record));
    }

    @Override
    public void flush() {
      System.err.flush();
    }

    /** Stays open: the last lines of a process come after java.util.logging's own end. */
    @Override
    public void close() {}
  }
}
