package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.FakeDubbo;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Samples;
import dev.vertxmesh.it.harness.Site;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets how many calls. */
@Tag("alone")
class BalanceIT {

  /** Of the result 5: value, then the number. */
  private static final String FIVE = "9195";

  /** The text boom, as the reason of a failure. */
  private static final String BOOM = "04626f6f6d";

  private static final int STATUS = 3;
  private static final byte SERVICE_ERROR = 70;

  private static final Duration EJECTED = Duration.ofSeconds(10);

  private final Provider provider = Provider.dubbo("2.6.12");

  @Test
  void callsAreSharedExactlyAsTheWeightsSay(@TempDir Path folder) {
    Mesh drawn =
        Mesh.in(folder)
            .with(provider.weight(1))
            .with(provider.weight(2))
            .with(provider.weight(2))
            .consumer(
                "--balance",
                "round-robin",
                "--event-loops",
                "1", // each loop counts for itself
                "--warm-up",
                "0",
                "--eject-slow",
                "0",
                "--eject-rate",
                "0");
    try (Mesh mesh = drawn.start()) {
      for (int i = 0; i < 500; i++) {
        assertThat(mesh.http().hash("hello").body()).isEqualTo("99162322");
      }
      assertThat(answered(mesh)).containsExactly(100.0, 200.0, 200.0);
    }
  }

  @Test
  void whoWorksOnMoreCallsAtATimeGetsMoreThoughNobodySaysSo(@TempDir Path folder) {
    Provider slow = provider.delayMillis(5);
    Mesh drawn =
        Mesh.in(folder)
            .with(slow.limit(10))
            .with(slow.limit(20))
            .with(slow.limit(30))
            .consumer("--event-loops", "1");
    try (Mesh mesh = drawn.start()) {
      // what a busy machine makes of it isn't exact; bench/balance shows the shares
      await().until(() -> isShared(answeredOfTheNext(600, mesh)));
    }
  }

  private static List<Double> answeredOfTheNext(int calls, Mesh mesh) {
    List<Double> before = answered(mesh);
    for (int i = 0; i < calls; i++) {
      assertThat(mesh.http().hash("hello").status()).isEqualTo(200);
    }
    List<Double> after = answered(mesh);
    return IntStream.range(0, 3).mapToObj(i -> after.get(i) - before.get(i)).toList();
  }

  private static boolean isShared(List<Double> answered) {
    return answered.equals(answered.stream().sorted().toList())
        && answered.get(2) > 1.5 * answered.get(0);
  }

  @Test
  void whoFailsIsLeftOutUntilACallToItIsAnswered(@TempDir Path folder) throws IOException {
    Mesh drawn =
        Mesh.in(folder)
            .with(provider)
            .with(provider)
            .consumer(
                "--balance",
                "round-robin",
                "--event-loops",
                "1",
                "--eject-slow", // the real one, if the machine lets it stand still
                "0",
                "--eject-rate",
                "0",
                "--eject-time",
                "" + EJECTED.toMillis());
    AtomicBoolean sick = new AtomicBoolean(true);
    try (Mesh mesh = drawn.start()) {
      Site site = mesh.sites().get(0);
      site.dubbo().close();
      await().until(() -> !site.agent().isReady());
      FakeDubbo fake =
          FakeDubbo.on(
              site.dubbo().port(),
              (id, socket) -> FakeDubbo.write(socket, sick.get() ? failure(id) : five(id)));
      try (fake) {
        Mesh.awaitReady(site.agent());
        long begun = System.nanoTime();
        AtomicInteger failed = new AtomicInteger();
        await()
            .until(
                () -> {
                  failed.addAndGet(mesh.http().hash("hello").status() == 200 ? 0 : 1);
                  return states(mesh).contains("ejected");
                });
        assertThat(failed).hasValue(5);
        sick.set(false);
        List<String> bodies =
            Stream.generate(() -> mesh.http().hash("hello").body()).limit(100).toList();
        if (System.nanoTime() - begun < EJECTED.toNanos()) { // or it may be back in time
          assertThat(bodies).containsOnly("99162322");
        }
        await().until(() -> mesh.http().hash("hello").body().equals("5"));
        await().until(() -> states(mesh).equals(List.of("open", "open")));
        assertThat(mesh.consumer().metrics().sum("mesh_ejections_total")).isEqualTo(1);
      }
    }
  }

  private static List<Double> answered(Mesh mesh) {
    return mesh.sites().stream()
        .map(site -> site.agent().metrics().sum("mesh_calls_total", "outcome=\"ok\""))
        .toList();
  }

  private static byte[] five(long id) {
    return FakeDubbo.response(id, FIVE);
  }

  private static byte[] failure(long id) {
    byte[] response = FakeDubbo.response(id, BOOM);
    response[STATUS] = SERVICE_ERROR;
    return response;
  }

  /** How the consumer agent sees those that serve {@code hash}. */
  private static List<String> states(Mesh mesh) {
    return mesh.consumer().topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .filter(service -> service.getString("service").equals(Samples.HELLO))
        .flatMap(service -> service.getJsonArray("endpoints").stream())
        .map(endpoint -> ((JsonObject) endpoint).getString("state"))
        .toList();
  }
}
