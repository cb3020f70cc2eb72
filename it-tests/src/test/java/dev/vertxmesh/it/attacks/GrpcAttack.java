package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.GrpcMesh;
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
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Agents before a gRPC server that are attacked, while a good caller calls on. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class GrpcAttack {

  static final String SERVICE = "com.x.Greeter";

  /** A method that never reads, and never answers. */
  static final String STOP = "/" + SERVICE + "/Stop";

  static final Buffer HELLO = RawGrpc.message("hello".getBytes());

  private static final String ECHO = "/" + SERVICE + "/Echo";

  private final Vertx vertx = Vertx.vertx();
  private final List<Wire> wires = new ArrayList<>();
  private GrpcMesh mesh;
  private RawGrpc client;
  private GoodCaller good;
  private Victim consumer;
  private Victim provider;

  /** Takes the calls of a path, and says whether it's one of its own; others are echoed. */
  boolean serve(HttpServerRequest request) {
    boolean stops = request.path().equals(STOP);
    if (stops) {
      request.pause();
    }
    return stops;
  }

  @BeforeAll
  void start(@TempDir Path folder) {
    // calls that are broken off are reset at the server, which closes on too many of them
    FakeGrpc server =
        new FakeGrpc(
            vertx, new HttpServerOptions().setHttp2RstFloodMaxRstFramePerWindow(1_000_000));
    server.does(
        request -> {
          if (!serve(request)) {
            FakeGrpc.echo(request);
          }
        });
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

  /** A connection to the consumer agent, until the test ends. */
  final Wire toConsumer() throws IOException {
    return kept(Wire.to(mesh.consumer().port()));
  }

  /** The same to the provider agent. */
  final Wire toProvider() throws IOException {
    return kept(Wire.to(mesh.provider().port()));
  }

  private Wire kept(Wire wire) {
    wires.add(wire);
    return wire;
  }
}
