package dev.vertxmesh.admin;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;

/** An error as RFC 9457 has it. */
record AdminProblem(int status, String detail) {

  void send(HttpServerResponse response) {
    JsonObject body =
        new JsonObject()
            .put("type", "about:blank")
            .put("title", HttpResponseStatus.valueOf(status).reasonPhrase())
            .put("status", status)
            .put("detail", detail);
    response
        .setStatusCode(status)
        .putHeader("content-type", "application/problem+json")
        .end(body.toBuffer());
  }
}
