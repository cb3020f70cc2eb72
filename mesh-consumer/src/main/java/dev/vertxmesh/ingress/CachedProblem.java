package dev.vertxmesh.ingress;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import io.netty.util.concurrent.FastThreadLocal;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.Json;

/** A failure that is answered over and over, written down once. */
public final class CachedProblem {

  private static final CharSequence RETRY_AFTER = HttpHeaders.createOptimized("retry-after");
  private static final CharSequence PROBLEM = HttpHeaders.createOptimized(Problem.CONTENT_TYPE);

  /** Others say what somebody else has written, be it of any length, and aren't kept. */
  private static final int LONGEST_KEPT = 1_000;

  private static final FastThreadLocal<CachedProblem> LAST = new FastThreadLocal<>();

  private final CallFailure failure;
  private final int status;

  /** The body without its closing brace: the call's id comes behind it. */
  private final Buffer begin;

  private final CharSequence retryAfter;

  /**
   * @param failure whose call never ran
   */
  public CachedProblem(CallFailure failure) {
    Problem problem = Problem.of(failure);
    this.failure = failure;
    this.status = problem.status();
    Buffer whole = problem.toJson().toBuffer();
    this.begin = whole.slice(0, whole.length() - 1);
    this.retryAfter = HttpHeaders.createOptimized("" + problem.retryAfterSeconds());
  }

  /**
   * The one that was written down last on this event loop, if it says the same: who has more calls
   * than can be made refuses them with the same words, over and over.
   */
  public static CachedProblem of(CallFailure failure) {
    CachedProblem last = LAST.get();
    if (last != null && last.says(failure)) {
      return last;
    }
    CachedProblem refusal = new CachedProblem(failure);
    if (words(failure).length() <= LONGEST_KEPT) {
      LAST.set(refusal);
    }
    return refusal;
  }

  private boolean says(CallFailure other) {
    return failure.status() == other.status()
        && Problem.retryAfterSeconds(failure) == Problem.retryAfterSeconds(other)
        && failure.where().equals(other.where())
        && words(failure).equals(words(other));
  }

  private static String words(CallFailure failure) {
    return String.valueOf(failure.getMessage());
  }

  public CallFailure failure() {
    return failure;
  }

  /** Ends a response over HTTP with it, as {@link Problem#send} would. */
  public void send(HttpServerResponse response, String id) {
    if (response.ended() || response.closed()) {
      return;
    }
    response
        .setStatusCode(status)
        .putHeader(CallRecord.ID, id)
        .putHeader(RETRY_AFTER, retryAfter)
        .putHeader(HttpHeaders.CONTENT_TYPE, PROBLEM)
        .end(begin.copy().appendString(",\"id\":" + Json.encode(id) + "}"));
  }
}
