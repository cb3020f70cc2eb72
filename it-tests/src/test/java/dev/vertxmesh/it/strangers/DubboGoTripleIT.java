package dev.vertxmesh.it.strangers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import dev.vertxmesh.it.harness.Grpcurl;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Strangers;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider and a consumer of dubbo-go, over tri; nobody tells the agent what it serves. */
class DubboGoTripleIT {

  private static final Pattern READY = Pattern.compile("^ready: dubbo-go tri on");
  private static final String SERVICE = GrpcServer.TEST_SERVICE;

  private static int port;
  private static GrpcMesh mesh;

  @BeforeAll
  static void start(@TempDir Path folder) {
    port = Ports.free();
    Strangers.go("dubboprovider", "tri", "" + port).awaitLine(READY);
    mesh = new GrpcMesh(folder, port, List.of()).start();
  }

  @AfterAll
  static void close() {
    if (mesh != null) {
      mesh.close();
    }
  }

  private static List<String> answers(int address) {
    Child consumer = Strangers.go("dubboconsumer", "tri", "127.0.0.1:" + address);
    assertThat(consumer.awaitExit()).as("%s", consumer.log()).isZero();
    return consumer.lines().stream()
        .filter(line -> line.startsWith("answer "))
        // a method that isn't there is HTTP's 404 to dubbo-go, and has no words of its own
        .map(line -> line.replaceFirst("(error unimplemented ).*", "$1"))
        .toList();
  }

  @Test
  void itsConsumerFindsTheSameAsWithoutTheMesh() {
    assertThat(answers(mesh.consumer().port()))
        .contains("answer UnaryCall: dubbo-go 100000")
        .contains("answer StreamingOutputCall: [3 200000 0]")
        .contains("answer UnaryCall: error permission_denied permission_denied: not you")
        .contains("answer UnimplementedCall: error unimplemented ")
        .isEqualTo(answers(port));
    mesh.awaitIdle();
  }

  @Test
  void itsReflectionIsReadThoughItEndsWithAnError() {
    JsonObject service = mesh.provider().topology().getJsonArray("services").getJsonObject(0);
    assertThat(service.getString("service")).isEqualTo(SERVICE);
    Answer answer = mesh.consumer().http().json(SERVICE, "UnaryCall", "{\"responseSize\":3}");
    assertThat(answer.body())
        .isEqualTo("{\"payload\":{\"body\":\"AAAA\"},\"username\":\"dubbo-go\"}");
  }

  @Test
  void grpcurlListsDescribesAndCallsIt() {
    Grpcurl grpcurl = Grpcurl.at(mesh.consumer().port());
    assertThat(grpcurl.ask("list").text().lines()).contains(SERVICE);
    assertThat(grpcurl.ask("describe", SERVICE).text()).contains("rpc UnaryCall (");
    Grpcurl.Said said = grpcurl.call(SERVICE + "/UnaryCall", "{\"responseSize\":3}");
    assertThat(said.exitCode()).as("%s", said).isZero();
    assertThat(new JsonObject(said.text()).getString("username")).isEqualTo("dubbo-go");
  }
}
