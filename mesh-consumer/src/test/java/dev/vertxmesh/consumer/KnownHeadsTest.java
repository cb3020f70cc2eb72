package dev.vertxmesh.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.WindowLimits;
import dev.vertxmesh.ingress.http.HttpOptions;
import dev.vertxmesh.memory.MemoryBudget;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A client that sends the same head again and again gets what it got for the first one. */
class KnownHeadsTest {

  private static final int PATIENCE_MILLIS = 100_000;
  private static final String TYPE = "Content-Type: application/x-www-form-urlencoded\r\n";
  private static final String FORM =
      "interface=com.x.Hello&method=hash&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=";
  private static final String LAST =
      "GET /last HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";

  private final Vertx vertx = Vertx.vertx();
  private final ConsumerOptions options = new ConsumerOptions();
  private int port;

  @BeforeEach
  void listen() throws Exception {
    options.port = 0;
    options.corsOrigins = List.of("https://shop.example.com");
    Ingresses ingresses =
        new Ingresses(
            vertx,
            KnownHeadsTest::tell,
            new Http2Connections(new WindowLimits(1 << 20, 4 << 20), System::nanoTime),
            OpenGate.of(vertx, options),
            () -> false,
            options,
            new HttpOptions(
                10_000,
                new MemoryBudget(100_000),
                5_000,
                false,
                PATIENCE_MILLIS,
                "mesh-consumer",
                null,
                null,
                0));
    port = result(ingresses.server(vertx, options, null).listen()).actualPort();
  }

  @AfterEach
  void close() throws Exception {
    result(vertx.close());
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  /** What was understood, or a failure where the arguments ask for one. */
  private static Future<Reply> tell(Call call) {
    String payload = call.payload().toString(StandardCharsets.UTF_8);
    call.payload().release();
    if (payload.startsWith("fail")) {
      return Future.failedFuture(new CallFailure(Status.valueOf(payload.substring(5)), "x", "y"));
    }
    Map<String, String> attachments = new TreeMap<>(call.attachments());
    String told =
        "%s %s %s %s %s %s"
            .formatted(
                call.target(),
                call.encoding(),
                payload,
                attachments,
                call.options(),
                call.record().timeoutOf());
    return Future.succeededFuture(
        new Reply(
            Status.OK,
            Encoding.TEXT,
            Unpooled.copiedBuffer(told, StandardCharsets.UTF_8),
            attachments));
  }

  private static String post(String path, String lines, String body) {
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    return "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%sContent-Length: %d\r\n\r\n%s"
        .formatted(path, lines, length, body);
  }

  private static String form(String argument) {
    return post("/", TYPE, FORM + argument);
  }

  static Stream<String> requests() {
    String json = "Content-Type: application/json\r\n";
    return Stream.of(
        form("a"),
        form("%C3%A9+%26"),
        form("x".repeat(3_000)),
        form("x".repeat(9_000)),
        form("x".repeat(20_000)),
        form("fail+REFUSED"),
        form("fail+PROVIDER_ERROR"),
        form("%"),
        post("/", TYPE, ""),
        post("/", "", FORM),
        post("/", json, FORM),
        post("/", TYPE + "x-mesh-timeout: 77\r\nX-Mesh-Group: g\r\nx-request-id: n\r\n", FORM),
        post("/", TYPE + "x-mesh-timeout: soon\r\n", FORM),
        post("/", TYPE + "x-mesh-attachment-a: 1\r\nX-MESH-Attachment-A: 2\r\n", FORM),
        post("/", TYPE + "traceparent: 00-1-2-01\r\nsw8: 1\r\nsw8: 2\r\n", FORM),
        post("/", TYPE + "Content-Encoding: gzip\r\n", "\1\2"),
        post("/", TYPE + "Origin: https://shop.example.com\r\n", FORM),
        post("/", TYPE + "Origin: https://other.example.com\r\n", FORM),
        post("/", TYPE + "Connection: keep-alive\r\n", FORM),
        post("/", TYPE + "Expect: 100-continue\r\n", FORM),
        post("/?class=keep", TYPE, FORM),
        post("/com.x.Hello/greet", json, "[\"é\"]"),
        post("/com.x.Hello/greet?class=keep", json, "[]"),
        post("/com.x.Hello/greet", json, "[1"),
        post("/com.x.Hello/../greet", json, "[]"),
        post("/com.x.Hello%2fgreet/x", json, "[]"),
        post("/com.x.Hello/greet", "Content-Type: application/proto\r\n", "x"),
        post("/com.x.Hello/greet", "Content-Type: application/grpc\r\n", "x"),
        post("/nowhere/at/all", json, "[]"),
        form("a") + form("b") + form("c"),
        form("a") + post("/com.x.Hello/greet", json, "[1]") + form("b"),
        form("a") + form("b").replace("Host:", "Host :"),
        form("a") + form("b").replace("Content-Length: ", "Content-Length: +"),
        form("a").replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n"),
        form("a") + "\r\n" + form("b"),
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + form("a"));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void theAnswersAreTheSame(String requests) throws Exception {
    byte[] bytes = requests.getBytes(StandardCharsets.UTF_8);
    String first = exchange(false, bytes, bytes.length);
    assertThat(first).startsWith("HTTP/1.1 ");
    assertThat(exchange(true, bytes, bytes.length)).isEqualTo(first);
    int head = requests.indexOf("\r\n\r\n") + 4;
    for (int cut : new int[] {1, head - 1, head, Math.min(head + 1, bytes.length)}) {
      assertThat(exchange(true, bytes, cut)).isEqualTo(first);
    }
  }

  /**
   * All answers of one connection.
   *
   * @param known whether heads like these have come on it before
   */
  private String exchange(boolean known, byte[] requests, int cut) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      if (known) {
        makeKnown(socket, requests);
      }
      ByteArrayOutputStream answers = new ByteArrayOutputStream();
      try {
        socket.getOutputStream().write(requests, 0, cut);
        socket.getOutputStream().write(requests, cut, requests.length - cut);
        socket.getOutputStream().write(LAST.getBytes(StandardCharsets.US_ASCII));
      } catch (SocketException closed) {
        // after an answer that refuses, which may be there before all is sent
      }
      try {
        socket.getInputStream().transferTo(answers);
      } catch (SocketException reset) {
        // by what was sent to a socket that was closed; the answers came before
      }
      String text = answers.toString(StandardCharsets.UTF_8);
      return text.replaceAll("[0-9a-f]{32}", "MADE");
    }
  }

  /** By a form, and by the head of the first request with a body of which no call comes. */
  private static void makeKnown(Socket socket, byte[] requests) throws IOException {
    String text = new String(requests, StandardCharsets.ISO_8859_1);
    String head = text.substring(0, text.indexOf("\r\n\r\n") + 4);
    String like = head.replaceFirst("Content-Length: \\d+", "Content-Length: 1") + "&";
    boolean isSimple = head.startsWith("POST") && !head.matches("(?s).*(Expect|Transfer|grpc).*");
    for (String before : List.of(form("a"), isSimple ? like : form("a"))) {
      for (int times = 0; times < 3; times++) {
        socket.getOutputStream().write(before.getBytes(StandardCharsets.ISO_8859_1));
        skipAnswer(socket.getInputStream());
      }
    }
  }

  private static void skipAnswer(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    int length =
        Integer.parseInt(head.toString().replaceAll("(?s).*content-length: (\\d+).*", "$1"));
    in.readNBytes(length);
  }
}
