package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.GrpcServer.STORE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Connect's messages that are held on the way: kilobytes of gzip, and bodies of no said length. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class HeavyConnectIT {

  private static final int MOST = 8 << 20; // --max-message
  private static final int CALLERS = 20;

  private final GrpcServer store = GrpcServer.store();
  private final HttpClient client = HttpClient.newHttpClient();
  private GrpcMesh mesh;
  private StoredValue stored;
  private GoodCaller good;
  private Victim consumer;
  private Victim provider;

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    store.start();
    mesh = new GrpcMesh(folder, store).jvm(Victim.MEMORY).underLoad().start();
    byte[] small = gzip("{\"key\":\"a2V5\"}");
    await()
        .until(() -> List.of(200, 404).contains(bomb(small).handle(HeavyConnectIT::status).join()));
    stored = new StoredValue(mesh.consumer().http());
    consumer = new Victim("consumer", mesh.consumer());
    provider = new Victim("provider", mesh.provider());
  }

  @AfterAll
  void close() {
    consumer.say();
    provider.say();
    mesh.close();
    store.close();
  }

  @BeforeEach
  void aGoodCallerIsThere() {
    good = GoodCaller.calling(stored::assertIsThere);
  }

  @AfterEach
  void nobodyIsHarmed() {
    good.callOn();
    good.leave();
    consumer.assertUnharmed();
    provider.assertUnharmed();
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return out.toByteArray();
  }

  private CompletableFuture<HttpResponse<String>> bomb(byte[] bytes) {
    return send(BodyPublishers.ofByteArray(bytes), "application/json", "gzip");
  }

  private CompletableFuture<HttpResponse<String>> send(
      BodyPublisher body, String type, String encoding) {
    URI uri =
        URI.create("http://127.0.0.1:%d/%s/Retrieve".formatted(mesh.consumer().port(), STORE));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .version(HttpClient.Version.HTTP_1_1)
            .header("content-type", type)
            .header("connect-protocol-version", "1")
            .header("content-encoding", encoding)
            .POST(body)
            .build();
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  @Test
  void kilobytesThatBecomeMoreThanAMessageMayBeAreRefused() throws IOException {
    HttpResponse<String> answer = bomb(gzip(" ".repeat(4 * MOST) + "{}")).join();
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.body())
        .contains("resource_exhausted", "becomes more than it may without gzip");
  }

  @Test
  void thoseThatBecomeJustAsMuchAreRefusedWhereThereIsNoRoomForThem() throws IOException {
    byte[] bytes = gzip(" ".repeat(MOST - 2) + "{}");
    assertThat(bytes.length).isLessThan(16 << 10);
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      answers.add(bomb(bytes));
    }
    assertNoneIsAnswered(answers);
  }

  @Test
  void bodiesOfNoSaidLengthShareTheHeapsBudget() {
    byte[] body = new byte[MOST - 1];
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      BodyPublisher unsaid = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
      answers.add(send(unsaid, "application/proto", "identity"));
    }
    assertNoneIsAnswered(answers);
  }

  private static void assertNoneIsAnswered(List<CompletableFuture<HttpResponse<String>>> answers) {
    assertThat(answers)
        .allSatisfy(one -> assertThat(one.handle(HeavyConnectIT::status).join()).isNotEqualTo(200));
  }

  /** 0 for one that was broken off. */
  private static int status(HttpResponse<String> answer, Throwable error) {
    return error == null ? answer.statusCode() : 0;
  }
}
