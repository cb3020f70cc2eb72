package dev.vertxmesh.it.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.RawGrpc;
import dev.vertxmesh.it.harness.Redis;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three gateways, each a process, that count together in a real Redis, under five times what they
 * may pass.
 *
 * <p>What passes is counted where it arrives, ten times a second next to the time by Redis. The
 * rate is the slope of the line through all of these points (least squares), so that a point which
 * comes late, as somebody had no processor, moves it by next to nothing. Nor does it matter how
 * fast the machine is, as long as more is asked for than may pass: the quota's burst is a second's,
 * so that none of it is lost while a process stands still for less.
 */
@Tag("alone")
class SharedQuotaIT {

  private static final int QUOTA = 1_000;
  private static final int ASKED = 5 * QUOTA;
  private static final String SERVICE = "com.x.Greeter";

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Redis redis = new Redis();
  private final List<Agent> gateways = new ArrayList<>();
  private HttpServer server; // closed once nobody refers to it
  private volatile long arrived; // its event loop's
  private GreedyCaller caller;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    redis.start();
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setPort(0).setHost("127.0.0.1"))
            .requestHandler(this::onRequest);
    RawGrpc.get(server.listen());
    Path limits =
        Files.writeString(
            folder.resolve("limits.yaml"),
            """
            limits:
              redis: {url: "redis://127.0.0.1:%d"}
              rules: [{name: together, calls: %d, shared: true}]
            """
                .formatted(redis.port(), QUOTA));
    for (int i = 0; i < 3; i++) {
      Agent gateway =
          Agent.of(
                  "mesh-consumer",
                  "--limits",
                  limits + "",
                  "--registry",
                  "static:grpc://127.0.0.1:" + server.actualPort() + "/" + SERVICE,
                  "--timeout",
                  "120000")
              .underLoad();
      gateways.add(gateway);
      gateway.start();
    }
    awaitShared();
    caller =
        new GreedyCaller(gateways.stream().map(Agent::port).toList(), "/" + SERVICE + "/Hello");
  }

  private void onRequest(HttpServerRequest request) {
    if (request.path().contains("Health")) {
      FakeGrpc.end(request, 12);
    } else {
      arrived++;
      FakeGrpc.echo(request);
    }
  }

  @AfterEach
  void close() {
    if (caller != null) {
      caller.close();
    }
    gateways.forEach(Agent::close);
    redis.close();
    RawGrpc.get(vertx.close());
  }

  private void awaitShared() {
    for (Agent each : gateways) {
      await().untilAsserted(() -> assertThat(shared(each).getString("problem")).isEmpty());
      assertThat(each.metrics().sum("mesh_limits_shared")).isEqualTo(1);
    }
  }

  private static JsonObject shared(Agent gateway) {
    return gateway.topology().getJsonObject("limits").getJsonObject("shared");
  }

  /** Calls a second that arrive, in so many seconds by Redis. */
  private double rate(int seconds) {
    List<long[]> points = new ArrayList<>();
    await()
        .pollInterval(100, TimeUnit.MILLISECONDS)
        .until(
            () -> {
              points.add(new long[] {redis.timeMicros(), arrived});
              return points.get(points.size() - 1)[0] - points.get(0)[0] >= seconds * 1_000_000L;
            });
    double time = points.stream().mapToLong(each -> each[0]).average().orElseThrow();
    double count = points.stream().mapToLong(each -> each[1]).average().orElseThrow();
    double both = points.stream().mapToDouble(each -> (each[0] - time) * (each[1] - count)).sum();
    double square = points.stream().mapToDouble(each -> (each[0] - time) * (each[0] - time)).sum();
    return both / square * 1e6;
  }

  /** The burst, and what each of them has in advance. */
  private void awaitSteady() {
    long begun = arrived;
    long refused = caller.refused();
    await().until(() -> arrived > begun + 2 * QUOTA && caller.refused() > refused + 2 * QUOTA);
  }

  private void passTogetherWhatOneWould(int seconds) {
    awaitSteady();
    long refused = caller.refused();
    long passed = caller.passed();
    double rate = rate(seconds);
    long asked = caller.refused() - refused + caller.passed() - passed;
    System.out.printf("of %d calls a second three gateways pass %.1f%n", asked / seconds, rate);
    assertThat(asked / seconds).as("asked for a second").isGreaterThan(2 * QUOTA);
    assertThat(rate).isCloseTo(QUOTA, within(0.02 * QUOTA));
    assertThat(caller.other()).isEmpty();
  }

  @Test
  void threeGatewaysPassTogetherWhatOneWouldAndEachCountsAloneWhileRedisIsAway() {
    caller.start(ASKED);
    passTogetherWhatOneWould(15);

    redis.kill();
    for (Agent each : gateways) {
      each.process().awaitLine(Pattern.compile("WARN .*limits: .*; each agent counts alone"));
      await().until(() -> each.metrics().sum("mesh_limits_shared") == 0);
      assertThat(shared(each).getString("problem")).isNotEmpty();
    }
    awaitEachLimits();

    redis.start();
    awaitShared();
    passTogetherWhatOneWould(10);
  }

  /** Each gateway by itself, both passes calls and refuses others. */
  private void awaitEachLimits() {
    for (Agent each : gateways) {
      double refused = refusedBy(each);
      double passed = passedBy(each);
      await().until(() -> refusedBy(each) > refused + QUOTA && passedBy(each) > passed + QUOTA);
    }
    assertThat(caller.other()).isEmpty();
  }

  private static double refusedBy(Agent gateway) {
    return gateway.metrics().sum("mesh_limited_calls_total", "limit=\"together\"");
  }

  private static double passedBy(Agent gateway) {
    return gateway.metrics().sum("mesh_calls_total", "outcome=\"ok\"");
  }
}
