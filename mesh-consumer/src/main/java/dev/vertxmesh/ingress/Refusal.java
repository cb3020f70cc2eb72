package dev.vertxmesh.ingress;

import dev.vertxmesh.call.CallFailure;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** A failure that is answered over and over, written down once. */
public final class Refusal {

  private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("retry-after");
  private static final CharSequence SECOND = HttpHeaders.createOptimized("1");
  private static final CharSequence PROBLEM = HttpHeaders.createOptimized(Problem.CONTENT_TYPE);

  private final CallFailure failure;
  private final int status;
  private final Buffer body;

  /**
   * @param failure whose call never ran
   */
  public Refusal(CallFailure failure) {
    Problem problem = Problem.of(failure);
    this.failure = failure;
    this.status = problem.status();
    this.body = problem.toJson().toBuffer();
  }

  public CallFailure failure() {
    return failure;
  }

  /** Ends a response over HTTP with it, as {@link Problem#send} would. */
  public void send(HttpServerResponse response) {
    response
        .setStatusCode(status)
        .putHeader(RETRY_AFTER, SECOND)
        .putHeader(HttpHeaders.CONTENT_TYPE, PROBLEM)
        .end(body);
  }
}
