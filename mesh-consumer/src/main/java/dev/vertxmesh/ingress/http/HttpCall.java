package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.ingress.BodyBudget;
import dev.vertxmesh.ingress.CachedProblem;
import dev.vertxmesh.ingress.ErrorTable;
import dev.vertxmesh.ingress.Problem;
import dev.vertxmesh.ingress.RequestOrigin;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** One call that comes over HTTP: its request is read, it is made, and its end is the response. */
final class HttpCall implements Completable<Reply> {

  private static final CharSequence TEXT = HttpHeaders.createOptimized("text/plain;charset=utf-8");
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  /** The status for a call whose result nobody waits for: it was sent to the provider. */
  private static final int ACCEPTED = 202;

  /** The status for a body of a kind that isn't read (RFC 9110, 15.5.16). */
  private static final int UNSUPPORTED = 415;

  /** What a header's name may be made of (RFC 9110, 5.6.2). */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  private final Vertx vertx;
  private final HttpServerRequest request;
  private final Http2Windows windows;
  private final HttpServerResponse response;
  private final HttpOptions options;
  private final BodyPace pace;
  private final BodyBudget budget;
  private final UnsentResponses unsent;
  private final CallReader reader;
  private final CallPath path;
  private final Origin origin;
  private final long cameAt;
  private Call call;
  private int held;

  HttpCall(
      Vertx vertx,
      HttpServerRequest request,
      Http2Windows windows,
      HttpOptions options,
      BodyPace pace,
      BodyBudget budget,
      UnsentResponses unsent,
      CallReader reader,
      CallPath path,
      long cameAt) {
    this.vertx = vertx;
    this.request = request;
    this.windows = windows;
    this.response = request.response();
    this.options = options;
    this.pace = pace;
    this.budget = budget;
    this.unsent = unsent;
    this.reader = reader;
    this.path = path;
    this.origin = new RequestOrigin(WireProtocol.HTTP, request);
    this.cameAt = cameAt;
  }

  void begin() {
    new RequestBody(vertx, request, windows, options, pace, budget, this::onBody, this::end).read();
  }

  private void onBody(byte[] body) {
    held = body.length;
    try {
      call = reader.read(CallHeaders.of(request, options), body);
    } catch (BadCall e) {
      end(e);
      return;
    } catch (RuntimeException | Error e) { // ours, such as out of memory: nobody must wait in vain
      end(CallFailure.of(e, options.where()));
      return;
    }
    call.record().came(origin, cameAt);
    response.closeHandler(v -> onLeft());
    make().onComplete(this);
  }

  private Future<Reply> make() {
    try {
      return path.call(call);
    } catch (RuntimeException | Error e) { // likewise
      return Future.failedFuture(e);
    }
  }

  private void end(BadCall mistake) {
    CallFailure failure =
        new CallFailure(Status.BAD_REQUEST, options.where(), mistake.getMessage());
    if (mistake.isUnsupported()) {
      giveBack();
      Problem.of(UNSUPPORTED, failure).send(response, unmade(failure).id());
    } else {
      end(failure);
    }
  }

  /** It's no call, and never will be one. */
  private void end(CallFailure failure) {
    refuse(failure, unmade(failure));
  }

  private Call unmade(CallFailure failure) {
    Call unmade = Call.unmade(HttpIngress.target(request), origin, cameAt, failure);
    path.ended(unmade);
    return unmade;
  }

  private void onLeft() {
    if (call != null) {
      call.cancel();
    }
  }

  /** The call has ended. */
  @Override
  public void complete(Reply reply, Throwable failure) {
    if (failure == null) {
      onReply(reply);
    } else {
      onFailure(failure);
    }
  }

  private void onReply(Reply reply) {
    Call answered = call;
    call = null; // with it go the arguments, while the answer may take its time
    giveBack();
    if (response.closed()) {
      reply.payload().release();
    } else if (answered.options().oneWay()) {
      reply.payload().release();
      response.setStatusCode(ACCEPTED).end();
    } else if (reply.status() == Status.EXCEPTION) {
      attach(Reply.TYPES, reply.attachments().getOrDefault(Reply.TYPES, ""));
      thrown(answered, take(reply.payload()));
    } else {
      reply.attachments().forEach(this::attach);
      response.putHeader(HttpHeaders.CONTENT_TYPE, reply.encoding() == Encoding.TEXT ? TEXT : JSON);
      send(answered, reply.payload());
    }
  }

  private void send(Call answered, ByteBuf payload) {
    int size = payload.readableBytes();
    if (!ReplyBody.send(vertx, options.stallMillis(), unsent, request, payload)) {
      String detail = "the answer takes %d bytes, more than answers that wait leave of the memory";
      refuse(new CallFailure(Status.TOO_LARGE, options.where(), detail.formatted(size)), answered);
    }
  }

  private void onFailure(Throwable cause) {
    refuse(CallFailure.of(cause, options.where()), call);
  }

  private void refuse(CallFailure failure, Call refused) {
    giveBack();
    if (failure.status() == Status.REFUSED || failure.status() == Status.LIMITED) {
      CachedProblem.of(failure).send(response, refused.id());
    } else {
      Problem.of(failure).send(response, refused.id());
    }
  }

  private void giveBack() {
    budget.resize(held, 0);
    held = 0;
  }

  /** What can't be a header stays out: it must not make another header of itself. */
  private void attach(String name, String value) {
    if (name.equals(Reply.TYPES)) {
      if (!value.isEmpty() && isPrintable(value)) {
        response.putHeader(name, value);
      }
    } else if (TOKEN.matcher(name).matches() && isPrintable(value)) {
      response.putHeader("x-mesh-attachment-" + name.toLowerCase(Locale.ROOT), value);
    }
  }

  private static boolean isPrintable(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) >= 127) {
        return false;
      }
    }
    return true;
  }

  /** The called method threw: the problem carries what. */
  private void thrown(Call answered, String exceptionJson) {
    JsonObject exception = ThrownJson.read(exceptionJson);
    Problem problem =
        Problem.of(
            ErrorTable.of(Status.EXCEPTION).http(),
            Status.EXCEPTION,
            ErrorTable.of(Status.EXCEPTION).title(),
            answered.target().toString(),
            exception.getValue("class") + ": " + exception.getValue("message") + lost(exception));
    problem.send(response, answered.id(), problem.toJson().put("exception", exception));
  }

  private static String lost(JsonObject exception) {
    return exception.getValue("lost") instanceof String what ? " (" + what + ")" : "";
  }

  private static String take(ByteBuf payload) {
    try {
      return payload.toString(StandardCharsets.UTF_8);
    } finally {
      payload.release();
    }
  }
}
