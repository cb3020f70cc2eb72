package dev.vertxmesh.it.harness;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * Serves gRPC where its configuration says, and sends back what comes, with the {@code code} that
 * its configuration has as status. It has no health service.
 */
public final class EchoVerticle extends VerticleBase {

  private static final String HEALTH = "/grpc.health.v1.Health/Check";

  @Override
  public Future<?> start() {
    return vertx
        .createHttpServer()
        .requestHandler(this::onRequest)
        .listen(config().getInteger("port"), config().getString("host"));
  }

  private void onRequest(HttpServerRequest request) {
    HttpServerResponse response = request.response().putHeader("content-type", "application/grpc");
    if (request.path().equals(HEALTH)) {
      response.putHeader("grpc-status", "12").end();
      return;
    }
    response.writeHead();
    request.handler(response::write);
    request.endHandler(
        end -> response.putTrailer("grpc-status", "" + config().getInteger("code", 0)).end());
  }
}
