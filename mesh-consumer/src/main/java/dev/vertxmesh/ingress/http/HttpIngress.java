package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.http1.BadRequest;
import dev.vertxmesh.http2.Http2Connections;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.ingress.BodyBudget;
import dev.vertxmesh.ingress.Problem;
import dev.vertxmesh.ingress.RequestOrigin;
import dev.vertxmesh.text.KnownTexts;
import io.netty.buffer.Unpooled;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The routes: {@code POST /} takes the contest's form, {@code POST /{interface}/{method}} takes
 * JSON. Belongs to one event loop.
 */
public final class HttpIngress implements Handler<HttpServerRequest> {

  private static final String[] NO_PARTS = {};
  private static final String FORM = "application/x-www-form-urlencoded";

  /**
   * How many times as long as a stall an answer may take to go out once it's written, since nobody
   * sees whether any of it has: a slow line that many answers share isn't a client that reads
   * nothing.
   */
  private static final int STALLS_UNSENT = 10;

  private final Vertx vertx;
  private final CallPath path;
  private final HttpOptions options;
  private final Http2Connections connections;
  private final BodyPace pace;
  private final BodyBudget budget;
  private final UnsentResponses unsent;
  private final LongSupplier nanoClock;
  private final Function<byte[], Form> forms;
  private final Router router;

  /**
   * @param connections on which requests come
   */
  public HttpIngress(
      Vertx vertx,
      CallPath path,
      HttpOptions options,
      Http2Connections connections,
      LongSupplier nanoClock) {
    this.vertx = vertx;
    this.path = path;
    this.options = options;
    this.connections = connections;
    this.pace = new BodyPace(vertx, options.stallMillis(), options.bodyPace());
    this.budget = new BodyBudget(options.budget());
    this.unsent = new UnsentResponses(vertx, STALLS_UNSENT * options.stallMillis());
    this.nanoClock = nanoClock;
    KnownTexts known = new KnownTexts();
    this.forms = body -> Form.parse(body, known);
    this.router = routes(vertx);
  }

  @Override
  public void handle(HttpServerRequest request) {
    String path = request.method() == HttpMethod.POST ? request.path() : null;
    PlainPath plain = PlainPath.of(path);
    if ("/".equals(path)) {
      onForm(request); // past the router, as nearly all calls: their paths need no matching
    } else if (plain != null && request.authority() != null) {
      onJson(request, plain.interfaceName(), plain.method());
    } else {
      router.handle(request);
    }
  }

  /** What isn't HTTP: the connection can't go on after it. */
  public void onInvalid(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    String detail = "request: " + cause.getMessage();
    send(request, BadRequest.statusOf(cause), Status.BAD_REQUEST, "Not HTTP", detail);
    request.connection().close();
  }

  private Router routes(Vertx vertx) {
    Router routes = Router.router(vertx);
    routes.post("/").handler(ctx -> onForm(ctx.request()));
    routes
        .post("/:interface/:method")
        .handler(ctx -> onJson(ctx.request(), ctx.pathParam("interface"), ctx.pathParam("method")));
    routes.errorHandler(400, ctx -> onFault(ctx.request(), Status.BAD_REQUEST, ctx.failure()));
    routes.errorHandler(404, ctx -> onNoRoute(ctx.request()));
    routes.errorHandler(405, ctx -> onOtherMethod(ctx.request()));
    routes.errorHandler(500, ctx -> onFault(ctx.request(), Status.INTERNAL, ctx.failure()));
    return routes;
  }

  private void onForm(HttpServerRequest request) {
    begin(request, (headers, body) -> form(request, headers, body));
  }

  private void onJson(HttpServerRequest request, String interfaceName, String method) {
    begin(request, (headers, body) -> json(request, headers, interfaceName, method, body));
  }

  private void begin(HttpServerRequest request, CallReader reader) {
    String header = options.affinityHeader();
    CallReader affine = header == null ? reader : affine(reader, request.getHeader(header));
    Http2Windows windows = connections.of(request.connection());
    long now = nanoClock.getAsLong();
    new HttpCall(vertx, request, windows, options, pace, budget, unsent, affine, path, now).begin();
  }

  private static CallReader affine(CallReader reader, String affinity) {
    return (headers, body) -> {
      Call call = reader.read(headers, body);
      call.affinity(affinity);
      return call;
    };
  }

  private Call form(HttpServerRequest request, CallHeaders headers, byte[] body) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (type != null && !type.regionMatches(true, 0, FORM, 0, FORM.length())) {
      throw new BadCall(
          "content-type: '%s', expected %s; a call with JSON goes to /{interface}/{method}"
              .formatted(type, FORM));
    }
    Form form = parse(request, body, forms);
    Target target =
        new Target(headers.service(form.interfaceName()), form.method(), form.parameterTypes());
    return call(headers, target, Encoding.TEXT, form.parameter(), Map.of());
  }

  private Call json(
      HttpServerRequest request,
      CallHeaders headers,
      String interfaceName,
      String method,
      byte[] body) {
    JsonBody json = parse(request, body, JsonBody::parse);
    Target target = new Target(headers.service(interfaceName), method, json.descriptor());
    return call(headers, target, Encoding.JSON, json.arguments(), json.attachments());
  }

  private static <T> T parse(HttpServerRequest request, byte[] body, Function<byte[], T> parser) {
    try {
      return parser.apply(body);
    } catch (BadCall e) {
      throw BodyKind.mistake(request, e);
    }
  }

  /**
   * @param more attachments, which win over those of the headers
   */
  private Call call(
      CallHeaders headers,
      Target target,
      Encoding encoding,
      byte[] payload,
      Map<String, String> more) {
    Call call =
        new Call(
            target,
            encoding,
            Unpooled.wrappedBuffer(payload),
            more.isEmpty() ? headers.attachments() : both(headers.attachments(), more),
            Deadline.after(headers.timeoutMillis(), nanoClock.getAsLong()),
            headers.options());
    call.record().timeoutOf(headers.timeoutOf());
    return call;
  }

  private static Map<String, String> both(Map<String, String> some, Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(some);
    all.putAll(more);
    return all;
  }

  private void onNoRoute(HttpServerRequest request) {
    String detail =
        "path: '%s', expected / or /{interface}/{method}%s"
            .formatted(request.path(), OtherPort.hint(request));
    send(request, 404, Status.NO_SERVICE, "No such path", detail);
  }

  private void onOtherMethod(HttpServerRequest request) {
    request.response().putHeader("allow", "POST");
    String detail =
        "method: %s, expected POST / with a form, or POST /{interface}/{method} with JSON%s"
            .formatted(request.method(), OtherPort.hint(request));
    send(request, 405, Status.BAD_REQUEST, "Only POST makes a call", detail);
  }

  private void onFault(HttpServerRequest request, Status status, Throwable cause) {
    String detail =
        cause == null ? "request: it can't be understood" : String.valueOf(cause.getMessage());
    CallFailure failure = new CallFailure(status, options.where(), detail);
    String id = end(request, failure);
    Problem.of(failure).send(request.response(), id);
  }

  private void send(
      HttpServerRequest request, int status, Status meaning, String title, String detail) {
    String id = end(request, new CallFailure(meaning, options.where(), detail));
    Problem.of(status, meaning, title, options.where(), detail).send(request.response(), id);
  }

  /**
   * A request that is no call.
   *
   * @return what names it
   */
  private String end(HttpServerRequest request, CallFailure failure) {
    RequestOrigin origin = new RequestOrigin(WireProtocol.HTTP, request);
    Call unmade = Call.unmade(target(request), origin, nanoClock.getAsLong(), failure);
    path.ended(unmade);
    return unmade.id();
  }

  /** What a request is for that may be no call, as far as its head tells. */
  static Target target(HttpServerRequest request) {
    String path = request.path();
    String[] parts = path == null ? NO_PARTS : path.split("/", -1);
    if (parts.length != 3 || parts[1].isEmpty()) {
      return Target.NONE;
    }
    ServiceKey service =
        new ServiceKey(
            parts[1], request.getHeader("x-mesh-group"), request.getHeader("x-mesh-version"));
    return new Target(service, parts[2], Target.UNKNOWN);
  }
}
