package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.FakeDubbo;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Dubbo servers that misbehave, one after the other before the same agent; at last a real one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("attacks")
class BadProviderIT {

  /** Of the result 5: value, then the number. */
  private static final String FIVE = "9195";

  private Mesh mesh;

  @BeforeAll
  void start(@TempDir Path folder) {
    mesh = Mesh.in(folder).with(Provider.dubbo("2.6.12")).startAgents();
  }

  @AfterAll
  void close() {
    mesh.close();
  }

  /** One call to a provider that does this about it. */
  private Answer callTo(FakeDubbo.Script script) throws IOException {
    return callTo(script, "100000");
  }

  private Answer callTo(FakeDubbo.Script script, String timeout) throws IOException {
    FakeDubbo fake = FakeDubbo.on(mesh.dubbo().port(), script);
    try (fake) {
      awaitAnnounced();
      return mesh.http()
          .form(Samples.HELLO, "hash", Samples.STRING, "hello", "x-mesh-timeout", timeout);
    }
  }

  private void awaitAnnounced() {
    Mesh.awaitReady(mesh.providerAgent());
    mesh.awaitOpen();
  }

  @BeforeEach
  @AfterEach
  void theAgentNoticesThatNobodyIsThere() {
    await().until(() -> !mesh.providerAgent().isReady());
    await().until(() -> mesh.providerAgent().metrics().sum("mesh_calls_in_flight") == 0);
  }

  private void assertProblem(Answer answer, int status, String type, String detail) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    JsonObject problem = answer.problem();
    assertThat(problem.getString("type")).isEqualTo("urn:vertx-mesh:" + type);
    assertThat(problem.getString("detail")).startsWith(atProvider(detail));
    assertThat(problem.getString("where"))
        .isEqualTo("mesh-provider 127.0.0.1:" + mesh.providerAgent().port());
  }

  private String atProvider(String detail) {
    return "dubbo 127.0.0.1:%d: %s".formatted(mesh.dubbo().port(), detail);
  }

  @Test
  @Order(1)
  void aFakeThatAnswersRightlyIsAnswered() throws IOException {
    Answer answer = callTo((id, socket) -> FakeDubbo.write(socket, FakeDubbo.response(id, FIVE)));
    assertThat(answer.body()).isEqualTo("5");
  }

  @Test
  @Order(1)
  void garbageEndsTheConnectionAndTheCall() throws IOException {
    byte[] garbage = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    assertProblem(
        callTo((id, socket) -> FakeDubbo.write(socket, garbage)),
        503,
        "lost",
        "the provider sent bytes that can't be read: ");
  }

  @Test
  @Order(1)
  void aResponseThatIsLongerThanAllowedIsNotWaitedFor() throws IOException {
    byte[] huge = FakeDubbo.response(0, FIVE);
    huge[12] = 0x7f;
    assertProblem(
        callTo((id, socket) -> FakeDubbo.write(socket, huge)),
        503,
        "lost",
        "the provider sent bytes that can't be read: ");
  }

  @Test
  @Order(1)
  void halfAResponseAndThenTheEndIsALostCall() throws IOException {
    assertProblem(
        callTo(
            (id, socket) -> {
              FakeDubbo.write(socket, Arrays.copyOf(FakeDubbo.response(id, FIVE), 17));
              socket.close();
            }),
        503,
        "lost",
        "the provider closed the connection");
  }

  @Test
  @Order(1)
  void halfAHeadAndThenTheEndIsALostCall() throws IOException {
    assertProblem(
        callTo(
            (id, socket) -> {
              FakeDubbo.write(socket, Arrays.copyOf(FakeDubbo.response(id, FIVE), 5));
              socket.close();
            }),
        503,
        "lost",
        "the provider closed the connection");
  }

  @Test
  @Order(1)
  void aResponseForAnUnknownIdIsSkipped() throws IOException {
    Answer answer =
        callTo(
            (id, socket) -> {
              FakeDubbo.write(socket, FakeDubbo.response(id + 77, FIVE));
              FakeDubbo.write(socket, FakeDubbo.response(-1, "9196"));
              FakeDubbo.write(socket, FakeDubbo.response(id, "9197"));
            });
    assertThat(answer.body()).isEqualTo("7");
  }

  @Test
  @Order(1)
  void onlyAResponseForAnUnknownIdIsNoAnswer() throws IOException {
    Answer answer =
        callTo((id, socket) -> FakeDubbo.write(socket, FakeDubbo.response(id + 77, FIVE)), "1000");
    assertThat(answer.status()).isEqualTo(504);
    assertThat(answer.detail())
        .matches("no answer came within (\\d{1,3}|1000) ms \\(set by header x-mesh-timeout\\): .*");
  }

  @Test
  @Order(1)
  void noAnswerAtAllIsATimeout() throws IOException {
    Answer answer = callTo((id, socket) -> {}, "1000");
    assertThat(answer.status()).isEqualTo(504);
    assertThat(answer.detail())
        .matches("no answer came within (\\d{1,3}|1000) ms \\(set by header x-mesh-timeout\\): .*");
    assertThat(answer.problem().getString("retry")).isEqualTo("may-repeat");
  }

  @Test
  @Order(1)
  void aBodyThatIsNoResultIsTheProvidersError() throws IOException {
    Answer answer = callTo((id, socket) -> FakeDubbo.write(socket, FakeDubbo.response(id, "91ff")));
    assertThat(answer.status()).as("%s", answer).isEqualTo(502);
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:provider-error");
    assertThat(answer.detail()).startsWith(atProvider(""));
  }

  @Test
  @Order(1)
  void whenNobodyIsThereAnyMoreACallIsRefusedAtOnceWithTheReason() throws IOException {
    FakeDubbo.on(mesh.dubbo().port(), (id, socket) -> {}).runUntil(this::awaitAnnounced);
    theAgentNoticesThatNobodyIsThere();
    Answer answer = mesh.http().hash("hello");
    assertThat(answer.status()).as("%s", answer).isEqualTo(503);
    assertThat(answer.problem().getString("type")).isEqualTo("urn:vertx-mesh:unavailable");
    if (!answer.detail().contains("every instance has left")) { // as its agent has in seconds
      assertProblem(answer, 503, "unavailable", ""); // it may be just connecting again
      assertThat(answer.detail()).contains("connect");
    }
    assertThat(answer.problem().getString("retry")).isEqualTo("safe");
    assertThat(answer.header("retry-after")).isEqualTo("1");
  }

  @Test
  @Order(2)
  void theSameAgentWorksWithARealProviderOnThatPort() {
    mesh.dubbo().start();
    await().until(() -> mesh.http().hash("hello").body().equals("99162322"));
    mesh.dubbo().kill();
  }
}
