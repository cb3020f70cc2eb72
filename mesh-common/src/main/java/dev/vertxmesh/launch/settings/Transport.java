package dev.vertxmesh.launch.settings;

import dev.vertxmesh.http2.WriteQueues;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.impl.transports.EpollTransport;
import io.vertx.core.impl.transports.IoUringTransport;
import io.vertx.core.impl.transports.NioTransport;
import io.vertx.core.internal.VertxInternal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;

/** How sockets are driven. */
public enum Transport {
  /** Epoll where it can be had, and otherwise the JDK's own. */
  AUTO,
  EPOLL,
  /** Where the kernel and the container let it, and otherwise as {@link #AUTO}. */
  IO_URING,
  NIO;

  private static final Logger LOG = System.getLogger(Transport.class.getName());

  /** What blocks is a folder's files and the text of the meters: few threads do for that. */
  private static final int WORKERS = 4;

  /**
   * Whether one request makes the kernel accept for as long as it's there. It would take all who
   * come, however many wait to be looked at, and the file descriptors with them.
   */
  private static final String ACCEPTS_UNASKED = "io.netty.iouring.acceptMultiShotEnabled";

  /** Has what nearly every start needs loaded, which takes a while; changes nothing else. */
  public static void load() {
    AUTO.driver().available();
    new VertxOptions();
  }

  /**
   * @throws StartFailure when epoll was asked for and can't be had
   */
  public Vertx start(int eventLoops) {
    Driver driver = driver();
    Throwable cause = driver.unavailabilityCause();
    if (cause == null) {
      try {
        return start(driver, eventLoops);
      } catch (IllegalStateException e) { // a ring of each event loop's own, and no memory for it
        cause = e.getCause() == null ? e : e.getCause();
      }
    }
    return instead(cause).start(eventLoops);
  }

  private static Vertx start(Driver driver, int eventLoops) {
    WriteQueues.prepare();
    VertxOptions options =
        new VertxOptions()
            .setEventLoopPoolSize(eventLoops)
            .setWorkerPoolSize(WORKERS)
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setClassPathResolvingEnabled(false)
                    .setFileCachingEnabled(false));
    return Vertx.builder().with(options).withTransport(driver).build();
  }

  /** What is taken where this one can't be had. */
  private Transport instead(Throwable cause) {
    switch (this) {
      case AUTO -> {
        LOG.log(Level.WARNING, "nio instead of epoll: {0}", cause.toString());
        return NIO;
      }
      case IO_URING -> {
        LOG.log(
            Level.WARNING,
            "not --transport io_uring, but as with auto: {0}; is io_uring allowed by the kernel"
                + " (sysctl kernel.io_uring_disabled) and the container''s seccomp profile?",
            cause.toString());
        return AUTO;
      }
      default -> throw new StartFailure("--transport " + this + " can't be had: " + cause, cause);
    }
  }

  /** What another one drives its sockets with, for the same. */
  public static Transport like(Vertx other) {
    var implementation = ((VertxInternal) other).transport();
    if (implementation instanceof EpollTransport) {
      return EPOLL;
    }
    return implementation instanceof IoUringTransport ? IO_URING : NIO;
  }

  private Driver driver() {
    return switch (this) {
      case AUTO, EPOLL -> new Driver("epoll", new EpollTransport());
      case IO_URING -> {
        if (System.getProperty(ACCEPTS_UNASKED) == null) {
          System.setProperty(ACCEPTS_UNASKED, "false"); // before Netty's class reads it
        }
        yield new Driver("io_uring", new IoUringTransport());
      }
      case NIO -> new Driver("nio", NioTransport.INSTANCE);
    };
  }

  /** As settings have it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * One of Vert.x' own, by itself: its list of them would load the native libraries of all, which
   * takes tens of milliseconds of a start.
   */
  private record Driver(String name, io.vertx.core.spi.transport.Transport implementation)
      implements io.vertx.core.transport.Transport {

    @Override
    public boolean available() {
      return unavailabilityCause() == null;
    }

    @Override
    public Throwable unavailabilityCause() {
      try {
        return implementation.isAvailable() ? null : implementation.unavailabilityCause();
      } catch (LinkageError e) { // who embeds an agent may have left the library out
        return e;
      }
    }
  }
}
