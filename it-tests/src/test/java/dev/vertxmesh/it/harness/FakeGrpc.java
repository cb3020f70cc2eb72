package dev.vertxmesh.it.harness;

import dev.vertxmesh.http2.Resets;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What stands for a gRPC server and does as the test says. It has no health service. */
public final class FakeGrpc {

  private static final String HEALTH = "/grpc.health.v1.Health/Check";

  private final List<HttpServerRequest> requests = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile Handler<HttpServerRequest> behaviour = FakeGrpc::echo;

  public FakeGrpc(Vertx vertx) {
    this(vertx, new HttpServerOptions());
  }

  /**
   * @param options such as TLS; the port is chosen here
   */
  public FakeGrpc(Vertx vertx, HttpServerOptions options) {
    options.setPort(0).setHttp2ConnectionWindowSize(1 << 24);
    server =
        vertx
            .createHttpServer(options)
            .connectionHandler(FakeGrpc::keepOthers)
            .requestHandler(this::onRequest);
    RawGrpc.get(server.listen());
  }

  /** Else a stream that is reset while its trailers wait would end the connection. */
  private static void keepOthers(HttpConnection connection) {
    if (Resets.isPossible(connection)) {
      Resets.once(connection);
    }
  }

  private void onRequest(HttpServerRequest request) {
    if (request.path().equals(HEALTH)) {
      end(request, 12);
    } else {
      requests.add(request);
      behaviour.handle(request);
    }
  }

  public int port() {
    return server.actualPort();
  }

  /** From now on. */
  public void does(Handler<HttpServerRequest> what) {
    behaviour = what;
  }

  /** All but those about its health, in the order in which they came. */
  public List<HttpServerRequest> requests() {
    return requests;
  }

  public HttpServerRequest last() {
    return requests.get(requests.size() - 1);
  }

  /** Sends back what comes, as it comes. */
  public static void echo(HttpServerRequest request) {
    HttpServerResponse response = begin(request);
    request.handler(response::write);
    request.endHandler(end -> response.putTrailer("grpc-status", "0").end());
  }

  /** An answer without messages. */
  public static void end(HttpServerRequest request, int status) {
    request
        .response()
        .putHeader("content-type", "application/grpc")
        .putHeader("grpc-status", "" + status)
        .end();
  }

  /** Answers with these bytes, and OK. */
  public static void answer(HttpServerRequest request, Buffer body) {
    begin(request).write(body);
    request.response().putTrailer("grpc-status", "0").end();
  }

  /** Sends the headers. */
  public static HttpServerResponse begin(HttpServerRequest request) {
    HttpServerResponse response = request.response().putHeader("content-type", "application/grpc");
    response.writeHead();
    return response;
  }
}
