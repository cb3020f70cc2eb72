package dev.vertxmesh.ingress.dubbo;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.DubboStatus;
import io.netty.buffer.ByteBuf;

/** Ends one consumer's requests that don't become calls: tells it, and the path. */
record Refusals(DubboIngress ingress, Origin origin, ResponseWriter answers) {

  void bad(int flags, long id, ByteBuf body, String reason) {
    answers.refuse(
        flags, id, body, DubboStatus.BAD_REQUEST, reason, ended(Status.BAD_REQUEST, reason));
  }

  void tooLarge(int flags, long id, ByteBuf body, long length) {
    String reason =
        "Data length too large: %d, max payload: %d".formatted(length, ingress.options().maxBody());
    answers.refuse(
        flags, id, body, DubboStatus.BAD_REQUEST, reason, ended(Status.TOO_LARGE, reason));
  }

  void noMemory(int flags, long id, ByteBuf body) {
    long most = ingress.budget().most();
    full(
        flags, id, body, "all requests in flight have more than %d bytes together".formatted(most));
  }

  /** There's no room for it. */
  void full(int flags, long id, ByteBuf body, String reason) {
    refuse(flags, id, body, reason, ended(Status.REFUSED, reason));
  }

  /** It has been counted where it was decided. */
  void shed(int flags, long id, ByteBuf body) {
    refuse(flags, id, body, CallFailure.SHORT_OF_CPU, CallRecord.idOf(null));
  }

  private void refuse(int flags, long id, ByteBuf body, String reason, String name) {
    answers.refuse(flags, id, body, DubboStatus.THREAD_POOL_EXHAUSTED, reason, name);
  }

  /** Tells the path, and what the call is called there. */
  private String ended(Status status, String reason) {
    CallFailure failure = new CallFailure(status, ingress.options().where(), reason);
    Call unmade = Call.unmade(Target.NONE, origin, ingress.now(), failure);
    ingress.path().ended(unmade);
    return unmade.id();
  }
}
