package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.memory.OverBudgetException;

/** What a caller is told whose arguments weigh too much: now, or ever. */
final class ArgumentsTooLarge {

  private ArgumentsTooLarge() {}

  static CallFailure failure(OverBudgetException cause, String where) {
    return new CallFailure(
        cause.fitsAlone() ? Status.REFUSED : Status.TOO_LARGE,
        where,
        "the arguments: " + cause.getMessage());
  }
}
