package dev.vertxmesh.access.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys at a URL: when they are asked for, and what counts when they can't be had. */
class JwksUrlTest {

  private static final Signer OLD = new Signer("ES256", "old");
  private static final Signer NEW = new Signer("ES256", "new");

  /** What is written, by whomever. */
  private static final class Lines extends Handler {
    private final List<String> texts = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord line) {
      if (!line.getLoggerName().contains("Blocked")) { // of a machine that stands still
        texts.add(new SimpleFormatter().formatMessage(line));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private final Vertx vertx = Vertx.vertx();
  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile int status = 200;
  private volatile String body = Signer.set(OLD).encode();
  private JwksUrl keys;

  @BeforeEach
  void listen() {
    HttpServer server =
        get(
            vertx
                .createHttpServer()
                .requestHandler(
                    request -> {
                      asked.incrementAndGet();
                      request.response().setStatusCode(status).end(body);
                    })
                .listen(0, "127.0.0.1"));
    URI url = URI.create("http://127.0.0.1:%d/keys".formatted(server.actualPort()));
    keys = new JwksUrl(vertx, url, List.of("ES256"), clock::get);
  }

  @AfterEach
  void close() {
    get(vertx.close());
  }

  private static <T> T get(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** Null if it's taken. */
  private Throwable refusal(TokenIssuers issuers, String token) {
    Future<Throwable> refused = issuers.verify(vertx, token, 0).map(owner -> (Throwable) null);
    return get(refused.otherwise(e -> e));
  }

  private void pass(long nanos) {
    clock.addAndGet(nanos);
  }

  @Test
  void aKeyThatIsNewIsFoundAtTheFirstTokenThatNamesIt() {
    assertThat(get(keys.lookAgain()).has("old")).isTrue();
    body = Signer.set(OLD, NEW).encode();
    assertThat(keys.keys().has("new")).isFalse();
    pass(JwksUrl.BETWEEN_NANOS);
    assertThat(get(keys.lookAgain()).has("new")).isTrue();
    assertThat(keys.keys().has("old")).isTrue();
  }

  @Test
  void strangersKeyNamesDontMakeItAskOverAndOver() {
    get(keys.lookAgain());
    for (int i = 0; i < 1_000; i++) {
      get(keys.lookAgain());
    }
    assertThat(asked).hasValue(1);
  }

  @Test
  void askedByManyAtATimeItAsksOnce() {
    Future<SigningKeys> first = keys.lookAgain();
    assertThat(keys.lookAgain()).isSameAs(first);
    get(first);
    assertThat(asked).hasValue(1);
  }

  @Test
  void whatIsKnownCountsWhileItCantBeHad() {
    get(keys.lookAgain());
    for (String wrong : new String[] {"{}", "no JSON", "{\"keys\": []}", "x".repeat(300_000)}) {
      body = wrong;
      pass(JwksUrl.BETWEEN_NANOS);
      assertThat(get(keys.lookAgain()).has("old")).isTrue();
      assertThat(keys.problem()).contains("can't be had");
    }
    status = 503;
    pass(JwksUrl.BETWEEN_NANOS);
    assertThat(get(keys.lookAgain()).has("old")).isTrue();
    assertThat(keys.problem()).endsWith("it answers 503");

    status = 200;
    body = Signer.set(NEW).encode();
    pass(JwksUrl.BETWEEN_NANOS);
    SigningKeys others = get(keys.lookAgain());
    assertThat(others.has("new")).isTrue();
    assertThat(others.has("old")).as("a key that was taken back").isFalse();
    assertThat(keys.problem()).isEmpty();
  }

  @Test
  void whatIsNotReadToItsEndIsOneLineOfTheMeshAndNoneOfVertx() {
    Lines lines = new Lines();
    Logger log = Logger.getLogger("");
    log.addHandler(lines);
    try {
      status = 500;
      get(keys.lookAgain());
      assertThat(keys.problem()).endsWith("it answers 500");
      status = 200;
      body = "x".repeat(300_000);
      pass(JwksUrl.BETWEEN_NANOS);
      get(keys.lookAgain());
      assertThat(keys.problem()).endsWith("it answers more than 262144 bytes");
      get(vertx.close()); // by then the event loops have done what they were about to do
    } finally {
      log.removeHandler(lines);
    }
    assertThat(lines.texts).singleElement().asString().contains("can't be had: it answers 500");
  }

  @Test
  void keysThatAreKnownAreCounted() {
    Lines lines = new Lines();
    Logger log = Logger.getLogger(JwksUrl.class.getName());
    log.addHandler(lines);
    try {
      get(keys.lookAgain());
      status = 503;
      pass(JwksUrl.BETWEEN_NANOS);
      get(keys.lookAgain());
      status = 200;
      body = Signer.set(OLD, NEW).encode();
      pass(JwksUrl.BETWEEN_NANOS);
      get(keys.lookAgain());
    } finally {
      log.removeHandler(lines);
    }
    assertThat(lines.texts).hasSize(3);
    assertThat(lines.texts.get(0)).endsWith("/keys: 1 key is known");
    assertThat(lines.texts.get(2)).endsWith("/keys: 2 keys are known");
  }

  @Test
  void aKeyThatTakesAnothersNameIsFoundAtTheFirstTokenThatItSigns() {
    TokenIssuer says =
        new TokenIssuer(
            "https://issuer", Set.of("mesh"), "", null, List.of("ES256"), 30, "sub", null, "");
    TokenIssuers issuers = TokenIssuers.of(says, keys);
    Signer other = new Signer("ES256", "old");
    JsonObject claims =
        new JsonObject()
            .put("iss", "https://issuer")
            .put("aud", "mesh")
            .put("sub", "ann")
            .put("exp", 600);
    get(keys.lookAgain());
    body = Signer.set(other).encode();
    assertThat(refusal(issuers, other.sign(claims))).isInstanceOf(TokenRefused.class);
    assertThat(asked).as("within ten seconds").hasValue(1);
    pass(JwksUrl.BETWEEN_NANOS);
    assertThat(get(issuers.verify(vertx, other.sign(claims), 0)).name()).isEqualTo("ann");
    assertThat(refusal(issuers, OLD.sign(claims))).isInstanceOf(TokenRefused.class);
    assertThat(asked).hasValue(2);
  }

  @Test
  void tokensThatWereRightBeforeDontCountOnceTheirKeyIsTakenBack() {
    get(keys.lookAgain());
    assertThat(keys.keys()).isSameAs(keys.keys());
    body = new JsonObject(Signer.set(NEW).encode()).encode();
    pass(JwksUrl.STALE_NANOS);
    SigningKeys before = keys.keys(); // and so it's asked for
    get(keys.lookAgain());
    assertThat(before.has("old")).isTrue();
    assertThat(keys.keys().has("old")).isFalse();
  }
}
