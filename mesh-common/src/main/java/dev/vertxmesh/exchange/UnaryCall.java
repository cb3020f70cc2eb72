package dev.vertxmesh.exchange;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.grpc.MessageReader;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.Map;

/** Makes a call of one message, and waits for one. On one event loop. */
public final class UnaryCall {

  private final String where;
  private final MessageReader reader;
  private final Promise<UnaryAnswer> answer = Promise.promise();
  private final Call call;
  private Map<String, String> metadata = Map.of();
  private byte[] message;
  private boolean over;

  /**
   * @param limit of the answer's message, in bytes
   * @param where this agent, as failures name it
   */
  public UnaryCall(
      Target target,
      Map<String, String> attachments,
      byte[] request,
      Deadline deadline,
      int limit,
      String where) {
    this.where = where;
    this.reader = new MessageReader(limit, this::onMessage);
    this.call = new Call(target, Encoding.GRPC, Unpooled.EMPTY_BUFFER, attachments, deadline);
    Buffer framed = Buffer.buffer(MessageReader.framed(request));
    call.exchange(new Exchange(FilledStream.of(framed), this::onAnswer));
  }

  /**
   * The future has the answer, whatever its status says, and fails with a {@link CallFailure} only.
   */
  public Future<UnaryAnswer> make(Caller caller) {
    caller.call(call).onComplete(this::onReply, this::onFailure);
    return answer.future();
  }

  /** Nobody waits for it any more. */
  public void cancel() {
    breakOff(new CallFailure(Status.CANCELLED, where, "the caller went away"));
  }

  private void onAnswer(Map<String, String> headers, ReadStream<Buffer> stream) {
    metadata = headers;
    stream.handler(this::onBytes);
    stream.exceptionHandler(e -> {}); // the reply says so too
    stream.resume();
  }

  private void onBytes(Buffer buffer) {
    try {
      if (!over) {
        reader.read(Buffers.bytes(buffer));
      }
    } catch (MessageReader.OverLimit e) {
      breakOff(new CallFailure(Status.TOO_LARGE, where, "the answer: " + e.getMessage()));
    } catch (IllegalArgumentException e) {
      breakOff(new CallFailure(Status.PROVIDER_ERROR, where, "the answer: " + e.getMessage()));
    }
  }

  private void onMessage(byte[] whole) {
    if (message != null) {
      throw new IllegalArgumentException("more than one message, expected one");
    }
    message = whole;
  }

  private void onReply(Reply reply) {
    reply.payload().release();
    UnaryAnswer whole = new UnaryAnswer(metadata, message, reply.attachments());
    if (reply.status() == Status.OK && message == null) {
      end(new CallFailure(Status.PROVIDER_ERROR, where, "the answer has ended without a message"));
    } else if (!over) {
      over = true;
      answer.complete(whole);
    }
  }

  private void onFailure(Throwable cause) {
    end(CallFailure.of(cause, where));
  }

  /** Ends it with this, unless it has ended. */
  public void breakOff(CallFailure failure) {
    end(failure);
    call.cancel();
  }

  private void end(CallFailure failure) {
    if (!over) {
      over = true;
      answer.fail(failure);
    }
  }
}
