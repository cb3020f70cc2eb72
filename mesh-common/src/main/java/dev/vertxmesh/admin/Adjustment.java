package dev.vertxmesh.admin;

import io.vertx.core.Timer;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;

/** One PUT of an {@link Adjustable}: reads a small body, and answers when it's done. */
final class Adjustment {

  static final int LARGEST_BODY = 64 << 10;

  /** As long as a head may take; after a 408 the connection has as long again until it's closed. */
  private static final int BODY_SECONDS = 15;

  private final HttpServerRequest request;
  private final String visitor;
  private final Adjustable adjustable;
  private final Buffer body = Buffer.buffer();
  private final Timer deadline;
  private boolean refused;

  private Adjustment(
      Vertx vertx, HttpServerRequest request, String visitor, Adjustable adjustable) {
    this.request = request;
    this.visitor = visitor;
    this.adjustable = adjustable;
    deadline = vertx.timer(BODY_SECONDS, TimeUnit.SECONDS);
    deadline.onSuccess(over -> refuse(408, "the body wasn't whole within " + BODY_SECONDS + " s"));
  }

  /**
   * @param visitor who asks for it
   */
  static void read(Vertx vertx, HttpServerRequest request, String visitor, Adjustable adjustable) {
    Adjustment adjustment = new Adjustment(vertx, request, visitor, adjustable);
    request.handler(adjustment::onBytes);
    request.endHandler(end -> adjustment.onEnd());
    request.exceptionHandler(adjustment::onFault);
  }

  private void onBytes(Buffer bytes) {
    if (refused) {
      return;
    }
    body.appendBuffer(bytes);
    if (body.length() > LARGEST_BODY) {
      refuse(413, "the body is longer than " + LARGEST_BODY + " bytes");
    }
  }

  /** It ends the connection, but who sent what can't be read is told why before. */
  private void onFault(Throwable cause) {
    if (!refused) {
      refuse(400, "body: it can't be read: " + cause.getMessage());
    }
    request.connection().close();
  }

  private void onEnd() {
    if (refused) {
      return;
    }
    deadline.cancel();
    try {
      adjustable.put(new JsonObject(body)).onSuccess(done -> answer()).onFailure(this::onUntold);
    } catch (DecodeException | ClassCastException e) {
      refuse(400, "the body is no JSON object, expected such as " + adjustable.value().encode());
    } catch (IllegalArgumentException e) {
      refuse(400, e.getMessage());
    } catch (RuntimeException e) {
      refuse(500, "the agent couldn't answer: " + e);
    }
  }

  /** It counts here, and others don't know it yet. */
  private void onUntold(Throwable cause) {
    AdminAudit.changed(request, visitor, adjustable);
    refused = true;
    new AdminProblem(503, "it's set here, and tried on: " + cause.getMessage())
        .send(request.response());
  }

  private void answer() {
    AdminAudit.changed(request, visitor, adjustable);
    request
        .response()
        .putHeader("content-type", "application/json")
        .end(adjustable.value().toBuffer());
  }

  private void refuse(int status, String detail) {
    refused = true;
    deadline.cancel();
    refuse(request, visitor, adjustable, status, detail);
  }

  /** With a line that shows that nothing has changed. */
  static void refuse(
      HttpServerRequest request, String visitor, Adjustable adjustable, int status, String detail) {
    AdminAudit.notChanged(request, visitor, adjustable, status);
    new AdminProblem(status, detail).send(request.response());
  }
}
