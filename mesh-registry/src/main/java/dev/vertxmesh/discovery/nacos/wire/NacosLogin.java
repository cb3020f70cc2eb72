package dev.vertxmesh.discovery.nacos.wire;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.net.SocketReason;
import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * The token that Nacos knows a user by: asked for once over HTTP, again when a tenth of its time is
 * left, and when it's refused. May be asked on any thread.
 */
final class NacosLogin {

  /** Of 3.x, and of those before. */
  private static final String[] PATHS = {"/nacos/v3/auth/user/login", "/nacos/v1/auth/login"};

  private static final int MILLIS = 3_000;
  private static final int LARGEST = 64 << 10;
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int INTERNAL_ERROR = 500;

  /** Of a server that doesn't know such a request. */
  private static final Set<Integer> UNKNOWN = Set.of(404, 405, 410, 501);

  private static final long TTL_SECONDS = 18_000;
  private static final double USED = 0.9;

  /** How long a server that has refused a login isn't asked again: each costs it much CPU. */
  private static final long PAUSE_SECONDS = 5;

  /** How long a token is believed after another one didn't help: at first, and at most. */
  private static final long LEAST_TRUST_SECONDS = 5;

  private static final long MOST_TRUST_SECONDS = 60;

  private record Token(Map<String, String> headers, long askedAt, long renewAt) {}

  private final NacosServers servers;
  private final HttpClient client;
  private final LongSupplier seconds;
  private final AtomicReference<Future<Token>> known = new AtomicReference<>();
  private final Map<HostPort, Long> refusedAt = new ConcurrentHashMap<>();
  private volatile long trust;

  /**
   * @param seconds that only go forwards
   */
  NacosLogin(Vertx vertx, NacosServers servers, LongSupplier seconds) {
    this.servers = servers;
    this.seconds = seconds;
    HttpClientOptions options = SocketSetup.httpClient(MILLIS);
    this.client =
        servers.user() == null
            ? null
            : vertx.createHttpClient(TlsClient.encrypt(options, servers.tls()));
  }

  /**
   * What each request has; empty where there is no user.
   *
   * @param server to ask, if it has to be
   */
  Future<Map<String, String>> headers(int server) {
    if (client == null) {
      return Future.succeededFuture(Map.of());
    }
    Future<Token> token = known.get();
    if (token != null && (token.failed() ? isJustRefusedBy(server) : isFresh(token))) {
      return token.map(Token::headers);
    }
    Promise<Token> asked = Promise.promise();
    if (!known.compareAndSet(token, asked.future())) {
      return headers(server); // somebody else asks
    }
    ask(servers.servers().get(server), 0).onComplete(asked);
    return asked.future().map(Token::headers);
  }

  private boolean isJustRefusedBy(int server) {
    Long at = refusedAt.get(servers.servers().get(server));
    return at != null && seconds.getAsLong() - at < PAUSE_SECONDS;
  }

  private boolean isFresh(Future<Token> token) {
    return !token.isComplete() || seconds.getAsLong() < token.result().renewAt;
  }

  /**
   * Something was refused. That may be because of the token, and then it's asked for another; or
   * the user may not do that, whatever the token, and then a login each time would cost the server
   * much and help nobody.
   *
   * @param used what it had
   * @param again whether the same was refused with the token before, too
   * @return whether it's to be tried with another token, which is to be had by {@link #headers}
   */
  boolean isRenewed(Map<String, String> used, boolean again) {
    if (client == null) {
      return false;
    }
    if (again) {
      trust = Math.min(MOST_TRUST_SECONDS, Math.max(LEAST_TRUST_SECONDS, 2 * trust));
      return false;
    }
    Future<Token> token = known.get();
    boolean isUsed = token != null && token.succeeded() && token.result().headers.equals(used);
    if (isUsed && seconds.getAsLong() - token.result().askedAt < trust) {
      return false;
    }
    if (isUsed) {
      known.compareAndSet(token, null);
    }
    return true;
  }

  /**
   * A request was taken.
   *
   * @param again whether it was refused with the token before
   */
  void onTaken(boolean again) {
    if (again) {
      trust = 0;
    }
  }

  private Future<Token> ask(HostPort server, int path) {
    RequestOptions request =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost(server.host())
            .setPort(server.port())
            .setURI(PATHS[path])
            .putHeader("content-type", "application/x-www-form-urlencoded")
            .setTimeout(MILLIS);
    String form =
        "username=" + encoded(servers.user()) + "&password=" + encoded(servers.password());
    return client
        .request(request)
        .compose(call -> call.send(Buffer.buffer(form)))
        .compose(response -> body(response).map(text -> read(server, response.statusCode(), text)))
        .timeout(MILLIS, TimeUnit.MILLISECONDS)
        .recover(e -> Future.failedFuture(failure(server, e)))
        .compose(
            token ->
                token != null || path + 1 == PATHS.length
                    ? found(server, token)
                    : ask(server, path + 1));
  }

  private static Future<Token> found(HostPort server, Token token) {
    return token == null
        ? Future.failedFuture(new RegistryFailure(server + " has no login", null))
        : Future.succeededFuture(token);
  }

  private static Throwable failure(HostPort server, Throwable cause) {
    return cause instanceof RegistryFailure
        ? cause
        : new RegistryFailure(server + ": login: " + SocketReason.of(cause), cause);
  }

  private static Future<String> body(HttpClientResponse response) {
    Promise<String> whole = Promise.promise();
    Buffer text = Buffer.buffer();
    response.handler(
        part -> {
          if (text.length() + part.length() > LARGEST) {
            response.request().reset();
            whole.tryFail(new RegistryFailure("an answer of more than " + LARGEST, null));
          } else {
            text.appendBuffer(part);
          }
        });
    response.exceptionHandler(whole::tryFail);
    response.endHandler(end -> whole.tryComplete(text.toString()));
    return whole.future();
  }

  /** Null if the server has no such path. */
  private Token read(HostPort server, int status, String text) {
    if (UNKNOWN.contains(status)) {
      return null;
    }
    if (status != OK) {
      refusedAt.put(server, seconds.getAsLong());
      String wrong = "user or password is wrong";
      String why = status == FORBIDDEN ? wrong : "status " + status;
      if (status == INTERNAL_ERROR) { // which releases of 3.x answer to that
        why += ", maybe because " + wrong;
      }
      throw new RegistryFailure(server + ": login: " + why, null);
    }
    try {
      JsonObject json = new JsonObject(text);
      if (json.getValue("accessToken") instanceof String token && !token.isEmpty()) {
        long ttl =
            json.getValue("tokenTtl") instanceof Number number ? number.longValue() : TTL_SECONDS;
        long now = seconds.getAsLong();
        return new Token(Map.of("accessToken", token), now, now + (long) (Math.max(1, ttl) * USED));
      }
    } catch (DecodeException e) { // which shows some of the text
      throw new RegistryFailure(server + ": login: the answer isn't JSON", null);
    }
    throw new RegistryFailure(server + ": login: the answer has no accessToken", null);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  void close() {
    if (client != null) {
      client.close();
    }
  }
}
