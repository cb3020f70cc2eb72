package dev.vertxmesh.it.gadget;

import static dev.vertxmesh.it.gadget.Payloads.CANARY;
import static dev.vertxmesh.it.gadget.Payloads.GADGETS;
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
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever class a message names, the agents have not loaded it: by the JVM's own account, and the
 * canary on their class path hasn't sung. One that attacks are known to be made of is refused, in
 * whatever place and direction, to Dubbo's consumers and to callers with JSON; the canary, which
 * might be any application's class, is data.
 */
@Tag("attacks")
class GadgetIT {

  private static final int OK = 20;
  private static final String REFUSAL = "which is no service's but what attacks are made of";
  private static final int HEAD_STRINGS = 5;

  private Cage cage;
  private long lastId;

  /** A response to a Dubbo consumer. */
  private record Response(int status, byte[] body) {

    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }
  }

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
        .doesNotContain(CANARY)
        .doesNotContainAnyElementsOf(GADGETS);
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
      return new Response(head.get(3), wire.read(head.getInt(12)));
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
      canariesPassUnread(mesh, payloads);
      objectsAreNoNames(mesh, payloads, CANARY);
      for (String each : GADGETS) {
        gadgetsAreRefused(mesh, payloads, each);
        objectsAreNoNames(mesh, payloads, each);
        jsonNamesNoneEither(mesh, each);
      }
      typesOfFastjsonAreKeysOfMaps(mesh, in);
      assertThat(mesh.http().json(Samples.USERS, "echo", "[\"a\"]").body()).isEqualTo("\"a\"");
      assertThat(answerTo(mesh, payloads.harmless(++lastId)).status()).isEqualTo(OK);
      await().until(() -> mesh.inFlightOnLinks() == 0);
    }
  }

  /** What the provider makes of them is between it and its consumer: it answers. */
  private void canariesPassUnread(Mesh mesh, Payloads payloads) throws IOException {
    assertThat(answerTo(mesh, payloads.argument(++lastId, CANARY)).text()).doesNotContain(REFUSAL);
    assertThat(answerTo(mesh, payloads.nested(++lastId, CANARY)).text()).doesNotContain(REFUSAL);
    byte[] attachment = payloads.attachment(++lastId, CANARY, "trace");
    assertThat(answerTo(mesh, attachment).text()).doesNotContain(REFUSAL);
  }

  private void gadgetsAreRefused(Mesh mesh, Payloads payloads, String each) throws IOException {
    isRefused(answerTo(mesh, payloads.argument(++lastId, each)), each);
    isRefused(answerTo(mesh, payloads.nested(++lastId, each)), each);
    isRefused(answerTo(mesh, payloads.attachment(++lastId, each, "trace")), each);
  }

  private static void isRefused(Response response, String each) {
    assertThat(response.status()).as(response.text()).isNotEqualTo(OK);
    assertThat(response.text()).contains("it names the class " + each, REFUSAL);
  }

  private void objectsAreNoNames(Mesh mesh, Payloads payloads, String each) throws IOException {
    for (int place = 0; place < HEAD_STRINGS; place++) {
      Response response = answerTo(mesh, payloads.head(++lastId, each, place));
      assertThat(response.status()).as("place %d: %s", place, response.text()).isNotEqualTo(OK);
    }
    Response response = answerTo(mesh, payloads.attachment(++lastId, each, "group"));
    assertThat(response.status()).as(response.text()).isNotEqualTo(OK);
  }

  private void jsonNamesNoneEither(Mesh mesh, String each) {
    String object =
        "{\"class\":\"%s\",\"dataSourceName\":\"ldap://127.0.0.1:1/x\"}".formatted(each);
    String attached = "{\"args\":[1],\"attachments\":{\"x\":%s}}".formatted(object);
    for (String body : List.of("[" + object + "]", attached)) {
      Answer answer = mesh.http().json(Samples.USERS, "sameObject", body);
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.detail())
          .containsAnyOf(
              "class '" + each + "' is the JDK's", "class '" + each + "' is no service's");
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
  void answersOfProviders(Serialization in, @TempDir Path folder) throws IOException {
    Payloads payloads = new Payloads(in);
    // what the agent itself asks is answered so, too
    AtomicReference<byte[]> body = new AtomicReference<>(payloads.result(CANARY));
    FakeDubbo.Script script =
        (id, socket) -> FakeDubbo.write(socket, FakeDubbo.response(in.id(), id, body.get()));
    try (Mesh mesh = mesh(folder, Provider.dubbo("3.3.6")).startAgents();
        FakeDubbo fake = FakeDubbo.on(mesh.dubbo().port(), script)) {
      assertThat(fake).isNotNull();
      await().until(() -> call(mesh).status() == 200);
      canariesAreData(mesh, payloads, body);
      for (String each : GADGETS) {
        for (byte[] answer :
            List.of(payloads.result(each), payloads.thrown(each), payloads.attached(each))) {
          body.set(answer);
          isRefused(call(mesh), each);
          isRefused(answerTo(mesh, payloads.harmless(++lastId)), each);
        }
      }
      body.set(payloads.thrown("javax.naming.NamingException"));
      assertThat(call(mesh).detail()).startsWith("javax.naming.NamingException");
      assertThat(answerTo(mesh, payloads.harmless(++lastId)).status()).isEqualTo(OK);
    }
  }

  private void canariesAreData(Mesh mesh, Payloads payloads, AtomicReference<byte[]> body)
      throws IOException {
    Answer result = call(mesh);
    assertThat(result.body()).contains(CANARY, "ldap://127.0.0.1:1/x");
    isPassedOn(mesh, payloads, body.get());
    body.set(payloads.thrown(CANARY));
    Answer thrown = call(mesh);
    assertThat(thrown.status()).as("%s", thrown).isEqualTo(500);
    assertThat(thrown.problem().getString("type")).isEqualTo("urn:vertx-mesh:exception");
    assertThat(thrown.body()).contains(CANARY);
    isPassedOn(mesh, payloads, body.get());
    body.set(payloads.attached(CANARY));
    assertThat(call(mesh).body()).isEqualTo("\"fine\"");
    isPassedOn(mesh, payloads, body.get());
  }

  private void isPassedOn(Mesh mesh, Payloads payloads, byte[] body) throws IOException {
    Response response = answerTo(mesh, payloads.harmless(++lastId));
    assertThat(response.status()).as(response.text()).isEqualTo(OK);
    assertThat(response.body()).isEqualTo(body);
  }

  private static void isRefused(Answer answer, String each) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(502);
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:serialization");
    assertThat(answer.detail()).contains("it names the class " + each, REFUSAL);
  }

  private static Answer call(Mesh mesh) {
    return mesh.http().json(Samples.USERS, "remove", "[1]", "x-mesh-class", "keep");
  }
}
