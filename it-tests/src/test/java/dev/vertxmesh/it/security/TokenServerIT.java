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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tokens of a real issuer, which goes away and comes back with another key while calls go on. It
 * has one key at a time: of those by the one before, calls go on until the agent hears of the next,
 * which it does with the first token of it.
 */
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

  /** Calls with a token one after the other, from its making to its end. */
  private final class Calls {

    private final AtomicInteger answered = new AtomicInteger();
    private final Queue<String> refused = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean over;

    Calls(Agent agent, String token) {
      thread = new Thread(() -> run(agent, token), "calls");
      thread.start();
    }

    private void run(Agent agent, String token) {
      while (!over) {
        try {
          String end = call(agent, token);
          if (end.startsWith("grpc-status: 0")) {
            answered.incrementAndGet();
          } else {
            refused.add(end);
          }
        } catch (IOException | InterruptedException | RuntimeException e) {
          refused.add(e.toString());
        }
      }
    }

    void awaitMore(int calls) {
      int wanted = answered.get() + calls;
      await().until(() -> answered.get() >= wanted || !refused.isEmpty());
      assertThat(refused).isEmpty();
    }

    void end() throws InterruptedException {
      over = true;
      thread.join();
      assertThat(refused).isEmpty();
    }
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

        Calls known = new Calls(agent, old);
        known.awaitMore(20);
        issuer.kill();
        known.awaitMore(20);
        assertThat(call(agent, unseen)).startsWith("grpc-status: 0");
        issuer.start(); // with another key
        issuer.useNextKey("other");
        String next = issuer.token("shop");
        known.awaitMore(20);
        known.end();

        await().untilAsserted(() -> assertThat(call(agent, next)).startsWith("grpc-status: 0"));
        Calls renewed = new Calls(agent, next);
        renewed.awaitMore(20);
        assertThat(call(agent, unseen)).startsWith("grpc-status: 16"); // its key is known no more
        renewed.awaitMore(20);
        issuer.kill();
        renewed.awaitMore(20);
        renewed.end();
      }
    } finally {
      RawGrpc.get(vertx.close());
    }
  }
}
