package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.FailureReason;
import dev.vertxmesh.net.SocketSetup;
import dev.vertxmesh.net.tls.TlsClient;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Asks Kubernetes' API. Each request has the token that its file has then, and each connection is
 * encrypted by the authority that its file has then. Asked on the registry's thread, which reads
 * those files; what it's told comes on an event loop.
 */
final class ApiServer {

  /** Bytes of an answer, or of a line of a watch: an object has at most 1.5 MiB. */
  static final int LARGEST = 2 << 20;

  private static final int MILLIS = 3_000;
  private static final int SMALL = 64 << 10;
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int INTERNAL_ERROR = 500;
  private static final int SPARE_CONNECTIONS = 4;
  private static final int MOST_PAUSE_SECONDS = 30;

  /** Told what comes of a watch, on an event loop. */
  interface Chunks {

    /**
     * @param more asks for the next one
     */
    void onChunk(Buffer chunk, Runnable more);

    /**
     * Nothing comes any more. May be told more than once.
     *
     * @param cause null if the server has ended it in good order
     */
    void onEnd(Throwable cause);
  }

  private final Vertx vertx;
  private final HostPort address;
  private final boolean encrypted;
  private final Path authority;
  private final TokenFile token;
  private final LongSupplier millis;
  private final int watches;
  private HttpClient client;
  private TlsClient tls;
  private boolean closed;
  private volatile long pausedUntil = Long.MIN_VALUE;

  /**
   * @param watches how many there will be at most
   * @param millis that only go forwards
   */
  ApiServer(Vertx vertx, KubernetesUrl url, int watches, LongSupplier millis) {
    this.vertx = vertx;
    this.address = url.address();
    this.encrypted = url.isEncrypted();
    this.authority = url.authority();
    this.token = new TokenFile(url.tokenFile());
    this.millis = millis;
    this.watches = watches;
  }

  /**
   * Looks at the files that are needed. Blocks.
   *
   * @throws RegistryFailure naming the one that can't be used
   */
  void check() {
    token.read();
    client();
  }

  /** Made once the authority's file is good. */
  private HttpClient client() {
    if (client == null) {
      try {
        tls =
            encrypted
                ? TlsClient.open(vertx, "kubernetes", TlsFiles.of(null, null, authority))
                : null;
      } catch (TlsFailure e) {
        throw new RegistryFailure("the API server's authority: " + e.getMessage(), null);
      }
      client =
          vertx
              .httpClientBuilder()
              .with(TlsClient.encrypt(SocketSetup.httpClient(MILLIS).setKeepAlive(true), tls))
              .with(new PoolOptions().setHttp1MaxSize(watches + SPARE_CONNECTIONS))
              .build();
    }
    return client;
  }

  /** Whose the token is, for a person. */
  String who() {
    return token.describe();
  }

  private Future<HttpClientRequest> request(String uri) {
    long left = pausedUntil == Long.MIN_VALUE ? 0 : pausedUntil - millis.getAsLong();
    if (closed || left > 0) {
      String why = closed ? "the registry was closed" : "it wants to be left alone for %d ms";
      return Future.failedFuture(new RegistryFailure(why.formatted(left), null));
    }
    try {
      String bearer = token.read();
      RequestOptions options = new RequestOptions().setHost(address.host()).setPort(address.port());
      options.setURI(uri).putHeader("accept", "application/json");
      if (!bearer.isEmpty()) {
        options.putHeader("authorization", "Bearer " + bearer);
      }
      // what is reset on purpose is no news
      return client().request(options).map(request -> request.exceptionHandler(e -> {}));
    } catch (RegistryFailure | IllegalStateException e) { // a client that is closed throws
      return Future.failedFuture(e);
    }
  }

  /**
   * The body of an answer of 200.
   *
   * @param what is asked for, for a person
   */
  Future<Buffer> get(String uri, String what) {
    return request(uri)
        .compose(
            request ->
                request
                    .send()
                    .compose(response -> answer(response, what))
                    .timeout(MILLIS, TimeUnit.MILLISECONDS)
                    .onFailure(e -> request.reset()))
        .recover(this::failure);
  }

  private Future<Buffer> answer(HttpClientResponse response, String what) {
    return response.statusCode() == OK
        ? body(response, LARGEST)
        : refusal(response, what).compose(Future::failedFuture);
  }

  private Future<ApiRefusal> refusal(HttpClientResponse response, String what) {
    pause(response.getHeader("retry-after"));
    return body(response, SMALL)
        .map(text -> ApiJson.status(ApiJson.Part.of(text.getBytes())).message())
        .otherwise("")
        .map(said -> new ApiJson.Status(response.statusCode(), said))
        .map(status -> new ApiRefusal(what, who(), status));
  }

  /** A server that has too much to do is asked no more for as long as it says. */
  private void pause(String seconds) {
    if (seconds != null && seconds.matches("\\d{1,4}")) {
      long told = Math.min(Integer.parseInt(seconds), MOST_PAUSE_SECONDS);
      pausedUntil = millis.getAsLong() + told * 1_000;
    }
  }

  /** Fails if it isn't there or isn't well, or doesn't know this agent. */
  Future<Void> probe() {
    return request("/readyz")
        .compose(
            request ->
                request
                    .send()
                    .compose(response -> body(response, SMALL).map(any -> response.statusCode()))
                    .timeout(MILLIS, TimeUnit.MILLISECONDS)
                    .onFailure(e -> request.reset()))
        .compose(
            status ->
                status < INTERNAL_ERROR && status != UNAUTHORIZED
                    ? Future.<Void>succeededFuture()
                    : Future.failedFuture(new RegistryFailure("it isn't well: " + status, null)));
  }

  /**
   * Begins a watch.
   *
   * @param what is asked for, for a person
   * @return ends it; nothing may be told any more then, or something that was on its way
   */
  Runnable watch(String uri, String what, Chunks to) {
    AtomicReference<HttpClientRequest> begun = new AtomicReference<>();
    AtomicBoolean cut = new AtomicBoolean();
    request(uri)
        .compose(
            request -> {
              begun.set(request);
              if (cut.get()) {
                request.reset();
              }
              return request
                  .send()
                  .compose(response -> follow(response, what, to))
                  .timeout(MILLIS, TimeUnit.MILLISECONDS)
                  .onFailure(e -> request.reset());
            })
        .recover(this::failure)
        .onFailure(to::onEnd);
    return () -> {
      cut.set(true);
      if (begun.get() != null) {
        begun.get().reset();
      }
    };
  }

  /** Fails if a watch can't begin. */
  Future<Void> admits(String uri, String what) {
    return request(uri)
        .compose(
            request ->
                request
                    .send()
                    .compose(
                        response ->
                            response.exceptionHandler(e -> {}).statusCode() == OK
                                ? Future.<Void>succeededFuture()
                                : refusal(response, what).<Void>compose(Future::failedFuture))
                    .timeout(MILLIS, TimeUnit.MILLISECONDS)
                    .onComplete(done -> request.reset()))
        .recover(this::failure);
  }

  private Future<Void> follow(HttpClientResponse response, String what, Chunks to) {
    if (response.statusCode() != OK) {
      return refusal(response, what).compose(Future::failedFuture);
    }
    Context context = vertx.getOrCreateContext();
    response.handler(
        chunk -> {
          response.pause();
          to.onChunk(chunk, () -> context.runOnContext(told -> response.resume()));
        });
    response.exceptionHandler(e -> to.onEnd(named(e)));
    response.endHandler(end -> to.onEnd(null));
    return Future.succeededFuture();
  }

  private static Future<Buffer> body(HttpClientResponse response, int largest) {
    Promise<Buffer> whole = Promise.promise();
    Buffer text = Buffer.buffer();
    response.handler(
        part -> {
          if (text.length() + part.length() > largest) {
            whole.tryFail(new AnswerTooLarge(largest)); // before the reset fails it
            response.request().reset();
          } else {
            text.appendBuffer(part);
          }
        });
    response.exceptionHandler(whole::tryFail);
    response.endHandler(end -> whole.tryComplete(text));
    return whole.future();
  }

  private <T> Future<T> failure(Throwable cause) {
    return Future.failedFuture(named(cause));
  }

  private RuntimeException named(Throwable cause) {
    return cause instanceof RegistryFailure
            || cause instanceof ApiRefusal
            || cause instanceof AnswerTooLarge
        ? (RuntimeException) cause
        : new RegistryFailure(address + ": " + FailureReason.of(cause), cause);
  }

  /** Called on the registry's thread. */
  Future<Void> close() {
    closed = true;
    if (tls != null) {
      tls.close();
    }
    return client == null ? Future.succeededFuture() : client.close();
  }
}
