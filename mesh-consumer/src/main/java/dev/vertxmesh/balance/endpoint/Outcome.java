package dev.vertxmesh.balance.endpoint;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;

/** What the end of a call says of the endpoint that had it. */
public enum Outcome {
  /** It answered. */
  ANSWERED,
  /**
   * Its method threw. That is an answer: the endpoint isn't sick. But methods that throw do so at
   * once, so how soon it came doesn't say that the endpoint is fast.
   */
  THREW,
  /** It answered a stream, which lasts as long as its caller likes. */
  STREAMED,
  /** It has too much to do: a reason to give it less, and none to think it sick. */
  FULL,
  /** It failed. */
  FAILED,
  /**
   * Nobody waits for it any more, because the caller went away or another endpoint was faster. No
   * failure, but it would have taken longer still.
   */
  GIVEN_UP,
  /** Nothing: the caller was wrong. */
  IGNORED;

  public boolean isAnswer() {
    return this == ANSWERED || this == THREW || this == STREAMED;
  }

  /**
   * Whether the endpoint takes at least as long as the call was away, and nobody knows how long.
   */
  public boolean isLeast() {
    return this == THREW || this == GIVEN_UP;
  }

  /**
   * The same of a call with two directions.
   *
   * @param isTold whether it's known how long the endpoint took
   * @param isAnswered whether its answer had begun
   */
  public Outcome ofExchange(boolean isTold, boolean isAnswered) {
    return switch (this) {
      case ANSWERED, THREW -> isTold ? this : STREAMED;
      case GIVEN_UP -> isTold && !isAnswered ? this : IGNORED;
      default -> this;
    };
  }

  /** Of a call that ended without a reply. */
  public static Outcome of(Call call, Throwable cause, long nowNanos) {
    return cause instanceof CallFailure failure
        ? of(failure.status(), call.deadline().hasPassed(nowNanos))
        : FAILED;
  }

  /**
   * @param late whether the deadline had passed. The layer that watches it cancels the call, so
   *     from here an endpoint that hangs looks like a caller that went away
   */
  public static Outcome of(Status status, boolean late) {
    return switch (status) {
      case OK -> ANSWERED;
      case EXCEPTION -> THREW;
      case REFUSED -> FULL;
      case CANCELLED -> late ? FAILED : GIVEN_UP;
      case BAD_REQUEST, NO_METHOD, TOO_LARGE, DENIED, UNAUTHENTICATED, SERIALIZATION, LIMITED ->
          IGNORED;
      // it's registered for the service, so that it doesn't have it is its own fault
      case NO_SERVICE -> FAILED;
      case UNAVAILABLE, LOST, TIMEOUT, PROVIDER_ERROR, INTERNAL -> FAILED;
    };
  }
}
