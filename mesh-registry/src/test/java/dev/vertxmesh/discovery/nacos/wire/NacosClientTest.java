package dev.vertxmesh.discovery.nacos.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.address.HostPort;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NacosClientTest {

  private static final long MILLIS = 60_000;

  private final List<FakeNacos> fakes = new ArrayList<>();
  private final List<String> pushed = new CopyOnWriteArrayList<>();
  private final List<Long> lost = new CopyOnWriteArrayList<>();
  private Vertx vertx;
  private ExecutorService work;
  private NacosClient client;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    work = Executors.newSingleThreadExecutor();
  }

  @AfterEach
  void stop() {
    if (client != null) {
      client.close();
    }
    fakes.forEach(FakeNacos::stop);
    Future<Void> closed = vertx.close();
    await().until(closed::isComplete);
    work.shutdown();
  }

  private FakeNacos fake() {
    FakeNacos fake = FakeNacos.start(vertx);
    fakes.add(fake);
    return fake;
  }

  private void open(String user) {
    List<HostPort> servers = fakes.stream().map(FakeNacos::address).toList();
    client =
        new NacosClient(
            vertx,
            new NacosServers(
                servers, 0, null, "dev", user, user == null ? null : "s3cret", "10.0.0.7"),
            work,
            MILLIS);
    client.listen((type, body) -> pushed.add(type), (number, cause) -> lost.add(number));
  }

  private JsonObject ask(String type) {
    Future<JsonObject> answer = client.ask(type, new JsonObject());
    await().until(answer::isComplete);
    if (answer.failed()) {
      throw new AssertionError(answer.cause());
    }
    return answer.result();
  }

  private Throwable failure(String type) {
    Future<JsonObject> answer = client.ask(type, new JsonObject());
    await().until(answer::isComplete);
    assertThat(answer.failed()).isTrue();
    return answer.cause();
  }

  private static JsonObject error(int code, String message) {
    return new JsonObject().put("resultCode", 500).put("errorCode", code).put("message", message);
  }

  @Test
  void aConnectionIsSetUpOnceAndSaysWhatItIsFor() {
    FakeNacos fake = fake();
    open(null);
    ask("ServiceListRequest");
    ask("ServiceListRequest");
    assertThat(fake.asked("ServerCheckRequest")).isEqualTo(1);
    await().until(() -> fake.asked("ConnectionSetupRequest") == 1);
    JsonObject setup = Payloads.body(fake.last("ConnectionSetupRequest"));
    assertThat(setup.getString("tenant")).isEqualTo("dev");
    assertThat(setup.getJsonObject("labels").getString("module")).isEqualTo("naming");
    assertThat(fake.last("ConnectionSetupRequest").getMetadata().getClientIp())
        .isEqualTo("10.0.0.7");
  }

  @Test
  void nothingIsAskedBeforeTheServerKnowsTheConnection() {
    FakeNacos fake = fake();
    fake.answers.put(
        "HealthCheckRequest",
        any ->
            fake.asked("HealthCheckRequest") < 3
                ? error(NacosFailure.UNREGISTERED, "Connection is unregistered.")
                : new JsonObject());
    open(null);
    ask("ServiceListRequest");
    assertThat(fake.asked("HealthCheckRequest")).isEqualTo(3);
  }

  @Test
  void pushesAreToldAndAcknowledgedByTheirIds() {
    FakeNacos fake = fake();
    open(null);
    ask("ServiceListRequest");
    await().until(() -> fake.streams() == 1);
    fake.push("NotifySubscriberRequest", new JsonObject().put("requestId", "7"));
    fake.push("ClientDetectionRequest", new JsonObject().put("requestId", "8"));
    await().until(() -> fake.acknowledged.size() == 2);
    assertThat(pushed).contains("NotifySubscriberRequest");
    assertThat(fake.acknowledged)
        .extracting(one -> one.getMetadata().getType())
        .containsExactly("NotifySubscriberResponse", "ClientDetectionResponse");
    assertThat(Payloads.body(fake.acknowledged.get(0)).getString("requestId")).isEqualTo("7");
  }

  @Test
  void whoIsSentAwayGoesToTheOtherServer() {
    FakeNacos one = fake();
    FakeNacos two = fake();
    open(null);
    ask("ServiceListRequest");
    FakeNacos first = one.asked("ServiceListRequest") == 1 ? one : two;
    FakeNacos other = first == one ? two : one;
    await().until(() -> first.streams() == 1);
    first.push("ConnectResetRequest", new JsonObject().put("requestId", "1"));
    await().until(() -> lost.equals(List.of(1L)));
    ask("ServiceListRequest");
    assertThat(other.asked("ServiceListRequest")).isEqualTo(1);
  }

  @Test
  void theNextServerIsAskedWhenOneIsGone() {
    FakeNacos one = fake();
    FakeNacos two = fake();
    open(null);
    ask("ServiceListRequest");
    FakeNacos first = one.asked("ServiceListRequest") == 1 ? one : two;
    first.stop();
    await().until(() -> lost.size() == 1);
    Future<Long> connected = client.connect();
    await().until(connected::isComplete);
    ask("ServiceListRequest");
    assertThat((first == one ? two : one).asked("ServiceListRequest")).isEqualTo(1);
  }

  @Test
  void aRefusalIsTheServersWordsAndLeavesTheConnection() {
    FakeNacos fake = fake();
    fake.answers.put("SubscribeServiceRequest", any -> error(400, "no such namespace"));
    open(null);
    assertThat(failure("SubscribeServiceRequest")).hasMessageEndingWith(": no such namespace");
    ask("ServiceListRequest");
    assertThat(lost).isEmpty();
  }

  @Test
  void anAnswerThatIsTooLargeCostsNoMoreThanItself() {
    FakeNacos fake = fake();
    fake.answers.put(
        "SubscribeServiceRequest",
        any -> new JsonObject().put("text", "x".repeat(Payloads.LARGEST)));
    open(null);
    assertThat(failure("SubscribeServiceRequest")).hasMessageContaining("more than");
    ask("ServiceListRequest");
    assertThat(lost).isEmpty();
  }

  @Test
  void aTokenIsAskedForOnceAndSentWithEachRequest() {
    FakeNacos fake = fake();
    List<String> forms = new CopyOnWriteArrayList<>();
    fake.login =
        form -> {
          forms.add(form);
          return new JsonObject().put("accessToken", "t" + forms.size()).put("tokenTtl", 18_000);
        };
    open("agent");
    ask("ServiceListRequest");
    ask("ServiceListRequest");
    assertThat(forms).containsExactly("username=agent&password=s3cret");
    assertThat(fake.last("ServiceListRequest").getMetadata().getHeadersMap())
        .containsEntry("accessToken", "t1");
  }

  @Test
  void aTokenThatIsRefusedIsAskedForAnew() {
    FakeNacos fake = fake();
    List<String> forms = new CopyOnWriteArrayList<>();
    fake.login =
        form -> {
          forms.add(form);
          return new JsonObject().put("accessToken", "t" + forms.size());
        };
    fake.answers.put(
        "ServiceListRequest",
        asked ->
            asked.getMetadata().getHeadersMap().get("accessToken").equals("t1")
                ? error(403, "token expired")
                : new JsonObject());
    open("agent");
    ask("ServiceListRequest");
    assertThat(forms).hasSize(2);
    assertThat(lost).isEmpty();
  }

  @Test
  void aWrongPasswordIsSaidAndNotShown() {
    FakeNacos fake = fake();
    fake.login = form -> new JsonObject().put("status", 403).put("message", "s3cret");
    open("agent");
    assertThat(failure("ServiceListRequest"))
        .hasMessageContaining("login: user or password is wrong")
        .hasMessageNotContaining("s3cret");
  }
}
