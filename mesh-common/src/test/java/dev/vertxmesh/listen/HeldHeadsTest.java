package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.http1.GuardedServers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Heads behind a request, and large ones of requests that wait for their answer. */
class HeldHeadsTest {

  private static final long NEVER = TimeUnit.HOURS.toMillis(1);
  private static final long SOON = 200;
  private static final int HELD = 16 << 10;
  private static final String LARGE =
      "GET /wait HTTP/1.1\r\nhost: x\r\n" + "a: b\r\n".repeat(90) + "\r\n";

  private static final String WAIT = "GET /wait HTTP/1.1\r\nhost: x\r\n\r\n";
  private static final String GET = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";

  private final Vertx vertx = Vertx.vertx();
  private final Queue<CloseReason> ends = new ConcurrentLinkedQueue<>();
  private final Queue<HttpServerRequest> waiting = new ConcurrentLinkedQueue<>();
  private final List<Socket> sockets = new ArrayList<>();
  private int port;

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @BeforeEach
  void listen() throws Exception {
    listen(NEVER);
  }

  private void listen(long headMillis) throws Exception {
    ListenOptions options = new ListenOptions(headMillis, NEVER, 0, 2, 100, HELD);
    Gate gate = new Gate(vertx, options, new ConnectionCount(100, 0), ends::add, System::nanoTime);
    port =
        get(GuardedServers.create(vertx, new HttpServerOptions(), gate::onAccept)
                .requestHandler(this::answer)
                .listen(0, "127.0.0.1"))
            .actualPort();
  }

  @AfterEach
  void close() throws Exception {
    for (Socket socket : sockets) {
      socket.close();
    }
    get(vertx.close());
  }

  private void answer(HttpServerRequest request) {
    if (request.path().equals("/wait")) {
      waiting.add(request);
    } else {
      request.response().end("done");
    }
  }

  private Socket send(String text) throws IOException {
    Socket socket = new Socket("127.0.0.1", port);
    sockets.add(socket);
    socket.setSoTimeout(100_000);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @Test
  void aHeadThatHasBegunBehindARequestMustEnd() throws Exception {
    listen(SOON);
    Socket socket = send(GET + "GET / HT");
    byte[] answers = socket.getInputStream().readAllBytes();
    assertThat(new String(answers, StandardCharsets.US_ASCII))
        .startsWith("HTTP/1.1 200 ")
        .contains("HTTP/1.1 408 ");
    assertThat(ends).containsExactly(CloseReason.HEAD);
  }

  @Test
  void aHeadMayBeginBehindARequestThatIsNotAnsweredYet() throws Exception {
    listen(SOON);
    Socket socket = send(WAIT + "GET / HT");
    await().until(() -> waiting.size() == 1);
    socket.getOutputStream().write("TP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    HttpServerRequest request = waiting.remove();
    vertx.runOnContext(v -> request.response().end("done"));
    read(socket, 2);
    assertThat(ends).isEmpty();
  }

  @Test
  void largeHeadsAreHeldUntilTheirAnswers() throws Exception {
    Socket first = send(LARGE);
    await().until(() -> waiting.size() == 1);
    send(LARGE);
    await().until(() -> waiting.size() == 2);
    assertThat(ends).isEmpty();
    send(LARGE);
    await().until(() -> waiting.size() == 3);
    assertThat(first.getInputStream().read()).isNegative();
    assertThat(ends).containsOnly(CloseReason.HELD);
  }

  @Test
  void aLargeHeadIsHeldWhileItsBodyHasNotEnded() throws Exception {
    String large =
        LARGE.replace("GET /wait", "POST /").replace("host: x", "host: x\r\ncontent-length: 9");
    Socket first = send(large);
    read(first, 1);
    read(send(large), 1);
    read(send(large), 1);
    assertThat(first.getInputStream().read()).isNegative();
    assertThat(ends).containsOnly(CloseReason.HELD);
  }

  @Test
  void aHeadThatBeginsWhileAnAnswerIsOwedIsHeldAsItGrows() throws Exception {
    String part = "GET / HTTP/1.1\r\nhost: x\r\n" + ("a: " + "b".repeat(96) + "\r\n").repeat(35);
    List<Socket> held = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      Socket socket = send(WAIT);
      int calls = i;
      await().until(() -> waiting.size() == calls);
      socket.getOutputStream().write(part.getBytes(StandardCharsets.US_ASCII));
      socket
          .getOutputStream()
          .write(part.replaceAll("^.*\r\n.*\r\n", "").getBytes(StandardCharsets.US_ASCII));
      held.add(socket);
    }
    assertThat(held.get(0).getInputStream().read()).isNegative();
    assertThat(ends).containsOnly(CloseReason.HELD);
  }

  @Test
  void whatIsAnsweredIsHeldNoMore() throws Exception {
    for (int i = 0; i < 5; i++) {
      Socket socket = send(LARGE);
      await().until(() -> !waiting.isEmpty());
      HttpServerRequest request = waiting.remove();
      vertx.runOnContext(v -> request.response().end("done"));
      read(socket, 1);
    }
    assertThat(ends).isEmpty();
  }

  private static void read(Socket socket, int answers) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder all = new StringBuilder();
    while (all.toString().split("done", -1).length <= answers) {
      int next = in.read();
      assertThat(next).isNotNegative();
      all.append((char) next);
    }
  }
}
