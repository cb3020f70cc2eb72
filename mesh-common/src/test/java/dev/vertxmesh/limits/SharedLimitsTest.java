package dev.vertxmesh.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.limits.redis.RedisQuotas;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.yaml.WatchedFile;
import io.netty.buffer.Unpooled;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What gateways pass together that count in a real Redis. Time is the test's own, for the gateways
 * and for the buckets in Redis, so that what passes depends on nobody's speed.
 */
class SharedLimitsTest {

  private static final long STEP = TimeUnit.MILLISECONDS.toNanos(10);
  private static final String PASSWORD = "secret-of-redis";

  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();
  private final List<CallerLimits> opened = new ArrayList<>();
  private final AtomicInteger asking = new AtomicInteger();
  private final AtomicLong now = new AtomicLong(TimeUnit.DAYS.toNanos(20_000));
  private final NetClient carrier = vertx.createNetClient(); // closed once nobody refers to it
  private RedisServer redis;

  /** Of answers: who counts alone for want of one passes more. */
  private Duration timeout = Duration.ofSeconds(60);

  /** From a caller over HTTP. */
  private static final Origin CALLER =
      new Origin() {
        @Override
        public WireProtocol protocol() {
          return WireProtocol.HTTP;
        }

        @Override
        public SocketAddress peer() {
          return null;
        }

        @Override
        public String header(String name) {
          return null;
        }
      };

  @AfterEach
  void close() {
    opened.forEach(CallerLimits::close);
    redis.close();
    await().until(vertx.close()::isComplete);
  }

  /** Counts what is asked of Redis and isn't answered yet. */
  private SharedQuota.Store store(RedisConfig config, LongSupplier wallNanos) {
    SharedQuota.Store real = new RedisQuotas(vertx, config, wallNanos, timeout);
    return new SharedQuota.Store() {
      @Override
      public SharedQuota of(String name, double perSecond, long burst) {
        SharedQuota quota = real.of(name, perSecond, burst);
        return most -> {
          Promise<Long> answered = Promise.promise();
          asking.incrementAndGet();
          quota
              .take(most)
              .onComplete(
                  got -> {
                    answered.handle(got);
                    asking.decrementAndGet();
                  });
          return answered.future();
        };
      }

      @Override
      public String problem() {
        return real.problem();
      }

      @Override
      public String describe() {
        return real.describe();
      }

      @Override
      public void close() {
        real.close();
      }
    };
  }

  private CallerLimits gateway(String more, Map<String, String> environment) throws IOException {
    return gateway(redis.port(), more, environment);
  }

  private CallerLimits gateway(int port, String more, Map<String, String> environment)
      throws IOException {
    return gateway("redis://127.0.0.1:" + port, more, environment);
  }

  private CallerLimits gateway(String url, String more, Map<String, String> environment)
      throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("limits.yaml"),
            """
            limits:
              redis: {url: "%s"%s}
              rules:
                - {name: together, calls: 1000, burst: 100, shared: true}
            """
                .formatted(url, more));
    CallerLimits limits =
        CallerLimits.open(
            vertx,
            file.toString(),
            new WatchedFile(vertx, null),
            new MeshMeters("mesh-sample", "1"),
            new SharedLimits(this::store, now::get, environment),
            now::get);
    opened.add(limits);
    return limits;
  }

  private static JsonObject shared(CallerLimits limits) {
    return limits.described().getJsonObject("shared");
  }

  private static void awaitShared(CallerLimits limits) {
    await().untilAsserted(() -> assertThat(shared(limits).getString("problem")).isEmpty());
  }

  private static boolean passes(LimitFilter filter) {
    Call call =
        new Call(
            new Target(ServiceKey.of("a.Orders"), "place", ""),
            Encoding.JSON,
            Unpooled.EMPTY_BUFFER,
            new HashMap<>(),
            Deadline.none(0));
    call.record().came(CALLER, 0);
    Reply reply = new Reply(Status.OK, Encoding.JSON, Unpooled.EMPTY_BUFFER);
    return filter.apply(call, made -> Future.succeededFuture(reply)).succeeded();
  }

  /** As many calls as in so much time, one after the other to each of the gateways. */
  private int passed(List<LimitFilter> gateways, long nanos, int callsOfAStep) {
    int passed = 0;
    int next = 0;
    for (long end = now.get() + nanos; now.get() < end; now.addAndGet(STEP)) {
      for (int i = 0; i < callsOfAStep; i++) {
        passed += passes(gateways.get(next++ % gateways.size())) ? 1 : 0;
      }
      await()
          .pollDelay(0, TimeUnit.MILLISECONDS)
          .pollInterval(1, TimeUnit.MILLISECONDS)
          .until(() -> asking.get() == 0);
    }
    return passed;
  }

  @Test
  void threeGatewaysPassTogetherWhatOneWould() throws IOException {
    redis = new RedisServer(folder).start();
    List<LimitFilter> gateways = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      CallerLimits limits = gateway("", Map.of());
      awaitShared(limits);
      gateways.add(new LimitFilter(limits, "gateway" + i, null));
    }
    passed(gateways, TimeUnit.SECONDS.toNanos(1), 50); // the burst, and what each has in advance
    assertThat(passed(gateways, TimeUnit.SECONDS.toNanos(10), 50))
        .as("5,000 a second are asked for, for ten seconds")
        .isBetween(9_800, 10_200);
  }

  @Test
  void whileRedisIsAwayEachCountsAlone() throws IOException {
    redis = new RedisServer(folder).start();
    CallerLimits limits = gateway("", Map.of());
    List<LimitFilter> gateway = List.of(new LimitFilter(limits, "gateway", null));
    awaitShared(limits);
    passed(gateway, TimeUnit.SECONDS.toNanos(1), 50);
    redis.kill();
    await().until(() -> !shared(limits).getString("problem").isEmpty());
    assertThat(passed(gateway, TimeUnit.SECONDS.toNanos(2), 50)).isBetween(2_000, 2_100);
    redis.start();
    awaitShared(limits);
    passed(gateway, TimeUnit.SECONDS.toNanos(1), 50);
    assertThat(passed(gateway, TimeUnit.SECONDS.toNanos(2), 50)).isBetween(1_900, 2_100);
  }

  /** Carries bytes between a connection and one of its own to Redis. */
  private void carry(NetSocket near, List<NetSocket> carried) {
    near.pause();
    carrier
        .connect(redis.port(), "127.0.0.1")
        .onSuccess(
            far -> {
              near.handler(far::write);
              far.handler(near::write);
              near.closeHandler(closed -> far.close());
              near.resume();
              carried.add(near);
            });
  }

  @Test
  void aConnectionThatHasGoneSilentIsLeftForAnother() throws IOException {
    timeout = Duration.ofMillis(500);
    redis = new RedisServer(folder).start();
    List<NetSocket> carried = new CopyOnWriteArrayList<>();
    Future<NetServer> way =
        vertx.createNetServer().connectHandler(near -> carry(near, carried)).listen(0, "127.0.0.1");
    await().until(way::isComplete);
    CallerLimits limits = gateway(way.result().actualPort(), "", Map.of());
    awaitShared(limits);
    carried.forEach(NetSocket::pause);
    await().until(() -> !shared(limits).getString("problem").isEmpty());
    awaitShared(limits);
  }

  @Test
  void aPasswordIsInAFileOrTheEnvironmentAndIsNeverShown() throws IOException {
    redis = new RedisServer(folder, "--requirepass", PASSWORD).start();
    Files.writeString(folder.resolve("secret"), PASSWORD + "\n");
    CallerLimits byFile = gateway(", password-file: secret", Map.of());
    CallerLimits byEnvironment = gateway("", Map.of(CallerLimits.PASSWORD, PASSWORD));
    awaitShared(byFile);
    awaitShared(byEnvironment);
    CallerLimits wrong = gateway("", Map.of(CallerLimits.PASSWORD, "another-secret"));
    await().until(() -> shared(wrong).getString("problem").contains("WRONGPASS"));
    assertThat(byFile.described().encode() + wrong.described())
        .contains("redis://127.0.0.1:" + redis.port())
        .doesNotContain(PASSWORD, "another-secret");
  }

  @Test
  void overTlsItsTheOneThatTheAuthorityHasSigned() throws Exception {
    X509Bundle ours = authority("ours");
    Files.writeString(folder.resolve("ours.crt"), ours.getCertificatePEM());
    Files.writeString(folder.resolve("theirs.crt"), authority("theirs").getCertificatePEM());
    X509Bundle server =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=redis")
            .addSanIpAddress("127.0.0.1")
            .buildIssuedBy(ours);
    redis =
        RedisServer.encrypted(
                folder,
                Files.writeString(folder.resolve("redis.crt"), server.getCertificatePEM()),
                Files.writeString(folder.resolve("redis.key"), server.getPrivateKeyPEM()))
            .start();
    String url = "rediss://127.0.0.1:" + redis.port();
    CallerLimits trusting = gateway(url, ", ca: ours.crt", Map.of());
    await().until(() -> shared(trusting).getString("problem").isEmpty());
    CallerLimits other = gateway(url, ", ca: theirs.crt", Map.of());
    await().until(() -> shared(other).getString("problem").contains("certification path"));
  }

  private static X509Bundle authority(String name) throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=" + name)
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
  }
}
