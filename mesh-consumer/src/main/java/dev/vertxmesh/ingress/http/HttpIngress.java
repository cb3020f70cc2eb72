package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The routes: {@code POST /} takes the contest's form, {@code POST /{interface}/{method}} takes
 * JSON. Belongs to one event loop.
 */
public final class HttpIngress implements Handler<HttpServerRequest> {

  private static final String FORM = "application/x-www-form-urlencoded";

  private final Caller caller;
  private final int maxBody;
  private final long timeoutMillis;
  private final String where;
  private final LongSupplier nanoClock;
  private final Router router;

  /**
   * @param maxBody bytes of a request's body
   * @param timeoutMillis for calls that don't say how long they wait
   * @param where this agent, as problems name it
   */
  public HttpIngress(
      Vertx vertx,
      Caller caller,
      int maxBody,
      long timeoutMillis,
      String where,
      LongSupplier nanoClock) {
    this.caller = caller;
    this.maxBody = maxBody;
    this.timeoutMillis = timeoutMillis;
    this.where = where;
    this.nanoClock = nanoClock;
    this.router = routes(vertx);
  }

  @Override
  public void handle(HttpServerRequest request) {
    if (request.method() == HttpMethod.POST && "/".equals(request.path())) {
      onForm(request); // the shorter way, see docs/bench.md for what it saves
    } else {
      router.handle(request);
    }
  }

  private Router routes(Vertx vertx) {
    Router routes = Router.router(vertx);
    routes.post("/").handler(ctx -> onForm(ctx.request()));
    routes
        .post("/:interface/:method")
        .handler(ctx -> onJson(ctx.request(), ctx.pathParam("interface"), ctx.pathParam("method")));
    routes.errorHandler(404, ctx -> onNoRoute(ctx.request()));
    routes.errorHandler(405, ctx -> onOtherMethod(ctx.request()));
    routes.errorHandler(500, ctx -> refuse(ctx.request(), CallFailure.of(ctx.failure(), where)));
    return routes;
  }

  /** What isn't HTTP: the connection can't go on after it. */
  public void onInvalid(HttpServerRequest request) {
    String detail = String.valueOf(request.decoderResult().cause().getMessage());
    Problem.of(400, Status.BAD_REQUEST, "Not HTTP", where, "request: " + detail)
        .send(request.response());
    request.connection().close();
  }

  private void onOtherMethod(HttpServerRequest request) {
    request.response().putHeader("allow", "POST");
    Problem.of(
            405,
            Status.BAD_REQUEST,
            "Only POST makes a call",
            where,
            "method: %s, expected POST / with a form, or POST /{interface}/{method} with JSON"
                .formatted(request.method()))
        .send(request.response());
  }

  private void onForm(HttpServerRequest request) {
    read(request, body -> onForm(request, body));
  }

  private void onForm(HttpServerRequest request, Buffer body) {
    String type = request.getHeader("content-type");
    if (type != null && !type.toLowerCase(Locale.ROOT).startsWith(FORM)) {
      throw new BadCall("content-type: '%s', expected %s".formatted(type, FORM));
    }
    CallHeaders headers = CallHeaders.of(request.headers(), timeoutMillis);
    Form form = Form.parse(body);
    Target target =
        new Target(headers.service(form.interfaceName()), form.method(), form.parameterTypes());
    call(request, headers, target, Encoding.TEXT, Unpooled.wrappedBuffer(form.parameter()));
  }

  private void onNoRoute(HttpServerRequest request) {
    Problem.of(
            404,
            Status.NO_SERVICE,
            "No such path",
            where,
            "path: '%s', expected / or /{interface}/{method}".formatted(request.path()))
        .send(request.response());
  }

  private void onJson(HttpServerRequest request, String interfaceName, String method) {
    read(request, body -> onJson(request, interfaceName, method, body));
  }

  private void onJson(HttpServerRequest request, String interfaceName, String method, Buffer body) {
    CallHeaders headers = CallHeaders.of(request.headers(), timeoutMillis);
    JsonArguments json = JsonArguments.parse(body.getBytes());
    Target target = new Target(headers.service(interfaceName), method, json.descriptor());
    call(request, headers, target, Encoding.JSON, Unpooled.wrappedBuffer(json.arguments()));
  }

  private void call(
      HttpServerRequest request,
      CallHeaders headers,
      Target target,
      Encoding encoding,
      ByteBuf payload) {
    Deadline deadline = Deadline.after(headers.timeoutMillis(), nanoClock.getAsLong());
    Call call = new Call(target, encoding, payload, headers.attachments(), deadline);
    HttpCall.make(request.response(), call, caller, where);
  }

  private void read(HttpServerRequest request, Consumer<Buffer> then) {
    RequestBody.read(
        request,
        maxBody,
        where,
        body -> {
          try {
            then.accept(body);
          } catch (BadCall e) {
            refuse(request, new CallFailure(Status.BAD_REQUEST, where, e.getMessage()));
          }
        },
        failure -> refuse(request, failure));
  }

  private void refuse(HttpServerRequest request, CallFailure failure) {
    Problem.of(failure).send(request.response());
  }
}
