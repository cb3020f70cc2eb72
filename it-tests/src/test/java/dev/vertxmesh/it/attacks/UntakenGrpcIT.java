package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.Http2Wire.DATA;
import static dev.vertxmesh.it.harness.Http2Wire.END_HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.SETTINGS;
import static dev.vertxmesh.it.harness.Http2Wire.WINDOW_UPDATE;
import static dev.vertxmesh.it.harness.Http2Wire.frame;
import static dev.vertxmesh.it.harness.Http2Wire.hello;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.Http2Wire;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Wire;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Answers of a gRPC server that are large, and that nobody takes. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class UntakenGrpcIT {

  private static final String SERVICE = "com.x.Greeter";
  private static final String ECHO = "/" + SERVICE + "/Echo";
  private static final String LARGE = "/" + SERVICE + "/Large";
  private static final Buffer HELLO = RawGrpc.message("hello".getBytes());
  private static final Buffer ANSWER = RawGrpc.message(new byte[4_000_000]);

  private final Vertx vertx = Vertx.vertx();
  private final List<Wire> wires = new ArrayList<>();
  private final AtomicInteger asked = new AtomicInteger();
  private FakeGrpc server;
  private GrpcMesh mesh;
  private RawGrpc client;
  private GoodCaller good;
  private Victim consumer;
  private Victim provider;

  @BeforeAll
  void start(@TempDir Path folder) {
    // calls that are broken off are reset at the server, which closes on too many of them
    server =
        new FakeGrpc(
            vertx, new HttpServerOptions().setHttp2RstFloodMaxRstFramePerWindow(1_000_000));
    server.does(this::serve);
    mesh =
        new GrpcMesh(folder, server.port(), List.of(SERVICE), Victim.CALM)
            .jvm(Victim.MEMORY)
            .underLoad()
            .start();
    client = new RawGrpc(vertx, mesh.consumer().port());
    theGoodCallerIsAnswered();
    consumer = new Victim("consumer", mesh.consumer());
    provider = new Victim("provider", mesh.provider());
  }

  private void serve(HttpServerRequest request) {
    if (request.path().equals(LARGE)) {
      answer(request);
      asked.incrementAndGet();
    } else {
      FakeGrpc.echo(request);
    }
  }

  /**
   * Without its end, which nobody gets to: Vert.x' server closes its connection, and with it the
   * good caller's calls, when a stream is reset whose trailers wait.
   */
  private static void answer(HttpServerRequest request) {
    FakeGrpc.begin(request).write(ANSWER);
  }

  @AfterAll
  void close() {
    consumer.say();
    provider.say();
    mesh.close();
    RawGrpc.get(vertx.close());
  }

  @BeforeEach
  void aGoodCallerIsThere() {
    asked.set(0);
    good = GoodCaller.calling(this::theGoodCallerIsAnswered);
  }

  @AfterEach
  void nobodyIsHarmed() throws IOException {
    good.callOn();
    consumer.say();
    provider.say();
    for (Wire wire : wires) {
      wire.close();
    }
    wires.clear();
    good.callOn();
    good.leave();
    mesh.awaitIdle();
    consumer.assertUnharmed();
    provider.assertUnharmed();
  }

  private void theGoodCallerIsAnswered() {
    RawGrpc.Reply reply = client.call(ECHO, HELLO);
    assertThat(reply.code()).as("%s", reply.message()).isEqualTo("0");
  }

  private void attack(int connections, int streams, byte[]... windows) throws IOException {
    for (int i = 0; i < connections; i++) {
      Wire wire = Wire.to(mesh.consumer().port());
      wires.add(wire);
      wire.send(hello());
      for (byte[] window : windows) {
        wire.send(window);
      }
      for (int stream = 1; stream < 2 * streams; stream += 2) {
        wire.send(frame(HEADERS, END_HEADERS, stream, Http2Wire.grpc(LARGE)));
        wire.send(frame(DATA, 1, stream, HELLO.getBytes()));
      }
    }
    await().until(() -> asked.get() >= connections * streams);
  }

  /** The windows end before the answers: they wait in front of them. */
  @Test
  void beyondTheWindowsOfStreams() throws IOException {
    attack(10, 20);
  }

  /** The windows never end: the answers wait for the sockets. */
  @Test
  void overSocketsThatNobodyReads() throws IOException {
    byte[] streams = frame(SETTINGS, 0, 0, new byte[] {0, 4, 0x7f, -1, -1, -1});
    byte[] connection = frame(WINDOW_UPDATE, 0, 0, new byte[] {0x7f, -1, 0, 0});
    attack(50, 4, streams, connection);
  }
}
