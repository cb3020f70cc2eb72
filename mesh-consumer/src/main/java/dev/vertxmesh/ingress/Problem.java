package dev.vertxmesh.ingress;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
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
 * @param retryAfterSeconds how long to wait before calling again; 0 for nothing to say
 */
public record Problem(
    int status,
    String type,
    String title,
    String where,
    Status.Retry retry,
    String detail,
    long retryAfterSeconds) {

  public static final String CONTENT_TYPE = "application/problem+json";

  private static final int UNAUTHORIZED = 401;

  /** RFC 9110, 11.6.1: how one says who one is; there's no registered scheme for keys. */
  private static final String CHALLENGE =
      "Bearer realm=\"vertx-mesh\", ApiKey realm=\"vertx-mesh\", header=\"x-api-key\"";

  public static Problem of(CallFailure failure) {
    return of(ErrorTable.of(failure.status()).http(), failure);
  }

  /** With another HTTP status than the table has. */
  public static Problem of(int status, CallFailure failure) {
    return new Problem(
        status,
        typeOf(failure.status()),
        ErrorTable.of(failure.status()).title(),
        failure.where(),
        failure.status().retry(),
        failure.getMessage(),
        retryAfterSeconds(failure));
  }

  /** Whole seconds, as HTTP has them, and not too few; a call that never ran may come in one. */
  static long retryAfterSeconds(CallFailure failure) {
    boolean isSafe = failure.status().retry() == Status.Retry.SAFE;
    long said = (failure.retryAfterMillis() + 999) / 1_000;
    return said == 0 && isSafe ? 1 : said;
  }

  public static Problem of(int status, Status meaning, String title, String where, String detail) {
    long retryAfter = meaning.retry() == Status.Retry.SAFE ? 1 : 0;
    return new Problem(status, typeOf(meaning), title, where, meaning.retry(), detail, retryAfter);
  }

  private static String typeOf(Status status) {
    return status.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public JsonObject toJson() {
    return new JsonObject()
        .put("type", "urn:vertx-mesh:" + type)
        .put("title", title)
        .put("status", status)
        .put("detail", detail)
        .put("where", where)
        .put("retry", retry.name().toLowerCase(Locale.ROOT).replace('_', '-'));
  }

  /**
   * Ends the response with it.
   *
   * @param id of the call, {@link dev.vertxmesh.call.Call#id()}
   */
  public void send(HttpServerResponse response, String id) {
    send(response, id, toJson());
  }

  /** The same with more than the problem in the body. */
  public void send(HttpServerResponse response, String id, JsonObject body) {
    if (response.ended() || response.closed()) {
      return;
    }
    response.putHeader(CallRecord.ID, id);
    body.put("id", id);
    if (retryAfterSeconds > 0) {
      response.putHeader("retry-after", "" + retryAfterSeconds);
    }
    if (status == UNAUTHORIZED) {
      response.putHeader("www-authenticate", CHALLENGE);
    }
    response.setStatusCode(status).putHeader("content-type", CONTENT_TYPE).end(body.toBuffer());
  }
}
