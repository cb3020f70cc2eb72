package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.TokenServer;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of a real issuer, which goes away and comes back with another key while calls go on. */
class TokenServerIT {

  private static final byte[] HELLO = RawGrpc.message("hello".getBytes()).getBytes();

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient http = HttpClient.newHttpClient();

  /** A call by gRPC-Web, whose refusals are HTTP's. */
  private String call(Agent agent, String token) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + agent.port() + "/com.x.Greeter/Hello"))
            .header("content-type", "application/grpc-web+proto")
            .header("authorization", "Bearer " + token)
            .POST(BodyPublishers.ofByteArray(HELLO))
            .build();
    String answer = new String(http.send(request, BodyHandlers.ofByteArray()).body());
    return answer.substring(answer.indexOf("grpc-status"));
  }

  @Test
  void itsOutageChangesNothingForKnownKeysAndANewKeyIsFound(@TempDir Path folder) throws Exception {
    FakeGrpc server = new FakeGrpc(vertx);
    server.does(FakeGrpc::echo);
    try (TokenServer issuer = new TokenServer().start()) {
      Path access = folder.resolve("access.yaml");
      Files.writeString(
          access,
          """
          access:
            jwt: [{issuer: "%s", audience: [mesh], jwks: "%s", algorithms: [RS256]}]
            rules: [{who: ["token:shop"], services: ["*"], then: allow}]
          """
              .formatted(issuer.issuer(), issuer.keys()));
      String registry = "static:grpc://127.0.0.1:" + server.port() + "/com.x.Greeter";
      try (Agent agent =
          Agent.of("mesh-consumer", "--access", access + "", "--registry", registry)) {
        agent.start();
        String old = issuer.token("shop");
        // an issuer that has just begun may take longer over its keys than the agent waits
        await().untilAsserted(() -> assertThat(call(agent, old)).startsWith("grpc-status: 0"));
        assertThat(call(agent, issuer.token("guest"))).startsWith("grpc-status: 7");
        String unseen = issuer.token("shop");

        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        Thread calls =
            new Thread(
                () -> {
                  while (!over.get()) {
                    try {
                      boolean passed = call(agent, old).startsWith("grpc-status: 0");
                      (passed ? answered : refused).incrementAndGet();
                    } catch (IOException | InterruptedException | RuntimeException e) {
                      refused.incrementAndGet();
                    }
                  }
                });
        calls.start();
        issuer.kill();
        assertThat(call(agent, unseen)).startsWith("grpc-status: 0");
        int before = answered.get();
        await().until(() -> answered.get() > before + 20);
        over.set(true);
        calls.join();
        assertThat(refused).hasValue(0);

        issuer.start();
        issuer.useNextKey("other");
        String next = issuer.token("shop");
        await().untilAsserted(() -> assertThat(call(agent, next)).startsWith("grpc-status: 0"));
        assertThat(call(agent, unseen)).startsWith("grpc-status: 16");
      }
    } finally {
      RawGrpc.get(vertx.close());
    }
  }
}
