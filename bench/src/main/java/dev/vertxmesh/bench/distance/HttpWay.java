package dev.vertxmesh.bench.distance;

import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.http2.WindowLimits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;

/** POST with a body of known length, over HTTP/1.1 or over HTTP/2 with windows that follow. */
final class HttpWay implements Way {

  private final HttpVersion version;
  private final int windowMax;

  /**
   * @param windowMax bytes of a stream at most
   */
  HttpWay(HttpVersion version, int windowMax) {
    this.version = version;
    this.windowMax = windowMax;
  }

  @Override
  public String name() {
    return version == HttpVersion.HTTP_2 ? "HTTP/2" : "HTTP/1.1";
  }

  @Override
  public boolean shares() {
    return version == HttpVersion.HTTP_2;
  }

  @Override
  public boolean promised() {
    return false;
  }

  @Override
  public Future<Integer> serve(Vertx vertx) {
    Http2Connections connections =
        new Http2Connections(new WindowLimits(windowMax, 8L * windowMax), System::nanoTime);
    return vertx
        .createHttpServer(new HttpServerOptions().setTcpNoDelay(true))
        .connectionHandler(connections::onConnection)
        .requestHandler(request -> take(request, connections.of(request.connection())))
        .listen(0, "127.0.0.1")
        .map(server -> server.actualPort());
  }

  private static void take(HttpServerRequest request, Http2Windows windows) {
    windows.expect(Long.parseLong(request.getHeader("content-length")));
    request.handler(bytes -> windows.onData(request.streamId(), bytes.length()));
    request.endHandler(end -> request.response().end());
  }

  @Override
  public Future<Calls> connect(Vertx vertx, int port) {
    HttpClientAgent client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(version)
                .setHttp2ClearTextUpgrade(false)
                .setTcpNoDelay(true));
    return client
        .connect(new HttpConnectOptions().setHost("127.0.0.1").setPort(port))
        .map(connection -> new Connection(client, connection));
  }

  private static final class Connection implements Calls {
    private final HttpClientAgent client; // one that nobody holds is closed when it's collected
    private final HttpClientConnection connection;

    Connection(HttpClientAgent client, HttpClientConnection connection) {
      this.client = client;
      this.connection = connection;
    }

    @Override
    public Future<Void> call(int bytes) {
      return connection
          .request(new RequestOptions().setMethod(HttpMethod.POST).setURI("/"))
          .compose(request -> send(request, bytes));
    }

    private static Future<Void> send(HttpClientRequest request, int bytes) {
      request.putHeader("content-length", "" + bytes);
      Promise<Void> sent = Promise.promise();
      Body.send(request, bytes, () -> request.end().onComplete(sent));
      return sent.future().compose(end -> request.response()).compose(answer -> answer.end());
    }

    @Override
    public Future<Void> close() {
      return connection.close().compose(closed -> client.close());
    }
  }
}
