package dev.vertxmesh.access.token;

import dev.vertxmesh.net.SocketSetup;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A key set that an issuer has at a URL. It's fetched when it's first asked for and then when a
 * token names a key that isn't in it, or isn't signed by the one that it names, and at most once in
 * ten seconds, as strangers make tokens; and once in five minutes, so that a key that was taken
 * back counts no more. While it can't be had, the keys that are known still count.
 */
final class JwksUrl implements KeySource {

  private static final Logger LOG = System.getLogger(JwksUrl.class.getName());
  static final long BETWEEN_NANOS = TimeUnit.SECONDS.toNanos(10);
  static final long STALE_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final int PATIENCE_MILLIS = 5_000;
  private static final int MOST_BYTES = 256 << 10;
  private static final String TOO_LARGE = "it answers more than %d bytes".formatted(MOST_BYTES);
  private static final int OK = 200;

  private final URI url;
  private final List<String> algorithms;
  private final HttpClientAgent client;
  private final LongSupplier nanoClock;
  private volatile SigningKeys keys = SigningKeys.NONE;
  private volatile String problem = "";
  private volatile long askedAt;
  private Future<SigningKeys> asking;

  JwksUrl(Vertx vertx, URI url, List<String> algorithms, LongSupplier nanoClock) {
    this.url = url;
    this.algorithms = algorithms;
    this.nanoClock = nanoClock;
    this.client = vertx.createHttpClient(SocketSetup.httpClient(PATIENCE_MILLIS));
    this.askedAt = nanoClock.getAsLong() - STALE_NANOS;
  }

  @Override
  public SigningKeys keys() {
    if (nanoClock.getAsLong() - askedAt >= STALE_NANOS) {
      lookAgain();
    }
    return keys;
  }

  @Override
  public synchronized Future<SigningKeys> lookAgain() {
    if (asking != null) {
      return asking;
    }
    long now = nanoClock.getAsLong();
    if (now - askedAt < BETWEEN_NANOS) {
      return Future.succeededFuture(keys);
    }
    askedAt = now;
    Future<SigningKeys> asked = fetch().onSuccess(this::known).onFailure(this::failed);
    Future<SigningKeys> answer = asked.otherwise(e -> keys);
    asking = answer;
    answer.onComplete(done -> over()); // at once, if it couldn't even be asked
    return answer;
  }

  private synchronized void over() {
    asking = null;
  }

  private Future<SigningKeys> fetch() {
    RequestOptions request =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setAbsoluteURI(url.toString())
            .setTimeout(PATIENCE_MILLIS)
            .putHeader("accept", "application/json");
    return client
        .request(request)
        // the body is asked for in the turn in which its head comes, whichever thread fetches
        .compose(asked -> asked.send().compose(JwksUrl::body))
        .map(body -> SigningKeys.of(new JsonObject(body), algorithms))
        .timeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private static Future<Buffer> body(HttpClientResponse response) {
    response.exceptionHandler(cause -> {}); // or Vert.x writes an error that it was reset
    if (response.statusCode() != OK) {
      response.request().reset();
      return Future.failedFuture("it answers " + response.statusCode());
    }
    Buffer all = Buffer.buffer();
    Promise<Buffer> whole = Promise.promise();
    response.handler(
        some -> {
          all.appendBuffer(some);
          if (all.length() > MOST_BYTES && whole.tryFail(TOO_LARGE)) {
            response.request().reset();
          }
        });
    response.end().onSuccess(end -> whole.tryComplete(all)).onFailure(whole::tryFail);
    return whole.future();
  }

  private void known(SigningKeys fetched) {
    if (!problem.isEmpty() || keys == SigningKeys.NONE) {
      String count = fetched.size() == 1 ? "1 key is" : fetched.size() + " keys are";
      LOG.log(Level.INFO, "{0}: {1} known", url, count);
    }
    keys = fetched;
    problem = "";
  }

  private void failed(Throwable error) {
    String why = "the keys at %s can't be had: %s".formatted(url, error.getMessage());
    if (problem.isEmpty()) {
      LOG.log(Level.WARNING, "{0}; those that are known still count", why);
    }
    problem = why;
  }

  @Override
  public String problem() {
    return problem;
  }
}
