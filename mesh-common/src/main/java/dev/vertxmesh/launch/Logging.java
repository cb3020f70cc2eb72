package dev.vertxmesh.launch;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Sends what is logged to standard error, a line each. {@link System.Logger}, Netty and Vert.x all
 * end up at java.util.logging, where this is set.
 */
final class Logging {

  private Logging() {}

  /**
   * Netty warns of each connection that is reset before it has begun, which a port scan or a health
   * check does all day. Held here, because the log manager itself forgets loggers.
   */
  private static final Logger CONNECTIONS = Logger.getLogger("io.netty.channel.ChannelInitializer");

  /** Netty tells of each frame of a stream that was reset while they were on their way. */
  private static final Logger FRAMES =
      Logger.getLogger("io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder");

  static void install(System.Logger.Level level) {
    boolean verbose = level.getSeverity() < System.Logger.Level.INFO.getSeverity();
    LogManager.getLogManager().reset();
    Logger root = Logger.getLogger("");
    root.setLevel(julLevel(level));
    root.addHandler(new StandardError(new LineFormatter(verbose)));
    CONNECTIONS.setLevel(verbose ? null : Level.SEVERE);
    FRAMES.setLevel(verbose ? null : Level.WARNING);
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

  private static final class StandardError extends Handler {

    StandardError(LineFormatter formatter) {
      setFormatter(formatter);
    }

    @Override
    public void publish(LogRecord record) {
      if (isLoggable(record)) {
        System.err.print(getFormatter().format(record));
      }
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
