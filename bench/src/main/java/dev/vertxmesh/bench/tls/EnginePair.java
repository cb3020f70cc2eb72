package dev.vertxmesh.bench.tls;

import io.netty.util.ReferenceCountUtil;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** A client and a server of TLS that hand each other their bytes; counts the server's CPU time. */
final class EnginePair {

  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  private final SSLEngine client;
  private final SSLEngine server;
  private final ByteBuffer toServer = ByteBuffer.allocateDirect(1 << 20);
  private final ByteBuffer toClient = ByteBuffer.allocateDirect(1 << 20);
  private final ByteBuffer plain = ByteBuffer.allocateDirect(1 << 20);
  private final ByteBuffer text = ByteBuffer.allocateDirect(1 << 20);
  private long serverNanos;

  EnginePair(SSLEngine client, SSLEngine server) {
    this.client = client;
    this.server = server;
    client.setUseClientMode(true);
  }

  long serverNanos() {
    return serverNanos;
  }

  void shake() throws SSLException {
    client.beginHandshake();
    serverTurn(server::beginHandshake);
    while (isShaking(client) || isShaking(server)) {
      send(client, 0, toServer);
      serverTurn(() -> receive(server, toServer));
      serverTurn(() -> send(server, 0, toClient));
      receive(client, toClient);
    }
    send(client, 0, toServer); // its last message, and tickets that came behind
    serverTurn(() -> receive(server, toServer));
  }

  /** A request of so many bytes, and an answer of as many. */
  void call(int size) throws SSLException {
    send(client, size, toServer);
    serverTurn(
        () -> {
          receive(server, toServer);
          send(server, size, toClient);
        });
    receive(client, toClient);
  }

  private interface Turn {
    void take() throws SSLException;
  }

  private void serverTurn(Turn turn) throws SSLException {
    long from = CLOCK.getCurrentThreadCpuTime();
    turn.take();
    serverNanos += CLOCK.getCurrentThreadCpuTime() - from;
  }

  private static boolean isShaking(SSLEngine engine) {
    HandshakeStatus status = engine.getHandshakeStatus();
    return status != HandshakeStatus.NOT_HANDSHAKING && status != HandshakeStatus.FINISHED;
  }

  private void send(SSLEngine from, int size, ByteBuffer out) throws SSLException {
    text.clear().limit(size);
    while (true) {
      tasks(from);
      SSLEngineResult result = from.wrap(text, out);
      tasks(from);
      boolean more =
          text.hasRemaining() || result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP;
      if (!more || result.bytesProduced() == 0 && result.bytesConsumed() == 0) {
        return;
      }
    }
  }

  private void receive(SSLEngine to, ByteBuffer in) throws SSLException {
    in.flip();
    while (in.hasRemaining()) {
      SSLEngineResult result = to.unwrap(in, plain.clear());
      tasks(to);
      if (result.bytesConsumed() == 0 && result.bytesProduced() == 0) {
        break;
      }
    }
    in.compact();
  }

  private static void tasks(SSLEngine engine) {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  void close() {
    ReferenceCountUtil.release(client);
    ReferenceCountUtil.release(server);
  }
}
