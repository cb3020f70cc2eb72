package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;

/** One call that came over HTTP: it is made, and its end becomes the response. */
final class HttpCall {

  private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain;charset=utf-8");
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  private final HttpServerResponse response;
  private final Call call;
  private final String where;

  private HttpCall(HttpServerResponse response, Call call, String where) {
    this.response = response;
    this.call = call;
    this.where = where;
  }

  static void make(HttpServerResponse response, Call call, Caller caller, String where) {
    HttpCall http = new HttpCall(response, call, where);
    response.closeHandler(v -> call.cancel());
    caller.call(call).onComplete(http::succeeded, http::failed);
  }

  private void succeeded(Reply reply) {
    byte[] payload = take(reply.payload());
    if (response.closed()) {
      return;
    }
    reply
        .attachments()
        .forEach((name, value) -> response.putHeader("x-mesh-attachment-" + name, value));
    if (reply.status() == Status.EXCEPTION) {
      thrown(new String(payload, StandardCharsets.UTF_8));
    } else {
      response
          .putHeader(HttpHeaders.CONTENT_TYPE, reply.encoding() == Encoding.TEXT ? TEXT : JSON)
          .end(Buffer.buffer(payload));
    }
  }

  /** The called method threw: the problem carries what. */
  private void thrown(String exceptionJson) {
    JsonObject exception = new JsonObject(exceptionJson);
    Problem problem =
        Problem.of(
            500,
            Status.EXCEPTION,
            "The method threw an exception",
            call.target().toString(),
            exception.getString("class") + ": " + exception.getString("message"));
    problem.send(response, problem.toJson().put("exception", exception));
  }

  private void failed(Throwable cause) {
    Problem.of(CallFailure.of(cause, where)).send(response);
  }

  private static byte[] take(ByteBuf payload) {
    try {
      return ByteBufUtil.getBytes(payload);
    } finally {
      payload.release();
    }
  }
}
