package dev.vertxmesh.link;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** A call that waits for its answer. It ends once: with an answer, or with a failure. */
final class PendingCall {

  private final int id;
  private final Call call;
  private final Promise<Reply> promise = Promise.promise();
  private Response head;
  private MessageAssembler assembly;
  private Runnable onAssembled;
  private Streams.LinkStream streams;
  private boolean answered;

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

  /** Null unless the call has two directions. */
  Streams.LinkStream streams() {
    return streams;
  }

  void streams(Streams.LinkStream directions) {
    streams = directions;
  }

  Call call() {
    return call;
  }

  /**
   * The answer's messages begin: these.
   *
   * @throws FrameException when they began before, or can't
   */
  InboundStream beginAnswer() {
    if (streams == null || answered) {
      throw new FrameException(
          LinkError.PROTOCOL,
          "an ANSWER " + (answered ? "for the second time" : "to a call without streams"));
    }
    answered = true;
    streams.in().begin();
    return streams.in();
  }

  boolean isAnswered() {
    return answered;
  }

  /** Whether a stream's messages are in the payload of its end. */
  boolean endsWithAnswer(Response response) {
    boolean ran = response.status() <= Status.EXCEPTION.code();
    return streams != null && ran && response.messageLength() > 0;
  }

  /**
   * The answer comes in parts from here on.
   *
   * @param onEnd run once, when they are whole or nobody waits for them any more
   */
  void begin(Response response, MessageAssembler parts, Runnable onEnd) {
    head = response;
    assembly = parts;
    onAssembled = onEnd;
  }

  /** Null unless the answer has begun to come in parts. */
  MessageAssembler assembly() {
    return assembly;
  }

  /** All parts are there. */
  void endAssembled(String where) {
    ByteBuf payload = assembly.take();
    assembly = null;
    onAssembled.run();
    end(head, payload, where);
  }

  void end(Response response, ByteBuf payload, String where) {
    Status status = Status.of(response.status());
    if (status != Status.OK && status != Status.EXCEPTION) {
      call.adopt(response.attachments().get(CallRecord.ID));
      fail(ReplyFrames.failure(response, payload, where));
      return;
    }
    Encoding encoding = ReplyFrames.encoding(response);
    if (streams == null) {
      succeed(new Reply(status, encoding, payload, response.attachments()));
      return;
    }
    payload.release(); // it is empty, or its messages were handed on
    Reply reply = new Reply(status, encoding, Unpooled.EMPTY_BUFFER, response.attachments());
    if (!answered) {
      succeed(reply);
    } else {
      CallFailure gone = new CallFailure(Status.CANCELLED, where, "the caller went away");
      call.onCancel(() -> fail(gone));
      streams.in().end(() -> succeed(reply));
    }
  }

  private void succeed(Reply reply) {
    call.onCancel(null);
    promise.tryComplete(reply); // unless its reader has failed at the end
  }

  void fail(CallFailure failure) {
    call.onCancel(null);
    if (assembly != null) {
      assembly.release();
      assembly = null;
      onAssembled.run();
    }
    if (promise.tryFail(failure) && streams != null) {
      streams.in().fail(failure);
    }
  }
}
