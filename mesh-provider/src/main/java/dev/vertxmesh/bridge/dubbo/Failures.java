package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.WireObject;

/** What a provider's refusals mean. The one place where Dubbo's statuses and texts are read. */
final class Failures {

  private Failures() {}

  /**
   * A response whose status isn't OK.
   *
   * @param reason what its body says: often a message and a whole stack trace
   */
  static CallFailure of(int status, String reason, String where) {
    return failure(meaning(DubboStatus.of(status), reason), status, reason, where);
  }

  /** What was thrown by Dubbo instead of by the method, as a failure; else null. */
  static CallFailure ofThrown(Object thrown, String where) {
    if (!(thrown instanceof WireObject object)) {
      return null;
    }
    String message = String.valueOf(Known.thrownMessage(object));
    String type = String.valueOf(Known.thrownClass(object));
    boolean dubbos = type.endsWith(".rpc.RpcException") || type.endsWith(".NoSuchMethodException");
    Status meaning = dubbos ? textMeaning(message) : null;
    return meaning == null ? null : failure(meaning, DubboStatus.OK.code(), message, where);
  }

  private static Status meaning(DubboStatus status, String reason) {
    return switch (status) {
      case THREAD_POOL_EXHAUSTED -> Status.REFUSED;
      case CLIENT_TIMEOUT, SERVER_TIMEOUT -> Status.TIMEOUT;
      case CHANNEL_INACTIVE -> Status.LOST;
      case SERVICE_NOT_FOUND -> Status.NO_SERVICE;
      case SERIALIZATION_ERROR ->
          reason.contains("ExceedPayloadLimit") ? Status.TOO_LARGE : Status.PROVIDER_ERROR;
      case BAD_REQUEST -> orElse(textMeaning(reason), Status.BAD_REQUEST);
      default -> orElse(textMeaning(reason), Status.PROVIDER_ERROR);
    };
  }

  private static Status textMeaning(String reason) {
    if (reason.contains("Not found exported service")) {
      return Status.NO_SERVICE;
    } else if (reason.contains("NoSuchMethodException") || reason.contains("Not found method")) {
      return Status.NO_METHOD;
    }
    return null;
  }

  private static Status orElse(Status status, Status otherwise) {
    return status == null ? otherwise : status;
  }

  private static CallFailure failure(Status meaning, int status, String reason, String where) {
    String first = reason.lines().findFirst().orElse("no reason given");
    String detail = meaning == Status.REFUSED ? "the provider's thread pool is exhausted" : first;
    return new CallFailure(meaning, where, detail + " (Dubbo status " + status + ")");
  }
}
