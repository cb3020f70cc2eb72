package dev.vertxmesh.it;

import static dev.vertxmesh.it.harness.GrpcServer.STORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.Grpcurl;
import dev.vertxmesh.it.harness.Grpcurl.Said;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** A client that isn't ours and knows no proto finds and calls the store through both agents. */
@TestMethodOrder(OrderAnnotation.class)
class GrpcurlIT {

  private static final int OF_STATUS = 64;

  private static final GrpcServer store = GrpcServer.store();
  private static GrpcMesh mesh;
  private static Grpcurl grpcurl;

  @BeforeAll
  static void start(@TempDir Path folder) {
    store.start();
    mesh = new GrpcMesh(folder, store).start();
    grpcurl = Grpcurl.at(mesh.consumer().port());
  }

  @AfterAll
  static void close() {
    if (mesh != null) {
      mesh.close();
    }
    store.close();
  }

  @Test
  void itListsTheServices() {
    assertThat(grpcurl.ask("list").text().lines())
        .containsExactly(
            STORE,
            "grpc.health.v1.Health",
            "grpc.reflection.v1.ServerReflection",
            "grpc.reflection.v1alpha.ServerReflection");
    assertThat(grpcurl.ask("list", STORE).text().lines())
        .containsExactlyInAnyOrder(
            STORE + ".Create", STORE + ".Retrieve", STORE + ".Update", STORE + ".Delete");
  }

  @Test
  void itDescribesThem() {
    assertThat(grpcurl.ask("describe", STORE).text()).contains("rpc Create (");
    assertThat(grpcurl.ask("describe", "dev.vertxmesh.kvstore.CreateRequest").text())
        .contains("bytes key = 1;");
    assertThat(grpcurl.ask("describe", "grpc.health.v1.Health").text()).contains("rpc Watch (");
    assertThat(grpcurl.ask("describe").exitCode()).isZero(); // all of them
    assertThat(grpcurl.ask("describe", "dev.vertxmesh.kvstore.Nope").exitCode()).isNotZero();
  }

  @Test
  void itCallsThem() {
    Said created =
        grpcurl.call(
            STORE + "/Create", "{\"key\":\"a2V5\",\"value\":\"dg==\",\"withVersion\":true}");
    assertThat(created.exitCode()).as("%s", created).isZero();
    assertThat(new JsonObject(created.text()).getString("version")).matches("\\d+");
    Said retrieved = grpcurl.call(STORE + "/Retrieve", "{\"key\":\"a2V5\"}");
    assertThat(new JsonObject(retrieved.text()).getString("value")).isEqualTo("dg==");
  }

  @Test
  void itGetsTheStatusesOfTheStoreAndOfTheMesh() {
    Said absent = grpcurl.call(STORE + "/Retrieve", "{\"key\":\"bm9uZQ==\"}");
    assertThat(absent.exitCode()).as("%s", absent).isEqualTo(OF_STATUS + 5);
    assertThat(absent.text()).contains("Code: NotFound");
  }

  @Test
  void itAsksForHealth() {
    assertThat(health("")).isEqualTo("SERVING");
    assertThat(health(STORE)).isEqualTo("SERVING");
    Said unknown = grpcurl.call("grpc.health.v1.Health/Check", "{\"service\":\"a.B\"}");
    assertThat(unknown.exitCode()).as("%s", unknown).isEqualTo(OF_STATUS + 5);
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void aStoreThatDiesIsNotServing() {
    store.kill();
    await().until(() -> health(STORE).equals("NOT_SERVING"));
    assertThat(health("")).isEqualTo("SERVING");
  }

  private static String health(String service) {
    Said said =
        grpcurl.call(
            "grpc.health.v1.Health/Check", new JsonObject().put("service", service).encode());
    assertThat(said.exitCode()).as("%s", said).isZero();
    return new JsonObject(said.text()).getString("status");
  }
}
