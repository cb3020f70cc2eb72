package dev.vertxmesh.consumer;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.fuzz.Port;
import dev.vertxmesh.fuzz.Script;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.ingress.http.HttpOptions;
import dev.vertxmesh.listen.ConnectionCount;
import dev.vertxmesh.listen.ConnectionObserver;
import dev.vertxmesh.listen.Gate;
import dev.vertxmesh.memory.MemoryBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.nio.charset.StandardCharsets;

/**
 * The callers' port over a real socket, in HTTP/1.1, and in HTTP/2 with headers in whatever HPACK:
 * each connection ends once its client has ended, nothing is thrown on the event loop, and a good
 * call is answered after each.
 */
class CallersPortFuzz {

  private static final String GOOD =
      "POST /com.x.Hello/greet HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n[]";

  private static final Port PORT = listen();

  private static Port listen() {
    Vertx vertx = Vertx.vertx();
    ConsumerOptions options = new ConsumerOptions();
    options.port = 0;
    Ingresses ingresses =
        new Ingresses(
            vertx,
            CallersPortFuzz::answer,
            new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime),
            new Gate(
                vertx,
                options.connections.of(1),
                new ConnectionCount(100, 0),
                ConnectionObserver.NOBODY,
                System::nanoTime),
            () -> false,
            options,
            new HttpOptions(
                10_000,
                new MemoryBudget(25_000),
                5_000,
                false,
                300,
                "mesh-consumer",
                null,
                null,
                0));
    HttpServer server = ingresses.server(vertx, options, null);
    server.listen().toCompletionStage().toCompletableFuture().join();
    return new Port(vertx, server.actualPort());
  }

  private static Future<Reply> answer(Call call) {
    call.payload().release();
    ByteBuf json = Unpooled.copiedBuffer("1", StandardCharsets.UTF_8);
    return Future.succeededFuture(new Reply(Status.OK, Encoding.JSON, json));
  }

  @FuzzTest
  void connections(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Script script = new Script(input, 1);
    PORT.send(input[0] < 0 ? http2(script) : script.rest());
    String answer = PORT.send(GOOD.getBytes(StandardCharsets.US_ASCII));
    if (!answer.startsWith("HTTP/1.1 200")) {
      throw new AssertionError("a good call is answered with " + answer);
    }
  }

  private static byte[] http2(Script script) {
    ByteBuf out = Unpooled.buffer();
    out.writeCharSequence("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII);
    frame(out, 4, 0, 0, new byte[0]);
    for (int i = 1 + script.below(4); i > 0; i--) {
      int stream = 1 + 2 * script.below(4);
      switch (script.below(4)) {
        case 0 ->
            frame(out, script.next(), script.next(), script.below(6), script.take(script.next()));
        case 1 -> frame(out, 0, script.below(2), stream, script.take(script.next()));
        default -> {
          boolean whole = script.truth();
          frame(out, 1, whole ? 5 : 0, stream, headers(script));
          if (!whole) {
            frame(out, 9, 4, stream, script.take(script.next()));
          }
        }
      }
    }
    byte[] bytes = ByteBufUtil.getBytes(out);
    out.release();
    return bytes;
  }

  /** POST over http to /a/b, and what the script says besides. */
  private static byte[] headers(Script script) {
    ByteBuf out = Unpooled.buffer();
    if (script.truth()) {
      out.writeByte(0x83).writeByte(0x86).writeByte(0x41).writeByte(1).writeByte('a');
      out.writeByte(0x44).writeByte(4).writeCharSequence("/a/b", StandardCharsets.US_ASCII);
    }
    out.writeBytes(script.take(script.next()));
    byte[] bytes = ByteBufUtil.getBytes(out);
    out.release();
    return bytes;
  }

  private static void frame(ByteBuf out, int type, int flags, int stream, byte[] payload) {
    out.writeMedium(payload.length).writeByte(type).writeByte(flags).writeInt(stream);
    out.writeBytes(payload);
  }
}
