package dev.vertxmesh.launch.settings;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** How sockets are driven. */
public enum Transport {
  /** Epoll where it can be had, and otherwise the JDK's own. */
  AUTO,
  EPOLL,
  NIO;

  private static final Logger LOG = System.getLogger(Transport.class.getName());

  /** What blocks is a folder's files and the text of the meters: few threads do for that. */
  private static final int WORKERS = 4;

  /**
   * @throws StartFailure when epoll was asked for and can't be had
   */
  public Vertx start(int eventLoops) {
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(eventLoops)
                .setWorkerPoolSize(WORKERS)
                .setPreferNativeTransport(this != NIO)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false)));
    if (this != NIO && !vertx.isNativeTransportEnabled()) {
      fellBack(vertx);
    }
    return vertx;
  }

  /** What another one drives its sockets with, for the same. */
  public static Transport like(Vertx other) {
    return other.isNativeTransportEnabled() ? AUTO : NIO;
  }

  /** Vert.x falls back without a word, so somebody has to ask. */
  private void fellBack(Vertx vertx) {
    Throwable cause = vertx.unavailableNativeTransportCause();
    String reason =
        cause == null ? "netty-transport-native-epoll isn't on the class path" : cause.toString();
    if (this == EPOLL) {
      vertx.close();
      throw new StartFailure("--transport epoll can't be had: " + reason, cause);
    }
    LOG.log(Level.WARNING, "nio instead of epoll: {0}", reason);
  }

  public static String nameOf(Vertx vertx) {
    return vertx.isNativeTransportEnabled() ? "epoll" : "nio";
  }
}
