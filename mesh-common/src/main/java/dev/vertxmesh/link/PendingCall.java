package dev.vertxmesh.link;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.frame.Response;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** A call that waits for its answer. It ends once: with an answer, or with a failure. */
final class PendingCall {

  private final int id;
  private final Call call;
  private final Promise<Reply> promise = Promise.promise();
  private Response head;
  private Assembly assembly;

  PendingCall(int id, Call call) {
    this.id = id;
    this.call = call;
  }

  int id() {
    return id;
  }

  Future<Reply> reply() {
    return promise.future();
  }

  /** The answer comes in parts from here on. */
  void begin(Response response, Assembly parts) {
    head = response;
    assembly = parts;
  }

  /** Null unless the answer has begun to come in parts. */
  Assembly assembly() {
    return assembly;
  }

  /** All parts are there. */
  void endAssembled(String where) {
    ByteBuf payload = assembly.take();
    assembly = null;
    end(head, payload, where);
  }

  void end(Response response, ByteBuf payload, String where) {
    call.onCancel(null);
    Status status = Status.of(response.status());
    if (status == Status.OK || status == Status.EXCEPTION) {
      promise.complete(
          new Reply(status, Replies.encoding(response), payload, response.attachments()));
    } else {
      promise.fail(new CallFailure(status, where, Replies.text(payload)));
    }
  }

  void fail(CallFailure failure) {
    call.onCancel(null);
    if (assembly != null) {
      assembly.release();
      assembly = null;
    }
    promise.fail(failure);
  }
}
