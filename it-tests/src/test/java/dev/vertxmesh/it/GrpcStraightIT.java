package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The consumer agent alone, before a gRPC server that has no agent. */
class GrpcStraightIT {

  private static final Buffer HELLO = RawGrpc.message("hello".getBytes());

  private final Vertx vertx = Vertx.vertx();

  @TempDir private Path folder;

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
            "--timeout",
            "120000",
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
          .filteredOn(path -> !path.startsWith("/grpc.reflection.")) // what it serves is asked once
          .containsOnly("/com.x.Greeter/Hello");
    }
  }

  @Test
  void aProtocolThatNobodyKnowsKeepsAListFromBeingUsed() {
    Child child =
        Child.start(
            "mesh-consumer",
            Agent.command(
                "mesh-consumer",
                List.of("--registry", "static:tri://127.0.0.1:50051/com.x.Greeter")),
            Map.of());
    assertThat(child.awaitExit()).as("%s", child.log()).isNotZero();
    assertThat(child.lines())
        .containsExactly(
            "mesh-consumer: can't start: --registry: nobody knows tri of tri://127.0.0.1:50051,"
                + " expected dubbo, grpc, or --plugin with one that does");
  }

  @Test
  void whereInstancesComeAndGoItIsLeftOut() throws IOException {
    FakeGrpc server = new FakeGrpc(vertx);
    server.does(FakeGrpc::echo);
    write("grpc", server.port());
    write("tri", 1);
    try (Agent consumer = Agent.of("mesh-consumer", "--registry", "file:" + folder)) {
      consumer.start();
      RawGrpc client = new RawGrpc(vertx, consumer.port());
      await()
          .until(
              () -> {
                touch("grpc");
                touch("tri");
                return client.call("/com.x.Greeter/Hello", HELLO).code().equals("0");
              });
      assertThat(
              consumer
                  .topology()
                  .getJsonArray("services")
                  .getJsonObject(0)
                  .getJsonArray("endpoints"))
          .hasSize(1);
      consumer
          .process()
          .awaitLine(
              Pattern.compile(
                  "WARN  links: instances are left out that speak \\[tri], which nobody knows"));
    }
  }

  private void write(String protocol, int port) throws IOException {
    JsonObject entry =
        new JsonObject()
            .put("protocol", protocol)
            .put("id", protocol)
            .put("host", "127.0.0.1")
            .put("port", port)
            .put("services", new JsonArray().add("com.x.Greeter"))
            .put(
                "owner",
                new JsonObject().put("pid", 1).put("started", 1).put("machine", "elsewhere"));
    Files.writeString(folder.resolve(protocol + ".json"), entry.encode());
  }

  /** As its owner would, on another machine. */
  private void touch(String protocol) throws IOException {
    FileTime now = FileTime.from(Instant.now());
    Files.setLastModifiedTime(folder.resolve(protocol + ".json"), now);
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
