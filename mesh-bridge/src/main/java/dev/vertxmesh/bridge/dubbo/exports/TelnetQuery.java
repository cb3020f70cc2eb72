package dev.vertxmesh.bridge.dubbo.exports;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.net.tls.HandshakeReason;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/**
 * Asks by telnet: a line goes out, text comes back until a prompt ends it.
 *
 * @param tls null for plain text
 */
record TelnetQuery(
    Vertx vertx, NetClient client, HostPort address, TlsClient tls, long patienceMillis) {

  static final String PROMPT = "dubbo>";

  /** Dubbo 3 doesn't look at what comes before it has as many bytes as a header has. */
  private static final String PADDING = " ".repeat(16);

  private static final int MAX_BYTES = 4 << 20;

  /** Opens a conversation, which the caller has to close. */
  Future<Conversation> open() {
    return client
        .connect(TlsClient.to(address.host(), address.port(), tls))
        .map(Conversation::new)
        .recover(e -> Future.failedFuture(new NoExportsException(HandshakeReason.of(e))));
  }

  /** One question after the other on one connection. */
  final class Conversation {

    private final NetSocket socket;
    private Buffer text = Buffer.buffer();
    private Promise<String> answer;
    private Predicate<String> isWhole;

    private Conversation(NetSocket socket) {
      this.socket = socket;
      socket.handler(this::onBytes);
      socket.closeHandler(closed -> end("closed the connection"));
      socket.exceptionHandler(e -> end(HandshakeReason.of(e)));
    }

    Future<String> ask(String question) {
      return ask(question, whole -> whole.stripTrailing().endsWith(PROMPT));
    }

    /** Fails with {@link NoExportsException} if there's no whole answer in time. */
    Future<String> ask(String question, Predicate<String> isWhole) {
      Promise<String> asked = Promise.promise();
      answer = asked;
      text = Buffer.buffer();
      this.isWhole = isWhole;
      long timer = vertx.setTimer(patienceMillis, id -> end("no answer"));
      socket.write(question + PADDING + "\r\n");
      return asked.future().onComplete(done -> vertx.cancelTimer(timer));
    }

    void close() {
      socket.close();
    }

    private void onBytes(Buffer bytes) {
      text.appendBuffer(bytes);
      if (text.length() > MAX_BYTES) {
        end("more than " + MAX_BYTES + " bytes");
        return;
      }
      String told = text.toString(StandardCharsets.UTF_8);
      Promise<String> asked = answer;
      if (asked != null && isWhole.test(told)) {
        answer = null;
        asked.complete(told);
      }
    }

    private void end(String reason) {
      Promise<String> asked = answer;
      answer = null;
      if (asked != null) {
        asked.fail(new NoExportsException(reason));
      }
      socket.close();
    }
  }
}
