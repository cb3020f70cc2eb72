package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.Http2Wire.DATA;
import static dev.vertxmesh.it.harness.Http2Wire.END_HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.HEADERS;
import static dev.vertxmesh.it.harness.Http2Wire.frame;
import static dev.vertxmesh.it.harness.Http2Wire.hello;
import static dev.vertxmesh.it.harness.Http2Wire.joined;
import static dev.vertxmesh.it.harness.Http2Wire.times;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.Http2Wire;
import dev.vertxmesh.it.harness.LinkWire;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Requests of gRPC that nobody reads. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class UnreadIT {

  private static final String SERVICE = "com.x.Greeter";
  private static final String ECHO = "/" + SERVICE + "/Echo";
  private static final String STOP = "/" + SERVICE + "/Stop";
  private static final Buffer HELLO = RawGrpc.message("hello".getBytes());

  private final Vertx vertx = Vertx.vertx();
  private final List<Wire> wires = new ArrayList<>();
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
    server.does(UnreadIT::serve);
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

  private static void serve(HttpServerRequest request) {
    if (request.path().equals(STOP)) {
      request.pause();
    } else {
      FakeGrpc.echo(request);
    }
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

  private void attack(int connections, int streams, String path, byte[] request, int most)
      throws IOException {
    for (int i = 0; i < connections; i++) {
      Wire wire = Wire.to(mesh.consumer().port());
      wires.add(wire);
      wire.send(hello());
      for (int stream = 1; stream < 2 * streams; stream += 2) {
        List<byte[]> bytes = new ArrayList<>();
        bytes.add(frame(HEADERS, END_HEADERS, stream, Http2Wire.grpc(path)));
        byte[] one = frame(DATA, 0, stream, request);
        bytes.add(frame(DATA, 0, stream, (byte) 0, (byte) 0, (byte) 0x70, (byte) 0, (byte) 0));
        bytes.add(times(most / request.length, one));
        wire.send(joined(bytes));
      }
    }
  }

  @Test
  void windowsThatNobodyReads() throws IOException {
    attack(25, 38, STOP, new byte[16_384], 65_530);
  }

  @Test
  void windowsOfSmallFramesThatNobodyReads() throws IOException {
    attack(4, 10, STOP, new byte[1], 15_000);
  }

  @Test
  void windowsOfLinksThatNobodyReads() throws IOException {
    byte[] window = new byte[65_536];
    window[0] = 0;
    window[1] = 0x70;
    for (int i = 0; i < 50; i++) {
      Wire wire = Wire.to(mesh.provider().port()).send(LinkWire.hello());
      wires.add(wire);
      wire.send(LinkWire.define(0, SERVICE, "Stop", ""));
      for (int id = 1; id <= 40; id++) {
        wire.send(LinkWire.request(id, 0, LinkWire.GRPC, ""));
        wire.send(LinkWire.data(id, window));
      }
    }
  }
}
