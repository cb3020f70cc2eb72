package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/**
 * An error as a caller over HTTP gets it: RFC 9457, with {@code where} (which agent, and which
 * endpoint) and {@code retry} ({@code safe}: it never ran; {@code may-repeat}: it may have run;
 * {@code useless}).
 *
 * @param status the HTTP status
 * @param type the end of the problem's type; the table is in docs/errors.md
 */
record Problem(
    int status, String type, String title, String where, Status.Retry retry, String detail) {

  static final String CONTENT_TYPE = "application/problem+json";

  /** The one table from a call's end to HTTP. */
  static Problem of(CallFailure failure) {
    return switch (failure.status()) {
      case BAD_REQUEST -> of(failure, 400, "The call is malformed");
      case NO_SERVICE -> of(failure, 404, "No such service");
      case NO_METHOD -> of(failure, 404, "No such method");
      case TOO_LARGE -> of(failure, 413, "Too large");
      case REFUSED -> of(failure, 503, "Refused: too much is in flight");
      case UNAVAILABLE -> of(failure, 503, "No endpoint can be reached");
      case LOST -> of(failure, 503, "The connection was lost during the call");
      case TIMEOUT -> of(failure, 504, "The deadline has passed");
      case CANCELLED -> of(failure, 499, "The caller went away");
      case PROVIDER_ERROR -> of(failure, 502, "The provider answered with an error");
      case OK, EXCEPTION, INTERNAL -> of(failure, 500, "A fault of the mesh");
    };
  }

  static Problem of(int status, Status meaning, String title, String where, String detail) {
    return new Problem(status, typeOf(meaning), title, where, meaning.retry(), detail);
  }

  private static Problem of(CallFailure failure, int status, String title) {
    return of(status, failure.status(), title, failure.where(), failure.getMessage());
  }

  private static String typeOf(Status status) {
    return status.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("type", "urn:vertx-mesh:" + type)
        .put("title", title)
        .put("status", status)
        .put("detail", detail)
        .put("where", where)
        .put("retry", retry.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  void send(HttpServerResponse response) {
    send(response, toJson());
  }

  void send(HttpServerResponse response, JsonObject body) {
    if (response.ended() || response.closed()) {
      return;
    }
    if (retry == Status.Retry.SAFE) {
      response.putHeader("retry-after", "1");
    }
    response.setStatusCode(status).putHeader("content-type", CONTENT_TYPE).end(body.toBuffer());
  }
}
