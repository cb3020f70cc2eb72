package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The certificates of all listeners and of both ends of links, replaced ten times under a load that
 * doesn't wait: over HTTP/1.1, HTTP/2, gRPC and Dubbo, each on connections that are never made
 * again.
 *
 * <p>How soon an agent has them is by its own log, next to the time at which the last file was
 * there. It looks twice a second, so that half a second is left to a busy machine; where a thread
 * of this test that has nothing to do but to wake up stood still, so may the agent have.
 */
@Tag("alone")
class ReplacedCertificatesIT {

  private static final int TIMES = 10;

  /** Calls a second in all; {@code -Dmesh.tls.rate} where the machine has room for less. */
  private static final int RATE = Integer.getInteger("mesh.tls.rate", 2_000);

  /** Of each protocol. */
  private static final int CONNECTIONS = 8;

  private static final long PROMISED_MILLIS = 1_000;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final List<KeptClient> callers = new ArrayList<>();
  private final List<KeptClient> others = new ArrayList<>();
  private EncryptedMesh mesh;

  /** Who calls at once, as a connection without a request is ended after some seconds. */
  private void add(KeptClient caller) {
    Promise<Void> answered = Promise.promise();
    vertx.runOnContext(now -> caller.call().onComplete(answered));
    RawGrpc.get(answered.future());
    callers.add(caller);
  }

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    mesh = new EncryptedMesh(vertx, folder).start();
    KeptClient.Identity caller = mesh.caller();
    int port = mesh.consumer().port();
    for (int i = 0; i < CONNECTIONS; i++) {
      add(KeptClient.json(caller, HttpVersion.HTTP_1_1, port));
      add(KeptClient.json(caller, HttpVersion.HTTP_2, port));
      add(KeptClient.grpc(caller, port, "/" + EncryptedMesh.GREETER + "/Hello"));
      add(KeptClient.dubbo(caller, mesh.consumer().dubboPort()));
    }
    others.add(KeptClient.admin(caller, mesh.consumer().adminPort()));
  }

  @AfterEach
  void close() {
    mesh.close();
    RawGrpc.get(vertx.close());
  }

  @Test
  void tenTimesLoseNoCallAndCutNoConnectionAndAreSeenWithinASecond() throws Exception {
    long links = mesh.linksMade();
    List<EncryptedMesh.Replaceable> certificates = mesh.certificates();
    List<Long> taken = new ArrayList<>();
    OpenLoad calls = new OpenLoad(vertx, callers, RATE);
    OpenLoad questions = new OpenLoad(vertx, others, 20);
    for (int time = 1; time <= TIMES; time++) {
      calls.awaitMore(RATE / 2);
      calls.takeLongestPauseNanos();
      for (EncryptedMesh.Replaceable each : certificates) {
        each.replace();
      }
      for (EncryptedMesh.Replaceable each : certificates) {
        long millis = each.seenAfterMillis(time);
        long stood = TimeUnit.NANOSECONDS.toMillis(calls.takeLongestPauseNanos());
        assertThat(millis)
            .as("%s, while this test stood %d ms", each, stood)
            .isLessThanOrEqualTo(PROMISED_MILLIS + 2 * stood);
        taken.add(millis);
      }
      for (EncryptedMesh.Replaceable each : certificates) {
        each.isShown();
      }
    }
    calls.end();
    questions.end();
    assertThat(mesh.linksMade()).isEqualTo(links);
    assertThat(mesh.ends()).as("connections that the agent has ended").isEmpty();
    Collections.sort(taken);
    System.out.printf(
        "%d replaced under %d calls, %.0f a second; seen after %d ms, at most %d%n",
        taken.size(),
        calls.right(),
        calls.rate(),
        taken.get(taken.size() / 2),
        taken.get(taken.size() - 1));
  }
}
