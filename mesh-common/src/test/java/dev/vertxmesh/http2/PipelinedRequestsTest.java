package dev.vertxmesh.http2;

import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PipelinedRequestsTest {

  private static final int BODY = 3_000;

  private static final byte[] REQUEST =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s"
          .formatted(BODY, "x".repeat(BODY))
          .getBytes(StandardCharsets.US_ASCII);

  private final Vertx vertx = Vertx.vertx();
  private final Http2Connections connections =
      new Http2Connections(new WindowLimits(1 << 20, 1 << 22), System::nanoTime);
  private final List<ByteBuf> bodies = new CopyOnWriteArrayList<>();
  private final AtomicInteger seen = new AtomicInteger();
  private final List<HttpServerRequest> inFlight = new CopyOnWriteArrayList<>();
  private HttpServer server;

  /** Sees each part of a body before Vert.x does. */
  private final class Bodies extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpContent part && part.content().isReadable()) {
        bodies.add(part.content());
        seen.addAndGet(part.content().readableBytes());
      }
      context.fireChannelRead(message);
    }
  }

  @BeforeEach
  void listen() throws Exception {
    server =
        vertx
            .createHttpServer()
            .connectionHandler(this::onConnection)
            .requestHandler(this::onRequest);
    result(server.listen(0, "127.0.0.1"));
  }

  private void onConnection(HttpConnection connection) {
    ChannelHandlerContext socket = Sockets.of(connection);
    socket.pipeline().addBefore(socket.name(), "bodies", new Bodies());
    connections.onConnection(connection);
  }

  private void onRequest(HttpServerRequest request) {
    request.handler(read -> {});
    inFlight.add(request);
  }

  @AfterEach
  void close() throws Exception {
    result(vertx.close());
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private boolean areReleased() {
    return bodies.stream().allMatch(body -> body.refCnt() == 0);
  }

  private boolean areInFlightAndBehind(int first, int behind) {
    return seen.get() == (first + behind) * BODY
        && inFlight.size() == first
        && bodies.stream().anyMatch(body -> body.refCnt() > 0);
  }

  @Test
  void whatWasSentBehindACallInFlightIsReleasedWhenItsClientLeaves() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.actualPort())) {
      for (int i = 0; i < 3; i++) {
        socket.getOutputStream().write(REQUEST);
      }
      await().until(() -> areInFlightAndBehind(1, 2));
    }
    await().until(this::areReleased);
  }

  @Test
  void whatWasSentBehindACallIsReadWhenItsTurnComes() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.actualPort())) {
      socket.getOutputStream().write(REQUEST);
      socket.getOutputStream().write(REQUEST);
      await().until(() -> areInFlightAndBehind(1, 1));
      inFlight.get(0).response().end();
      await().until(() -> inFlight.size() == 2 && areReleased());
    }
  }
}
