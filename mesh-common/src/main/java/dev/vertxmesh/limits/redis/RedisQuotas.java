package dev.vertxmesh.limits.redis;

import dev.vertxmesh.limits.RedisConfig;
import dev.vertxmesh.limits.SharedQuota;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.AsyncProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.ByteArrayInputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Keeps quotas in Redis: token buckets that all agents change by compare-and-set, on one
 * connection. It's looked at once a second; while it doesn't answer nobody is asked for quotas.
 */
public final class RedisQuotas implements SharedQuota.Store {

  private static final Logger LOG = System.getLogger(RedisQuotas.class.getName());
  private static final Duration TIMEOUT = Duration.ofMillis(500);
  private static final long LOOK_MILLIS = 1_000;
  static final String NOT_YET = "not connected yet";
  private static final int THREADS = 2; // the fewest that Lettuce takes
  private static final int MOST_WAITING = 1_000;

  /** A bucket that's full again is as good as none; this much longer it's kept. */
  private static final Duration KEPT = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final RedisConfig config;
  private final TimeMeter clock;
  private final ClientResources resources;
  private final RedisClient client;
  private final long timer;
  private volatile AsyncProxyManager<String> buckets;
  private volatile StatefulRedisConnection<String, byte[]> connection;
  private volatile String problem = NOT_YET;
  private final Duration timeout;
  private volatile boolean looking;
  private CompletionStage<?> connecting = CompletableFuture.completedStage(null);
  private boolean closed;

  /**
   * Begins to connect.
   *
   * @param wallNanos the time that all agents have in common, in nanoseconds
   */
  public RedisQuotas(Vertx vertx, RedisConfig config, LongSupplier wallNanos) {
    this(vertx, config, wallNanos, TIMEOUT);
  }

  /**
   * Begins to connect.
   *
   * @param wallNanos the time that all agents have in common, in nanoseconds
   * @param timeout how long Redis may take over an answer
   */
  public RedisQuotas(Vertx vertx, RedisConfig config, LongSupplier wallNanos, Duration timeout) {
    this.vertx = vertx;
    this.timeout = timeout;
    this.config = config;
    this.clock = new WallClock(wallNanos);
    this.resources =
        ClientResources.builder()
            .ioThreadPoolSize(THREADS)
            .computationThreadPoolSize(THREADS)
            .nettyCustomizer(AnswerBound.ofEach())
            .build();
    this.client = RedisClient.create(resources, uri(config, timeout));
    client.setOptions(
        ClientOptions.builder()
            .sslOptions(ssl(config))
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .requestQueueSize(MOST_WAITING)
            .socketOptions(SocketOptions.builder().connectTimeout(timeout).build())
            .build());
    this.timer = vertx.setPeriodic(1, LOOK_MILLIS, id -> look());
  }

  private static SslOptions ssl(RedisConfig config) {
    byte[] authority = config.authority().getBytes(StandardCharsets.ISO_8859_1);
    return authority.length == 0
        ? SslOptions.create()
        : SslOptions.builder().trustManager(() -> new ByteArrayInputStream(authority)).build();
  }

  private static RedisURI uri(RedisConfig config, Duration timeout) {
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(config.host())
            .withPort(config.port())
            .withDatabase(config.database())
            .withSsl(config.isEncrypted())
            .withTimeout(timeout);
    if (!config.user().isEmpty()) {
      uri.withAuthentication(config.user(), config.password().toCharArray());
    } else if (!config.password().isEmpty()) {
      uri.withPassword(config.password().toCharArray());
    }
    return uri.build();
  }

  /** On one event loop. */
  private void look() {
    if (!looking) {
      looking = true;
      future(asked())
          .onComplete(
              done -> {
                looking = false;
                if (done.failed()) {
                  drop();
                }
                is(done.succeeded() ? "" : words(done.cause()));
              });
    }
  }

  private CompletionStage<?> asked() {
    try {
      StatefulRedisConnection<String, byte[]> now = connection;
      return now == null ? connect() : now.async().ping();
    } catch (RuntimeException | Error e) { // whatever is wrong, each agent counts alone
      return CompletableFuture.failedStage(e);
    }
  }

  private synchronized CompletionStage<?> connect() {
    if (closed) {
      return CompletableFuture.failedStage(new IllegalStateException("it's closed"));
    }
    connecting =
        client
            .connectAsync(
                RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE), uri(config, timeout))
            .thenAccept(this::onConnected);
    return connecting;
  }

  private synchronized void onConnected(StatefulRedisConnection<String, byte[]> made) {
    if (connection != null) { // an attempt before it took long, and was given up too soon
      made.closeAsync();
      return;
    }
    buckets =
        Bucket4jLettuce.casBasedBuilder(made)
            .clientClock(clock)
            .expirationAfterWrite(
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(KEPT))
            .build()
            .asAsync();
    connection = made;
  }

  /**
   * The next look makes another connection: of one whose other end has gone without a word, TCP
   * says so after a quarter of an hour, and Lettuce connects again ever more seldom.
   */
  private synchronized void drop() {
    StatefulRedisConnection<String, byte[]> before = connection;
    connection = null;
    buckets = null;
    if (before != null) {
      before.closeAsync();
    }
  }

  /** Its end on the event loop or the thread that asks, and not too late. */
  private <T> Future<T> future(CompletionStage<T> stage) {
    return Future.fromCompletionStage(stage).timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void is(String found) {
    if (isNews(problem, found)) {
      if (found.isEmpty()) {
        LOG.log(Level.INFO, "limits: {0} keeps what agents share", config);
      } else {
        LOG.log(Level.WARNING, "limits: {0}: {1}; each agent counts alone", config, found);
      }
    }
    problem = found;
  }

  /** Whether it has gone or come back, or this is the first that is known of it. */
  static boolean isNews(String before, String found) {
    return before.equals(NOT_YET) || before.isEmpty() != found.isEmpty();
  }

  private static String words(Throwable error) {
    Throwable cause = error;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage());
  }

  @Override
  public SharedQuota of(String name, double perSecond, long burst) {
    boolean isWhole = perSecond == Math.rint(perSecond);
    long tokens = isWhole ? (long) perSecond : Math.max(1, Math.round(perSecond * 1_000));
    Duration period = Duration.ofSeconds(isWhole ? 1 : 1_000);
    BucketConfiguration bucket =
        BucketConfiguration.builder()
            .addLimit(Bandwidth.builder().capacity(burst).refillGreedy(tokens, period).build())
            .build();
    String key = config.prefix() + ":" + name + ":" + perSecond + ":" + burst;
    return most -> take(key, bucket, most);
  }

  private Future<Long> take(String key, BucketConfiguration bucket, long most) {
    AsyncProxyManager<String> connected = buckets;
    if (connected == null || !problem.isEmpty()) {
      return Future.failedFuture("Redis is away");
    }
    CompletionStage<Long> taken;
    try {
      AsyncBucketProxy proxy =
          connected.builder().build(key, () -> CompletableFuture.completedFuture(bucket));
      taken = proxy.tryConsumeAsMuchAsPossible(most);
    } catch (RuntimeException e) { // nobody waits for an answer that never comes
      taken = CompletableFuture.failedStage(e);
    }
    return future(taken).onFailure(error -> is(words(error)));
  }

  @Override
  public String problem() {
    return problem;
  }

  @Override
  public String describe() {
    return config.toString();
  }

  /**
   * Without waiting for it. An attempt to connect goes on to its end: Lettuce loses a buffer with a
   * connection that begins while its threads end.
   */
  @Override
  public synchronized void close() {
    vertx.cancelTimer(timer);
    closed = true;
    connecting
        .handle((made, error) -> null)
        .toCompletableFuture()
        .orTimeout(2 * timeout.toMillis(), TimeUnit.MILLISECONDS) // to connect, and to greet
        .whenComplete((over, late) -> shutDown());
  }

  private void shutDown() {
    client
        .shutdownAsync(0, 1, TimeUnit.SECONDS)
        .whenComplete((done, error) -> resources.shutdown(0, 1, TimeUnit.SECONDS));
  }

  /** The time of all agents. */
  private record WallClock(LongSupplier nanos) implements TimeMeter {

    @Override
    public long currentTimeNanos() {
      return nanos.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
      return true;
    }
  }
}
