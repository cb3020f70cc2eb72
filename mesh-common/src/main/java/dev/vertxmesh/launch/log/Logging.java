package dev.vertxmesh.launch.log;

import dev.vertxmesh.admin.Adjustable;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;
import io.vertx.core.logging.JULLogDelegateFactory;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * Sends what is logged to standard error, a line each. {@link System.Logger}, Netty and Vert.x all
 * end up at java.util.logging, where this is set.
 */
public final class Logging {

  /** Vert.x' name for the property that says which class makes its loggers. */
  private static final String DELEGATE = "vertx.logger-delegate-factory-class-name";

  private Logging() {}

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

  /**
   * To be called once, and by nobody but who the process belongs to.
   *
   * @return by which levels change while it runs
   */
  public static Adjustable install(System.Logger.Level level) {
    LogManager.getLogManager().reset();
    LogLevels levels = new LogLevels(level);
    Logger.getLogger("").addHandler(new LineHandler(levels, System::nanoTime, System.err::print));
    return levels;
  }
}
