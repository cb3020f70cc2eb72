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
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
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

  private final Provider provider = Provider.dubbo("2.6.12");

  @Test
  void callsAreSharedExactlyAsTheWeightsSay(@TempDir Path folder) {
    Mesh drawn =
        Mesh.in(folder)
            .with(provider.weight(1))
            .with(provider.weight(2))
            .with(provider.weight(2))
            .consumer(
                "--balance", "round-robin", "--event-loops", "1"); // each loop counts for itself
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
      for (int i = 0; i < 600; i++) {
        assertThat(mesh.http().hash("hello").status()).isEqualTo(200);
      }
      List<Double> answered = answered(mesh);
      // what a busy machine makes of it isn't exact; bench/balance shows the shares
      assertThat(answered).isSorted();
      assertThat(answered.get(2)).isGreaterThan(1.5 * answered.get(0));
    }
  }

  @Test
  void whoFailsIsLeftOutUntilACallToItIsAnswered(@TempDir Path folder) throws IOException {
    Mesh drawn =
        Mesh.in(folder)
            .with(provider)
            .with(provider)
            .consumer("--balance", "round-robin", "--event-loops", "1", "--eject-time", "10000");
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
        long failed =
            IntStream.range(0, 100).filter(i -> mesh.http().hash("hello").status() != 200).count();
        assertThat(failed).isEqualTo(5);
        await().until(() -> states(mesh).contains("ejected"));
        sick.set(false);
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
