package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import io.netty.buffer.ByteBuf;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;

/** One call that comes over HTTP: its request is read, it is made, and its end is the response. */
final class HttpCall {

  private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain;charset=utf-8");
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final HttpOptions options;
  private final BodyBudget budget;
  private final CallReader reader;
  private final Caller caller;
  private Call call;
  private int held;

  HttpCall(
      HttpServerRequest request,
      HttpOptions options,
      BodyBudget budget,
      CallReader reader,
      Caller caller) {
    this.request = request;
    this.response = request.response();
    this.options = options;
    this.budget = budget;
    this.reader = reader;
    this.caller = caller;
  }

  void begin() {
    new RequestBody(request, options.maxBody(), budget, options.where(), this::onBody, this::refuse)
        .read();
  }

  private void onBody(byte[] body) {
    held = body.length;
    try {
      call = reader.read(CallHeaders.of(request.headers(), options.timeoutMillis()), body);
    } catch (BadCall e) {
      refuse(new CallFailure(Status.BAD_REQUEST, options.where(), e.getMessage()));
      return;
    }
    response.closeHandler(v -> call.cancel());
    caller.call(call).onComplete(this::onReply, this::onFailure);
  }

  private void onReply(Reply reply) {
    giveBack();
    if (response.closed()) {
      reply.payload().release();
    } else if (reply.status() == Status.EXCEPTION) {
      thrown(take(reply.payload()));
    } else {
      reply.attachments().forEach((name, value) -> attach(name, value));
      response.putHeader(HttpHeaders.CONTENT_TYPE, reply.encoding() == Encoding.TEXT ? TEXT : JSON);
      ReplyBody.send(response, reply.payload());
    }
  }

  private void onFailure(Throwable cause) {
    refuse(CallFailure.of(cause, options.where()));
  }

  private void refuse(CallFailure failure) {
    giveBack();
    Problem.of(failure).send(response);
  }

  private void giveBack() {
    budget.giveBack(held);
    held = 0;
  }

  /** What can't be a header stays out: it must not make another header of itself. */
  private void attach(String name, String value) {
    if (isPrintable(name) && isPrintable(value) && name.indexOf(':') < 0) {
      response.putHeader("x-mesh-attachment-" + name, value);
    }
  }

  private static boolean isPrintable(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 127);
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

  private static String take(ByteBuf payload) {
    try {
      return payload.toString(StandardCharsets.UTF_8);
    } finally {
      payload.release();
    }
  }
}
