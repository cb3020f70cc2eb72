package dev.vertxmesh.ingress.grpc;

import io.vertx.core.Future;
import io.vertx.core.Handler;
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
import java.util.concurrent.TimeUnit;

/** A gRPC client that sends whatever bytes it's told, on one connection. */
final class RawGrpc {

  /**
   * What came back.
   *
   * @param trailers those of the end, or else the headers if they are all there is
   */
  record Answer(int status, MultiMap headers, Buffer body, MultiMap trailers) {

    String code() {
      return trailers.get("grpc-status");
    }

    String message() {
      return trailers.get("grpc-message");
    }
  }

  private final HttpClientAgent client; // which Vert.x closes once nobody refers to it
  private final HttpClientConnection connection;

  RawGrpc(Vertx vertx, int port) throws Exception {
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    connection = await(client.connect(new HttpConnectOptions().setHost("127.0.0.1").setPort(port)));
  }

  static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  HttpClientConnection connection() {
    return connection;
  }

  /** A request whose head has been sent; its response comes paused. */
  HttpClientRequest begin(HttpMethod method, String path, String... headers) throws Exception {
    return begun(request(method, path, headers));
  }

  /**
   * A request whose head has been sent; its response comes paused.
   *
   * @param reset told of the stream's reset, which may come as soon as the head is there
   */
  HttpClientRequest begin(HttpMethod method, String path, Handler<Throwable> reset)
      throws Exception {
    return begun(request(method, path).exceptionHandler(reset));
  }

  private static HttpClientRequest begun(HttpClientRequest request) throws Exception {
    request.response().onSuccess(HttpClientResponse::pause);
    await(request.sendHead());
    return request;
  }

  /** A whole call. */
  Answer call(String path, Buffer body, String... headers) throws Exception {
    return call(HttpMethod.POST, path, body, headers);
  }

  /**
   * A whole call, whose answer is read as it comes: while a response is paused, Vert.x's client
   * lets a reset overtake what came before it.
   */
  Answer call(HttpMethod method, String path, Buffer body, String... headers) throws Exception {
    HttpClientRequest request = request(method, path, headers);
    Future<Answer> answer = request.response().compose(RawGrpc::answer);
    await(request.sendHead());
    request.end(body);
    return await(answer);
  }

  private HttpClientRequest request(HttpMethod method, String path, String... headers)
      throws Exception {
    HttpClientRequest request =
        await(connection.request(new RequestOptions().setMethod(method).setURI(path)));
    request.setChunked(true).putHeader("content-type", "application/grpc");
    for (int i = 0; i < headers.length; i += 2) {
      request.putHeader(headers[i], headers[i + 1]);
    }
    return request.exceptionHandler(e -> {});
  }

  private static Future<Answer> answer(HttpClientResponse response) {
    boolean alone = response.headers().contains("grpc-status");
    return response
        .body()
        .map(
            body ->
                new Answer(
                    response.statusCode(),
                    response.headers(),
                    body,
                    alone ? response.headers() : response.trailers()));
  }

  /** All of a response that was paused. */
  static Buffer body(HttpClientResponse response) throws Exception {
    Future<Buffer> body = response.body();
    response.resume();
    return await(body);
  }

  /** A message with its prefix. */
  static Buffer message(byte[] bytes) {
    return Buffer.buffer().appendByte((byte) 0).appendInt(bytes.length).appendBytes(bytes);
  }
}
