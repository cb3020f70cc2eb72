package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import dev.vertxmesh.it.harness.ConnectPeers;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How large gRPC's messages may be, with more than by default on both agents. */
class MessageSizesIT {

  private static final int MIB = 1 << 20;
  private static final int MOST = 10 * MIB;
  private static final String UNARY = "/" + ConnectPeers.SERVICE + "/Unary";

  private static final Vertx vertx = Vertx.vertx();
  private static ConnectPeers peers;
  private static GrpcMesh mesh;
  private static RawGrpc client;

  @BeforeAll
  static void start(@TempDir Path folder) {
    peers = new ConnectPeers(folder).start(8 * MOST);
    List<String> bridge = new ArrayList<>(peers.bridge());
    mesh = new GrpcMesh(folder, bridge, "--max-message", "" + MOST).start();
    client = new RawGrpc(vertx, mesh.consumer().port());
  }

  @AfterAll
  static void close() {
    if (mesh != null) {
      client.close();
      mesh.close();
    }
    if (peers != null) {
      peers.close();
    }
    vertx.close();
  }

  @Test
  void aMessageOfNineMebibytesPassesBothWaysOnceTheLimitIsTen() {
    RawGrpc.Reply reply = client.call(UNARY, request(9 * MIB, 0)); // which comes back in the answer
    assertThat(reply.code()).as(reply.message()).isEqualTo("0");
    assertThat(reply.body().length()).isBetween(9 * MIB, MOST);
  }

  @Test
  void aRequestOverTheLimitIsRefusedByTheConsumerAgentAndSaysWhatToSet() {
    Buffer request = request(11 * MIB, 0);
    RawGrpc.Reply reply = client.call(UNARY, request);
    assertThat(reply.code()).isEqualTo("8");
    assertThat(reply.message())
        .startsWith("mesh-consumer")
        .endsWith(
            "request: message 1 has %d bytes, expected at most %d, the --max-message of this agent"
                .formatted(request.length() - 5, MOST));
  }

  @Test
  void anAnswerOverTheLimitIsRefusedByTheProviderAgentAndSaysWhatToSet() {
    RawGrpc.Reply reply = client.call(UNARY, request(0, 6 * MIB)); // and that comes back, too
    assertThat(reply.code()).isEqualTo("8");
    assertThat(reply.message())
        .matches(
            "mesh-provider .*: answer: message 1 has 1258\\d{4} bytes, expected at most %d,"
                    .formatted(MOST)
                + " the --max-message of this agent");
  }

  /** A UnaryRequest: response_definition = 1, which has response_data = 2; request_data = 2. */
  private static Buffer request(int data, int answerData) {
    UnknownFieldSet definition =
        UnknownFieldSet.newBuilder().addField(2, bytes(answerData)).build();
    byte[] message =
        UnknownFieldSet.newBuilder()
            .addField(1, Field.newBuilder().addLengthDelimited(definition.toByteString()).build())
            .addField(2, bytes(data))
            .build()
            .toByteArray();
    return RawGrpc.message(message);
  }

  private static Field bytes(int count) {
    return Field.newBuilder().addLengthDelimited(ByteString.copyFrom(new byte[count])).build();
  }
}
