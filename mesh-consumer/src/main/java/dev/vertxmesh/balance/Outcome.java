package dev.vertxmesh.balance;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;

/** What the end of a call says of the endpoint that had it. */
public enum Outcome {
  /** It answered. That the method threw is an answer too. */
  ANSWERED,
  /** It has too much to do: a reason to give it less, and none to think it sick. */
  FULL,
  /** It failed. */
  FAILED,
  /** Nothing: the caller was wrong, or went away. */
  IGNORED;

  /** Of a call that ended without a reply. */
  static Outcome of(Call call, Throwable cause, long nowNanos) {
    return cause instanceof CallFailure failure
        ? of(failure.status(), call.deadline().hasPassed(nowNanos))
        : FAILED;
  }

  /**
   * @param late whether the deadline had passed. Whoever watches it cancels the call, so from here
   *     an endpoint that hangs looks like a caller that went away
   */
  static Outcome of(Status status, boolean late) {
    return switch (status) {
      case OK, EXCEPTION -> ANSWERED;
      case REFUSED -> FULL;
      case CANCELLED -> late ? FAILED : IGNORED;
      case BAD_REQUEST, NO_METHOD, TOO_LARGE, DENIED, SERIALIZATION -> IGNORED;
      // it's registered for the service, so that it doesn't have it is its own fault
      case NO_SERVICE -> FAILED;
      case UNAVAILABLE, LOST, TIMEOUT, PROVIDER_ERROR, INTERNAL -> FAILED;
    };
  }
}
