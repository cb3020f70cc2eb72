package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.GrpcServer.STORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.Grpcurl;
import dev.vertxmesh.it.harness.Http;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A gRPC server's methods as plain HTTP and JSON, by its own reflection. */
class GrpcJsonIT {

  private static final GrpcServer store = GrpcServer.store();
  private static GrpcMesh mesh;

  @BeforeAll
  static void start(@TempDir Path folder) {
    store.start();
    mesh = new GrpcMesh(folder, store).start();
    awaitTheSchema(mesh.consumer().http(), STORE);
  }

  /** The first call asks the server for it, and a busy one may be too slow for that. */
  private static void awaitTheSchema(Http http, String service) {
    await().until(() -> http.json(service, "Unknown", "{}").status() == 404);
  }

  @AfterAll
  static void close() {
    if (mesh != null) {
      mesh.close();
    }
    store.close();
  }

  private static Answer call(String method, String json) {
    return mesh.consumer().http().json(STORE, method, json);
  }

  @Test
  void aMessageIsAnObjectOrAnArrayOfOne() {
    Answer created =
        call("Create", "{\"key\":\"anNvbg==\",\"value\":\"dg==\",\"withVersion\":true}");
    assertThat(created.status()).as("%s", created).isEqualTo(200);
    assertThat(created.header("content-type")).isEqualTo("application/json");
    assertThat(new JsonObject(created.body()).getString("version")).matches("\\d+");
    Answer retrieved = call("Retrieve", "[{\"key\":\"anNvbg==\"}]");
    assertThat(retrieved.body()).isEqualTo("{\"value\":\"dg==\"}");
  }

  @Test
  void aStatusIsAProblemWithItsNumber() {
    Answer answer = call("Retrieve", "{\"key\":\"bm9uZQ==\"}");
    assertThat(answer.status()).as("%s", answer).isEqualTo(500);
    assertThat(answer.header("content-type")).isEqualTo("application/problem+json");
    JsonObject problem = new JsonObject(answer.body());
    assertThat(problem.getString("type")).isEqualTo("urn:vertx-mesh:exception");
    assertThat(problem.getString("detail")).startsWith("NOT_FOUND: ");
    assertThat(problem.getJsonObject("exception").getInteger("code")).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Create|{\"kye\":\"\"}|400|message.kye: dev.vertxmesh.kvstore.CreateRequest has no such field",
        "Create|{\"key\":5.5}|400|message.key: ",
        "Create|[{},{}]|400|expected one argument, the message; got several",
        "Craete|{}|404|dev.vertxmesh.kvstore.KeyValueService has no method Craete",
        "Create|{\"types\":[\"int\"],\"args\":[5]}|400|types: "
      })
  void whatDoesNotFitIsNamedWithItsPlace(String method, String json, int status, String detail) {
    Answer answer = call(method, json);
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    JsonObject problem = new JsonObject(answer.body());
    assertThat(problem.getString("detail")).contains(detail);
    assertThat(problem.getString("where")).startsWith("mesh-provider");
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v1alpha"})
  void grpcJavasOwnServerIsCalledByEitherReflection(String reflection, @TempDir Path folder) {
    try (GrpcServer server = GrpcServer.reflecting(reflection)) {
      server.start();
      try (GrpcMesh java = new GrpcMesh(folder, server).start()) {
        String service = GrpcServer.TEST_SERVICE;
        Http http = java.consumer().http();
        awaitTheSchema(http, service);
        Answer sized =
            http.json(
                service,
                "UnaryCall",
                "{\"responseSize\":3}",
                "x-mesh-attachment-x-grpc-test-echo-initial",
                "hello");
        assertThat(sized.body()).isEqualTo("{\"payload\":{\"body\":\"AAAA\"}}");
        assertThat(sized.header("x-mesh-attachment-x-grpc-test-echo-initial")).isEqualTo("hello");
        Answer failed =
            http.json(
                service,
                "UnaryCall",
                "{\"responseStatus\":{\"code\":9,\"message\":\"not so, 數\"}}");
        assertThat(failed.problem().getJsonObject("exception").getMap())
            .containsEntry("class", "FAILED_PRECONDITION")
            .containsEntry("message", "not so, 數")
            .containsEntry("code", 9);
        assertThat(http.json(service, "UnimplementedCall", "{}").status()).isEqualTo(404);
        assertThat(http.json(service, "FullDuplexCall", "{}").detail())
            .contains("FullDuplexCall is a streaming method");
        assertThat(Grpcurl.at(java.consumer().port()).ask("describe", service).exitCode()).isZero();
        java.awaitIdle();
      }
    }
  }
}
