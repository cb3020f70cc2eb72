package dev.vertxmesh.it.gadget;

import static dev.vertxmesh.it.gadget.Payloads.CLASSES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.FakeDubbo;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever class a message names, the agents have not loaded it: by the JVM's own account, and the
 * canary on their class path hasn't sung.
 */
class GadgetIT {

  private static final int OK = 20;
  private static final int HEAD_STRINGS = 5;

  private Cage cage;
  private long lastId;

  /** A response to a Dubbo consumer. */
  private record Response(int status, String body) {}

  @BeforeEach
  void theCanaryCanSingAndItsSongIsHeard(@TempDir Path folder) throws IOException {
    cage = new Cage(folder);
    assertThat(cage.rehearse()).contains(Canary.class.getName());
    assertThat(cage.hasSung()).isTrue();
    cage.silence();
  }

  @AfterEach
  void noAgentHasLoadedAnyOfThem() throws IOException {
    assertThat(cage.count()).as("agents that told what they loaded").isEqualTo(2);
    assertThat(cage.loaded())
        .contains("dev.vertxmesh.bridge.dubbo.DubboBridge", "java.lang.Object")
        .doesNotContainAnyElementsOf(CLASSES);
    assertThat(cage.hasSung()).isFalse();
  }

  private Mesh mesh(Path folder, Provider provider) {
    return Mesh.in(folder).with(provider).jvm(cage.jvmFlags()).consumer("--dubbo-port", "0");
  }

  private Response answerTo(Mesh mesh, byte[] request) throws IOException {
    try (Wire wire = Wire.to(mesh.consumer().dubboPort())) {
      wire.send(request);
      ByteBuffer head = ByteBuffer.wrap(wire.read(16));
      assertThat(head.getLong(4)).as("the request's id").isEqualTo(lastId);
      byte[] body = wire.read(head.getInt(12));
      return new Response(head.get(3), new String(body, StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2.6.12, hessian2, HESSIAN2",
    "2.6.12, fastjson, FASTJSON",
    "3.3.6, hessian2, HESSIAN2",
    "3.3.6, fastjson2, FASTJSON2"
  })
  void requestsOfDubboConsumersAndOfHttp(
      String release, String name, Serialization in, @TempDir Path folder) throws IOException {
    Payloads payloads = new Payloads(in);
    try (Mesh mesh = mesh(folder, Provider.dubbo(release).serialization(name)).start()) {
      for (String each : CLASSES) {
        argumentsAndAttachmentsPassUnread(mesh, payloads, each);
        objectsAreNoNames(mesh, payloads, each);
        jsonNamesNoClassOfTheJdk(mesh, each);
      }
      typesOfFastjsonAreKeysOfMaps(mesh, in);
      assertThat(mesh.http().json(Samples.USERS, "echo", "[\"a\"]").body()).isEqualTo("\"a\"");
      assertThat(mesh.inFlightOnLinks()).isZero();
    }
  }

  /** What the provider makes of them is between it and its consumer: it answers. */
  private void argumentsAndAttachmentsPassUnread(Mesh mesh, Payloads payloads, String each)
      throws IOException {
    answerTo(mesh, payloads.argument(++lastId, each));
    answerTo(mesh, payloads.nested(++lastId, each));
    answerTo(mesh, payloads.attachment(++lastId, each, "trace"));
  }

  private void objectsAreNoNames(Mesh mesh, Payloads payloads, String each) throws IOException {
    for (int place = 0; place < HEAD_STRINGS; place++) {
      Response response = answerTo(mesh, payloads.head(++lastId, each, place));
      assertThat(response.status()).as("place %d: %s", place, response).isNotEqualTo(OK);
    }
    Response response = answerTo(mesh, payloads.attachment(++lastId, each, "group"));
    assertThat(response.status()).as("%s", response).isNotEqualTo(OK);
  }

  private void jsonNamesNoClassOfTheJdk(Mesh mesh, String each) {
    String object =
        "{\"class\":\"%s\",\"dataSourceName\":\"ldap://127.0.0.1:1/x\"}".formatted(each);
    Answer argument = mesh.http().json(Samples.USERS, "sameObject", "[" + object + "]");
    Answer attachment =
        mesh.http()
            .json(
                Samples.USERS,
                "sameObject",
                "{\"args\":[1],\"attachments\":{\"x\":" + object + "}}");
    if (each.equals(Canary.class.getName())) {
      assertThat(argument.status()).as("as an application's own: %s", argument).isLessThan(503);
    } else {
      assertThat(argument.status()).isEqualTo(400);
      assertThat(argument.detail()).contains("class '" + each + "' is the JDK's");
      assertThat(attachment.status()).isEqualTo(400);
      assertThat(attachment.detail()).contains("class '" + each + "' is the JDK's");
    }
  }

  private void typesOfFastjsonAreKeysOfMaps(Mesh mesh, Serialization in) {
    String json = "{\"@type\":\"com.sun.rowset.JdbcRowSetImpl\",\"autoCommit\":true}";
    Answer answer = mesh.http().json(Samples.USERS, "sameObject", "[" + json + "]");
    if (in == Serialization.HESSIAN2) {
      assertThat(answer.body()).isEqualTo(json);
    } else {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.detail()).contains("a map's key @type would tell the provider");
    }
  }

  @ParameterizedTest
  @EnumSource
  void answersOfProvidersAreData(Serialization in, @TempDir Path folder) throws IOException {
    Payloads payloads = new Payloads(in);
    // what the agent itself asks is answered so, too
    AtomicReference<byte[]> body = new AtomicReference<>(payloads.result(CLASSES.get(0)));
    FakeDubbo.Script script =
        (id, socket) -> FakeDubbo.write(socket, FakeDubbo.response(in.id(), id, body.get()));
    try (Mesh mesh = mesh(folder, Provider.dubbo("3.3.6")).startAgents();
        FakeDubbo fake = FakeDubbo.on(mesh.dubbo().port(), script)) {
      assertThat(fake).isNotNull();
      await().until(() -> call(mesh).status() == 200);
      for (String each : CLASSES) {
        body.set(payloads.result(each));
        Answer result = call(mesh);
        assertThat(result.status()).as("%s", result).isEqualTo(200);
        assertThat(result.body()).contains(each, "ldap://127.0.0.1:1/x");
        body.set(payloads.thrown(each));
        Answer thrown = call(mesh);
        assertThat(thrown.status()).as("%s", thrown).isEqualTo(500);
        assertThat(thrown.problem().getString("type")).isEqualTo("urn:vertx-mesh:exception");
        assertThat(thrown.body()).contains(each);
        body.set(payloads.attached(each));
        Answer attached = call(mesh);
        assertThat(attached.status()).as("%s", attached).isEqualTo(200);
        assertThat(attached.body()).isEqualTo("\"fine\"");
      }
    }
  }

  private static Answer call(Mesh mesh) {
    return mesh.http().json(Samples.USERS, "remove", "[1]", "x-mesh-class", "keep");
  }
}
