package dev.vertxmesh.it.ingress;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Wire;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ends before it's a call is in the metrics, whichever way it came in. */
class EndedRequestsIT {

  private static final int MOST = 64 << 10;
  private static final String CREATE = "/" + GrpcServer.STORE + "/Create";

  /** Of Dubbo's protocol: made.up's method m, with an int. */
  private static final String MADE_UP =
      "05322e302e32" + "076d6164652e7570" + "4e" + "016d" + "0149" + "95" + "48" + "5a";

  private static final String WEB = "application/grpc-web+proto";

  private static final GrpcServer store = GrpcServer.store();
  private static final Vertx vertx = Vertx.vertx();
  private static GrpcMesh mesh;
  private double badRequests;
  private double notFound;
  private double tooLarge;

  @BeforeAll
  static void start(@TempDir Path folder) {
    store.start();
    mesh =
        GrpcMesh.of(folder, store, List.of("--dubbo-port", "0", "--max-message", "" + MOST))
            .start();
  }

  @AfterAll
  static void close() {
    if (mesh != null) {
      mesh.close();
    }
    store.close();
    RawGrpc.get(vertx.close());
  }

  @BeforeEach
  void look() {
    badRequests = counted("bad_request");
    notFound = counted("no_service") + counted("no_method");
    tooLarge = counted("too_large");
  }

  private static double counted(String outcome) {
    return mesh.consumer().metrics().sum("mesh_calls_total", "outcome=\"" + outcome + "\"");
  }

  /** One of each came; and none of them made a name for itself. */
  private void assertOneOfEach() {
    mesh.awaitIdle(); // a call that its caller was told of first is counted when it has ended
    assertThat(counted("bad_request")).as("bad requests").isEqualTo(badRequests + 1);
    assertThat(counted("no_service") + counted("no_method")).as("404").isEqualTo(notFound + 1);
    assertThat(counted("too_large")).as("too large").isEqualTo(tooLarge + 1);
    assertThat(mesh.consumer().metrics().samples()).noneMatch(line -> line.contains("made.up"));
  }

  @Test
  void ofHttp() throws IOException {
    assertThat(http("/made.up.Service/m", "application/json", "no array")).isEqualTo(400);
    assertThat(http("/made.up/a/b", "application/json", "[]")).isEqualTo(404);
    assertThat(http("/made.up.Service/m", "application/json", "x".repeat(MOST + 1))).isEqualTo(413);
    assertOneOfEach();
  }

  private static int http(String path, String type, String body) throws IOException {
    try (Wire wire = Wire.to(mesh.consumer().port())) {
      return wire.post(path, type, body).answer().status();
    }
  }

  @Test
  void ofGrpc() {
    RawGrpc client = new RawGrpc(vertx, mesh.consumer().port());
    Buffer empty = Buffer.buffer(prefix(0));
    assertThat(client.call(CREATE, empty, "grpc-timeout", "soon").code()).isEqualTo("3");
    assertThat(client.call("/made.up", empty).code()).isEqualTo("12");
    assertThat(client.call(CREATE, Buffer.buffer(prefix(MOST + 1))).code()).isEqualTo("8");
    client.close();
    assertOneOfEach();
  }

  @Test
  void ofGrpcWeb() throws IOException {
    assertThat(web(CREATE, prefix(0), "grpc-timeout", "soon")).startsWith("3\r");
    assertThat(web("/made.up", prefix(0))).isEqualTo("12\r");
    assertThat(web(CREATE, prefix(MOST + 1))).startsWith("8\r");
    assertOneOfEach();
  }

  /** What says how long a message is. */
  private static byte[] prefix(int length) {
    return ByteBuffer.allocate(5).putInt(1, length).array();
  }

  private static String web(String path, byte[] body, String... headers) throws IOException {
    try (Wire wire = Wire.to(mesh.consumer().port())) {
      wire.post(path, WEB, new String(body, US_ASCII), headers);
      wire.awaitBytes("grpc-status: ".getBytes(US_ASCII));
      return new String(wire.read(3), US_ASCII);
    }
  }

  @Test
  void ofDubbosPort() throws IOException {
    assertThat(dubbo(new byte[] {1, 2, 3})).as("no request").isEqualTo(40);
    assertThat(dubbo(HexFormat.of().parseHex(MADE_UP))).as("no service").isEqualTo(70);
    assertThat(dubbo(new byte[MOST + 1])).as("too large").isEqualTo(40);
    assertOneOfEach();
  }

  /** The status of what a request is answered with. */
  private static int dubbo(byte[] body) throws IOException {
    try (Wire wire = Wire.to(mesh.consumer().dubboPort())) {
      byte[] head =
          ByteBuffer.allocate(16).putInt(0xdabbc200).putLong(7).putInt(body.length).array();
      wire.send(head).send(body);
      return wire.read(16)[3];
    }
  }
}
