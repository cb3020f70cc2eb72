package dev.vertxmesh.net.tls.listener;

import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.TlsRecordGuard;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.net.tls.WatchedTls;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Executor;

/**
 * TLS at a port, from the first byte of each connection on. A connection is one of its port before
 * its handshake, so that all bounds of the port hold for that too; a new certificate is seen by the
 * next connection, and none is cut. Thread-safe.
 */
public final class TlsListener implements AutoCloseable {

  /** Before it, bounds of the port itself end who is late. */
  private static final int HANDSHAKE_MILLIS = 15_000;

  /** What the next connection's TLS is made of. */
  private record Newest(SslContext context, boolean isJdks) {}

  private final WatchedTls watched;
  private final String name;
  private final Executor handshakes;
  private final boolean http;
  private volatile Newest newest;

  /**
   * @param protocols that HTTP has here, by their names for ALPN, best first; none where it isn't
   *     HTTP
   */
  public TlsListener(WatchedTls watched, ClientCertificates clients, String... protocols) {
    this(watched, watched.name(), clients, new HandshakeThread(), protocols);
  }

  /**
   * @param handshakes where what the JDK's need is computed
   */
  TlsListener(
      WatchedTls watched,
      String name,
      ClientCertificates clients,
      Executor handshakes,
      String... protocols) {
    this.watched = watched;
    this.name = name;
    this.handshakes = handshakes;
    this.http = protocols.length > 0;
    watched.onMaterial(
        material ->
            newest =
                new Newest(
                    material.nettyServer(clients, protocols), material.engine() == TlsEngine.JDK));
  }

  /**
   * For a port that shares its files with another, and isn't HTTP's.
   *
   * @param name what the log calls it
   */
  public static TlsListener named(String name, WatchedTls watched, ClientCertificates clients) {
    return new TlsListener(watched, name, clients, new HandshakeThread());
  }

  public WatchedTls watched() {
    return watched;
  }

  /**
   * Puts TLS first into a connection that was just accepted.
   *
   * @param onDone run on the event loop once it's encrypted, before anything that it sends is read;
   *     not if it comes to nothing
   */
  public void begin(Channel channel, Runnable onDone) {
    Newest now = newest;
    if (now.isJdks) {
      HandshakeTasks tasks = new HandshakeTasks(handshakes, channel);
      Runnable secured =
          () -> {
            tasks.end();
            onDone.run();
          };
      begin(channel, now.context.newHandler(channel.alloc(), tasks), secured);
      channel.pipeline().addFirst(tasks);
    } else {
      begin(channel, now.context.newHandler(channel.alloc()), onDone);
    }
  }

  private void begin(Channel channel, SslHandler ssl, Runnable onDone) {
    ssl.setHandshakeTimeoutMillis(HANDSHAKE_MILLIS);
    ChannelPipeline pipeline = channel.pipeline();
    LastWord lastWord = new LastWord();
    TlsRecordGuard records = new TlsRecordGuard();
    pipeline.addFirst(new TlsHandshake(name, lastWord, onDone));
    pipeline.addFirst(records.behind());
    pipeline.addFirst(ssl);
    pipeline.addFirst(records);
    pipeline.addFirst(new PlainTextGuard(http));
    pipeline.addFirst(lastWord);
  }

  /** Looks for newer files no more. */
  @Override
  public void close() {
    watched.close();
  }
}
