package dev.vertxmesh.it.harness;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A gRPC client that sends whatever bytes it's told, on one connection. */
public final class RawGrpc {

  /**
   * What came back.
   *
   * @param trailers those of the end, or else the headers if they are all there is
   */
  public record Reply(MultiMap headers, Buffer body, MultiMap trailers) {

    /** As gRPC numbers statuses. */
    public String code() {
      return trailers.get("grpc-status");
    }

    public String message() {
      return String.valueOf(trailers.get("grpc-message"));
    }
  }

  private final HttpClientAgent client; // which Vert.x closes once nobody refers to it
  private final HttpClientConnection connection;

  public RawGrpc(Vertx vertx, int port) {
    this(
        vertx,
        new HttpClientOptions(),
        new HttpConnectOptions().setHost("127.0.0.1").setPort(port));
  }

  /** The same with TLS, or to whom else it's told. */
  public RawGrpc(Vertx vertx, HttpClientOptions options, HttpConnectOptions to) {
    options
        .setProtocolVersion(HttpVersion.HTTP_2)
        .setHttp2ClearTextUpgrade(false)
        .setHttp2ConnectionWindowSize(1 << 24);
    client = vertx.createHttpClient(options);
    connection = get(client.connect(to));
  }

  /** Waits for it. */
  public static <T> T get(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .orTimeout(100, TimeUnit.SECONDS)
          .join();
    } catch (CompletionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** A request whose head has been sent; its response comes paused. */
  public HttpClientRequest begin(String path, String... headers) {
    HttpClientRequest request = request(path, headers);
    request.response().onSuccess(HttpClientResponse::pause);
    get(request.sendHead());
    return request;
  }

  /**
   * A whole call, whose answer is read as it comes: while a response is paused, Vert.x's client
   * lets a reset overtake what came before it.
   */
  public Reply call(String path, Buffer body, String... headers) {
    HttpClientRequest request = request(path, headers);
    Future<Reply> reply =
        request.response().compose(response -> response.body().map(all -> reply(response, all)));
    request.end(body);
    return get(reply);
  }

  private HttpClientRequest request(String path, String... headers) {
    RequestOptions to = new RequestOptions().setMethod(HttpMethod.POST).setURI(path);
    HttpClientRequest request = get(connection.request(to));
    request.setChunked(true).putHeader("content-type", "application/grpc");
    request.putHeader("te", "trailers");
    for (int i = 0; i < headers.length; i += 2) {
      request.putHeader(headers[i], headers[i + 1]);
    }
    return request.exceptionHandler(e -> {});
  }

  /** Waits for the end of the answer, and reads what hasn't been read of it. */
  public static Reply reply(HttpClientRequest request) {
    HttpClientResponse response = get(request.response());
    Future<Buffer> body = response.body();
    response.resume();
    return reply(response, get(body));
  }

  private static Reply reply(HttpClientResponse response, Buffer body) {
    boolean alone = response.headers().contains("grpc-status");
    return new Reply(response.headers(), body, alone ? response.headers() : response.trailers());
  }

  public void close() {
    get(client.close());
  }

  /** A message with its prefix. */
  public static Buffer message(byte... bytes) {
    return Buffer.buffer().appendByte((byte) 0).appendInt(bytes.length).appendBytes(bytes);
  }
}
