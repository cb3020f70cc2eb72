package dev.vertxmesh.kvstore;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;

/** Vert.x as a program of its own starts it. */
public final class Processes {
  private Processes() {}

  /** With epoll where it can be had: its timers are exact to microseconds, the JDK's to 1 ms. */
  public static Vertx vertx(int eventLoops) {
    return Vertx.vertx(
        new VertxOptions()
            .setEventLoopPoolSize(eventLoops)
            .setPreferNativeTransport(true)
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setClassPathResolvingEnabled(false)
                    .setFileCachingEnabled(false)));
  }
}
