package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The consumer agent alone, before a gRPC server that has no agent. */
class GrpcStraightIT {

  private static final Buffer HELLO = RawGrpc.message("hello".getBytes());

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() {
    RawGrpc.get(vertx.close());
  }

  @Test
  void aCallReachesTheServer() {
    FakeGrpc server = new FakeGrpc(vertx);
    server.does(FakeGrpc::echo);
    try (Agent consumer =
        Agent.of(
            "mesh-consumer",
            "--registry",
            "static:grpc://127.0.0.1:" + server.port() + "/com.x.Greeter",
            "--event-loops",
            "1")) {
      consumer.start();
      RawGrpc client = new RawGrpc(vertx, consumer.port());
      RawGrpc.Reply reply = client.call("/com.x.Greeter/Hello", HELLO);
      assertThat(reply.code()).as(reply.message()).isEqualTo("0");
      assertThat(reply.body()).isEqualTo(HELLO);
      await().until(() -> endpoint(consumer).getString("state").equals("open"));
      assertThat(endpoint(consumer).getString("address"))
          .isEqualTo("grpc://127.0.0.1:" + server.port());
      assertThat(endpoint(consumer).getInteger("limit")).isEqualTo(10_000);
      assertThat(server.requests())
          .extracting(HttpServerRequest::path)
          .containsOnly("/com.x.Greeter/Hello");
    }
  }

  private static JsonObject endpoint(Agent consumer) {
    return consumer
        .topology()
        .getJsonArray("services")
        .getJsonObject(0)
        .getJsonArray("endpoints")
        .getJsonObject(0);
  }
}
