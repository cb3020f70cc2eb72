package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.consumer.MeshConsumer;
import dev.vertxmesh.launch.EmbeddedAgent;
import dev.vertxmesh.provider.MeshProvider;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Agents inside this JVM, and inside a Vert.x that isn't theirs. */
class EmbeddingIT {

  private static final Buffer HELLO = Buffer.buffer(new byte[] {0, 0, 0, 0, 2, 'h', 'i'});

  @TempDir private Path folder;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    vertx.close().await(20, TimeUnit.SECONDS);
  }

  // begin of the example in docs/embedding.md
  private static Future<List<EmbeddedAgent>> startBoth(Vertx vertx, String registry) {
    JsonObject provider =
        new JsonObject()
            .put("registry", registry)
            .put("port", 0)
            .put("verticle", "dev.vertxmesh.it.harness.EchoVerticle")
            .put("service", "com.x.Greeter");
    JsonObject consumer = new JsonObject().put("registry", registry).put("port", 0);
    return MeshProvider.start(vertx, provider)
        .compose(
            first ->
                MeshConsumer.start(vertx, consumer.put("admin-port", 0))
                    .map(second -> List.of(first, second)));
  }

  // end of the example

  @Test
  void bothAgentsInOneVertxCarryACallAndLeaveNothingBehind() throws Exception {
    List<EmbeddedAgent> both = startBoth(vertx, registry()).await(60, TimeUnit.SECONDS);
    EmbeddedAgent consumer = both.get(1);
    HttpClient client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    await().until(() -> call(client, consumer.port()).equals(HELLO));
    assertThat(isOpen(consumer.adminPort())).isTrue();
    assertThat(both.get(0).adminPort()).isZero();
    assertThat(vertx.deploymentIDs()).isNotEmpty();

    consumer.close().await(60, TimeUnit.SECONDS);
    both.get(0).close().await(60, TimeUnit.SECONDS);
    assertThat(vertx.deploymentIDs()).isEmpty();
    assertThat(List.of(both.get(0).port(), consumer.port(), consumer.adminPort()))
        .noneMatch(EmbeddingIT::isOpen);
    assertThat(folder.resolve("registry")).isEmptyDirectory();
    client.close().await(20, TimeUnit.SECONDS); // the Vert.x is the program's, and works on
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"port\": \"x\"}|port (settings): given 'x', expected a port from 0 to 65535",
        "{\"prot\": 1}|prot (settings): there is no such setting",
        "{\"port\": {}}|port (settings): expected a value or a list of values",
        "{\"transport\": \"nio\"}|transport (settings): is the program's own",
        "{\"registry\": \"zk:\"}|registry (settings): given 'zk:', expected a registry's URL",
        "{\"plugin\": \"/no.jar\"}|--plugin /no.jar: there is no such file"
      })
  void whatTheCommandLineRefusesFailsInTheSameWords(String settings, String words) {
    assertThatThrownBy(
            () -> MeshConsumer.start(vertx, new JsonObject(settings)).await(60, TimeUnit.SECONDS))
        .hasMessageContaining(words);
    assertThat(vertx.deploymentIDs()).isEmpty();
  }

  @Test
  void aStartThatFailsLeavesNothingBehind() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      JsonObject settings =
          new JsonObject().put("registry", registry()).put("port", taken.getLocalPort());
      assertThatThrownBy(() -> MeshConsumer.start(vertx, settings).await(60, TimeUnit.SECONDS))
          .hasMessageStartingWith("--port: can't listen on port " + taken.getLocalPort());
    }
    await().until(() -> vertx.deploymentIDs().isEmpty());
  }

  @Test
  void theExampleOfTheDocumentationIsTheCodeThatRunsHere() throws IOException {
    String source = Files.readString(Path.of("src/test/java/dev/vertxmesh/it/EmbeddingIT.java"));
    String example =
        source
            .substring(source.indexOf("embedding.md\n") + 13, source.indexOf("  // end of the ex"))
            .stripTrailing();
    assertThat(Files.readString(Path.of("../docs/embedding.md")))
        .contains("```java\n" + example.stripIndent() + "\n```");
  }

  private String registry() {
    return "file:" + folder.resolve("registry");
  }

  private static Buffer call(HttpClient client, int port) throws Exception {
    RequestOptions greeting =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(port)
            .setURI("/com.x.Greeter/Hello")
            .putHeader("content-type", "application/grpc");
    return client
        .request(greeting)
        .compose(request -> request.send(HELLO).compose(HttpClientResponse::body))
        .await(60, TimeUnit.SECONDS);
  }

  private static boolean isOpen(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
