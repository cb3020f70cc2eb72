package dev.vertxmesh.link;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.frame.Request;
import io.netty.buffer.ByteBuf;
import io.vertx.core.AsyncResult;

/** A call that is owed an answer. It ends once: answered, refused or dropped. */
final class ServedCall {

  private final int id;
  private final Request request;
  private final Target target;
  private final ServerLink link;
  private Assembly assembly;
  private Call call;
  private long startedAt;

  ServedCall(int id, Request request, Target target, ServerLink link) {
    this.id = id;
    this.request = request;
    this.target = target;
    this.link = link;
  }

  int id() {
    return id;
  }

  Request request() {
    return request;
  }

  /** Microseconds since its request was whole; 0 if it never was. */
  long microsUntil(long now) {
    return startedAt == 0 ? 0 : (now - startedAt) / 1_000;
  }

  /** Null unless its request comes in parts and isn't whole yet. */
  Assembly assembly() {
    return assembly;
  }

  void assembly(Assembly parts) {
    assembly = parts;
  }

  /** The request is whole: makes the call. */
  void begin(ByteBuf payload, long now) {
    startedAt = now;
    Encoding encoding;
    CallOptions options;
    try {
      encoding = Encoding.of(request.encoding());
      options = CallOptions.of(request.options());
    } catch (IllegalArgumentException e) {
      payload.release();
      link.refuse(this, Status.BAD_REQUEST, e.getMessage());
      return;
    }
    Deadline deadline = Deadline.after(request.timeLeft(), now);
    call = new Call(target, encoding, payload, request.attachments(), deadline, options);
    link.next().call(call).onComplete(this::onEnd);
  }

  private void onEnd(AsyncResult<Reply> result) {
    if (!link.remove(this)) {
      if (result.succeeded()) {
        result.result().payload().release(); // cancelled: nobody waits for it
      }
    } else {
      answer(result);
    }
  }

  private void answer(AsyncResult<Reply> result) {
    try {
      if (result.succeeded()) {
        link.answer(this, result.result());
      } else {
        link.answer(this, CallFailure.of(result.cause(), link.name()));
      }
    } catch (Error e) { // such as out of memory: the caller must not wait in vain
      link.close("an answer was lost: " + e);
      throw e;
    }
  }

  /** Nobody waits for it any more. */
  void drop() {
    if (assembly != null) {
      assembly.release();
      assembly = null;
    }
    if (call != null) {
      call.cancel();
    }
  }
}
