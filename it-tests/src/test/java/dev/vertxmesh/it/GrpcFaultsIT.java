package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.RawGrpc.Reply;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes wrong with one gRPC call through both agents, while another goes on beside it. */
@Tag("attacks")
class GrpcFaultsIT {

  private static final String SERVICE = "com.x.Greeter";
  private static final String PATH = "/" + SERVICE + "/Hello";
  private static final Buffer HELLO = RawGrpc.message("hello".getBytes());
  private static final Vertx VERTX = Vertx.vertx();

  private static FakeGrpc server;
  private static GrpcMesh mesh;
  private static RawGrpc client;

  private HttpClientRequest neighbour;
  private final AtomicLong heard = new AtomicLong();

  @BeforeAll
  static void start(@TempDir Path folder) {
    server = new FakeGrpc(VERTX);
    mesh = new GrpcMesh(folder, server.port(), List.of(SERVICE)).start();
    client = new RawGrpc(VERTX, mesh.consumer().port());
  }

  @AfterAll
  static void close() {
    mesh.close();
    RawGrpc.get(VERTX.close());
  }

  @BeforeEach
  void beginANeighbour() {
    server.does(FakeGrpc::echo);
    neighbour = client.begin(PATH);
    HttpClientResponse response = RawGrpc.get(neighbour.response());
    response.handler(bytes -> heard.addAndGet(bytes.length()));
    response.exceptionHandler(error -> {});
    response.resume();
    theNeighbourGoesOn();
  }

  private void theNeighbourGoesOn() {
    long before = heard.get();
    neighbour.write(HELLO);
    await().until(() -> heard.get() == before + HELLO.length());
  }

  @AfterEach
  void nothingIsLeft() {
    server.does(FakeGrpc::echo);
    assertThat(client.call(PATH, HELLO).code()).as("the next call").isEqualTo("0");
    neighbour.end();
    mesh.awaitIdle();
  }

  private static Buffer bytes(String hex) {
    return Buffer.buffer(ByteBufUtil.decodeHexDump(hex));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0700000000     | 13 | its prefix begins with 0x07
          0100000001aa   | 13 | it is compressed, but there's no grpc-encoding
          0000000005abcd | 13 | it ends 3 bytes before its end
          000000         | 13 | it ends after 3 of the 5 bytes of its prefix
          0000800001     | 8  | has 8388609 bytes, expected at most 8388608
          """)
  void brokenMessagesOfACallerEndItsCall(String hex, String code, String words) {
    Reply reply = client.call(PATH, bytes(hex));
    assertThat(reply.code()).isEqualTo(code);
    assertThat(reply.message()).startsWith("mesh-consumer: request: message 1").contains(words);
    theNeighbourGoesOn();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0700000000     | 13 | its prefix begins with 0x07
          0000000005abcd | 13 | it ends 3 bytes before its end
          0000800001     | 8  | has 8388609 bytes, expected at most 8388608
          """)
  void soDoBrokenMessagesOfTheProvider(String hex, String code, String words) {
    server.does(request -> FakeGrpc.answer(request, bytes(hex)));
    Reply reply = client.call(PATH, HELLO);
    assertThat(reply.code()).isEqualTo(code);
    assertThat(reply.message()).contains("answer: message 1").contains(words);
    theNeighbourGoesOn();
  }

  @ParameterizedTest
  @CsvSource({"2, 13, INTERNAL_ERROR", "8, 1, CANCEL"})
  void aStreamThatTheProviderResetsInTheMiddle(long reset, String code, String name) {
    server.does(
        request -> {
          FakeGrpc.begin(request).write(HELLO);
          request.response().reset(reset);
        });
    Reply reply = client.call(PATH, HELLO);
    assertThat(reply.code()).isEqualTo(code);
    assertThat(reply.message()).contains("the server reset the stream: " + name);
    theNeighbourGoesOn();
  }

  @Test
  void aStreamThatTheCallerResetsInTheMiddleIsResetAtTheProvider() {
    List<Throwable> resets = new CopyOnWriteArrayList<>();
    server.does(
        request -> {
          request.response().exceptionHandler(resets::add);
          FakeGrpc.echo(request);
        });
    HttpClientRequest request = client.begin(PATH);
    request.write(HELLO);
    RawGrpc.get(request.response());
    request.reset(8);
    await().until(() -> !resets.isEmpty());
    assertThat(resets.get(0)).hasMessageContaining("8");
    theNeighbourGoesOn();
  }

  @Test
  void aDeadlineThatPassesResetsTheStreamAtTheProvider() {
    List<Throwable> resets = new CopyOnWriteArrayList<>();
    server.does(request -> request.response().exceptionHandler(resets::add));
    int before = server.requests().size();
    await()
        .until(
            () -> { // it may pass before the call is there
              Reply reply = client.call(PATH, HELLO, "grpc-timeout", "2S");
              assertThat(reply.code()).isEqualTo("4");
              return server.requests().size() > before;
            });
    await().until(() -> !resets.isEmpty());
    assertThat(server.last().getHeader("grpc-timeout")).isNotNull();
    theNeighbourGoesOn();
  }

  @Test
  void aDeadlineThatHasPassedIsntTried() {
    int before = server.requests().size();
    Reply reply = client.call(PATH, HELLO, "grpc-timeout", "0n");
    assertThat(reply.code()).isEqualTo("4");
    assertThat(server.requests()).hasSize(before);
  }

  @Test
  void whatIsntThereIsUnimplemented() {
    server.does(request -> FakeGrpc.end(request, 12));
    assertThat(client.call("/com.x.Greeter/Nothing", HELLO).code()).isEqualTo("12");
    Reply reply = client.call("/com.x.Nobody/Hello", HELLO);
    assertThat(reply.code()).isEqualTo("12");
    assertThat(reply.message()).contains("no service com.x.Nobody is registered");
    int before = server.requests().size();
    reply = client.call("/" + SERVICE + "/$invoke", HELLO);
    assertThat(reply.code()).isEqualTo("12");
    assertThat(reply.message()).contains("is Dubbo's own");
    assertThat(server.requests()).hasSize(before);
  }

  @Test
  void whoDoesntReadHoldsUpNobodyAndGetsAllInTheEnd() {
    int parts = 2_048;
    Buffer part = RawGrpc.message(new byte[(16 << 10) - 5]);
    server.does(
        request -> {
          HttpServerResponse response = FakeGrpc.begin(request);
          int[] sent = {0};
          Runnable more =
              () -> {
                while (sent[0] < parts && !response.writeQueueFull()) {
                  sent[0]++;
                  response.write(part);
                }
                if (sent[0] == parts) {
                  sent[0]++;
                  response.putTrailer("grpc-status", "0").end();
                }
              };
          response.drainHandler(room -> more.run());
          more.run();
        });
    HttpClientRequest slow = client.begin(PATH);
    slow.end();
    HttpClientResponse response = RawGrpc.get(slow.response());
    for (int i = 0; i < 100; i++) {
      theNeighbourGoesOn();
    }
    assertThat(bytesToTheEnd(response)).isEqualTo(parts * (16 << 10));
    assertThat(response.trailers().get("grpc-status")).isEqualTo("0");
  }

  /** A window at a time, however long all of it takes on a busy machine. */
  private static long bytesToTheEnd(HttpClientResponse response) {
    AtomicLong read = new AtomicLong();
    response.handler(bytes -> read.addAndGet(bytes.length()));
    Future<Void> end = response.end();
    response.resume();
    while (!end.isComplete()) {
      long before = read.get();
      await().until(() -> end.isComplete() || read.get() > before);
    }
    RawGrpc.get(end);
    return read.get();
  }

  @Test
  void aProviderThatDiesInTheMiddleEndsItsCallsAndIsFoundAgain(@TempDir Path folder) {
    GrpcServer real = GrpcServer.interop();
    real.start();
    try (GrpcMesh other = new GrpcMesh(folder, real).start()) {
      RawGrpc caller = new RawGrpc(VERTX, other.consumer().port());
      HttpClientRequest request =
          caller.begin("/" + GrpcServer.TEST_SERVICE + "/StreamingOutputCall");
      // one answer of ten bytes at once, and another after 20 s: fields of messages.proto
      request.end(RawGrpc.message(bytes("1202080a" + "1207080a1080dac409").getBytes()));
      HttpClientResponse response = RawGrpc.get(request.response());
      AtomicLong read = new AtomicLong();
      response.handler(got -> read.addAndGet(got.length()));
      response.fetch(1);
      await().until(() -> read.get() > 10);
      real.kill();
      Reply reply = RawGrpc.reply(request);
      assertThat(reply.code()).isEqualTo("14");
      assertThat(reply.message()).contains("the connection ended before the answer");
      String unary = "/" + GrpcServer.TEST_SERVICE + "/EmptyCall";
      Reply refused = caller.call(unary, RawGrpc.message());
      assertThat(refused.code()).isEqualTo("14");
      assertThat(refused.message()).isNotBlank();
      real.start();
      await().until(() -> "0".equals(caller.call(unary, RawGrpc.message()).code()));
      other.awaitIdle();
    } finally {
      real.close();
    }
  }
}
