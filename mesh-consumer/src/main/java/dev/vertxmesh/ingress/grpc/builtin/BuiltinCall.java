package dev.vertxmesh.ingress.grpc.builtin;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.MessageReader;
import dev.vertxmesh.grpc.StatusMessage;
import dev.vertxmesh.grpchttp.Metadata;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * One call that this agent answers itself. Messages are dealt with one after the other, and none
 * while an answer waits to be read, so that nothing piles up.
 */
final class BuiltinCall {

  /** Of a request; a question is a name or two. */
  private static final int LIMIT = 64 << 10;

  private static final String IDENTITY = "identity";
  private static final Map<String, String> METADATA =
      Map.of(Metadata.CONTENT_TYPE, "application/grpc+proto", Metadata.ACCEPT_ENCODING, IDENTITY);
  private static final String STATUS = "grpc-status";
  private static final String MESSAGE = "grpc-message";

  private final Vertx vertx;
  private final Call call;
  private final BuiltinMethod method;
  private final LongSupplier nanoClock;
  private final String where;
  private final Promise<Reply> end = Promise.promise();
  private final MessageReader reader = new MessageReader(LIMIT, this::onMessage, this::unpack);
  private final Deque<byte[]> questions = new ArrayDeque<>();
  private final FilledStream answers = new FilledStream(this::onEmpty);
  private long deadline = -1;
  private Reply reply;
  private boolean answered;
  private boolean halfClosed;
  private boolean busy;
  private boolean pumping;
  private boolean over;

  BuiltinCall(Vertx vertx, Call call, BuiltinMethod method, LongSupplier nanoClock, String where) {
    this.vertx = vertx;
    this.call = call;
    this.method = method;
    this.nanoClock = nanoClock;
    this.where = where;
  }

  Future<Reply> begin() {
    call.payload().release();
    call.onCancel(() -> fail(Status.CANCELLED, "the caller went away"));
    long left = call.deadline().millisLeft(nanoClock.getAsLong());
    if (left == 0) {
      fail(Status.TIMEOUT, "the deadline has passed");
      return end.future();
    } else if (left <= Integer.MAX_VALUE) { // otherwise it takes as long as it takes
      deadline = vertx.setTimer(left, id -> fail(Status.TIMEOUT, "the deadline has passed"));
    }
    call.exchange()
        .requests()
        .handler(this::onBytes)
        .exceptionHandler(e -> fail(Status.CANCELLED, "the request broke off: " + e.getMessage()))
        .endHandler(done -> onHalfClosed())
        .fetch(1);
    return end.future();
  }

  private void onBytes(Buffer buffer) {
    try {
      if (!over && reply == null) {
        reader.read(Buffers.bytes(buffer));
      }
    } catch (MessageReader.OverLimit e) {
      fail(Status.TOO_LARGE, "the request: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      fail(Status.BAD_REQUEST, "the request: " + e.getMessage());
    }
    if (!busy) {
      pump();
    }
  }

  private void onMessage(byte[] message) {
    if (reply == null) {
      questions.add(message);
    }
  }

  /** Ends the call instead, as gRPC has it where an encoding isn't known (compression.md). */
  private byte[] unpack(byte[] packed, int limit) {
    String encoding = call.attachments().get(Metadata.ENCODING);
    if (encoding == null) {
      fail(Status.BAD_REQUEST, "a message is said to be compressed, and not how");
      return packed;
    }
    String detail =
        "compression: '%s', expected none, as this agent reads the message itself"
            .formatted(encoding);
    finish(
        Status.EXCEPTION,
        Map.of(
            STATUS,
            Integer.toString(GrpcStatus.UNIMPLEMENTED.code()),
            MESSAGE,
            StatusMessage.encode(detail),
            Metadata.ACCEPT_ENCODING,
            IDENTITY));
    return packed;
  }

  private void onHalfClosed() {
    halfClosed = true;
    if (reader.isBetween()) {
      pump();
    } else {
      fail(Status.BAD_REQUEST, "the request ends within a message");
    }
  }

  /** The message has been dealt with. */
  void next() {
    busy = false;
    pump();
  }

  private void pump() {
    if (pumping) {
      return; // its loop goes on
    }
    pumping = true;
    while (isFree() && !questions.isEmpty()) {
      busy = true;
      try {
        method.onMessage(this, questions.remove());
      } catch (InvalidProtocolBufferException e) {
        fail(Status.BAD_REQUEST, "the request: " + e.getMessage());
      }
    }
    pumping = false;
    if (isFree() && halfClosed) {
      busy = true;
      method.onHalfClosed(this);
    } else if (isFree()) {
      call.exchange().requests().fetch(1);
    }
  }

  private boolean isFree() {
    return !over && !busy && reply == null && answers.isEmpty();
  }

  /** Whether the last answer was read, so that another can be given. */
  boolean isRead() {
    return answers.isEmpty();
  }

  void answer(MessageLite message) {
    if (over || reply != null) {
      return;
    }
    if (!answered) {
      answered = true;
      call.exchange().answer(METADATA, answers);
    }
    answers.add(Buffer.buffer(MessageReader.framed(message.toByteArray())));
  }

  /** Ends it well, when all answers have been read. */
  void finish() {
    finish(Status.OK, Map.of(STATUS, "0"));
  }

  /** Ends it with an error that is an answer. */
  void finish(GrpcStatus status, String detail) {
    finish(
        Status.EXCEPTION,
        Map.of(STATUS, Integer.toString(status.code()), MESSAGE, StatusMessage.encode(detail)));
  }

  private void finish(Status status, Map<String, String> trailers) {
    reply = new Reply(status, Encoding.GRPC, Unpooled.EMPTY_BUFFER, trailers);
    if (answered) {
      answers.end();
    } else {
      end(() -> end.complete(reply));
    }
  }

  private void onEmpty() {
    if (answers.isOver() && reply != null) {
      end(() -> end.complete(reply));
    } else {
      pump();
    }
  }

  void fail(Status status, String detail) {
    fail(new CallFailure(status, where, detail));
  }

  void fail(CallFailure failure) {
    end(
        () -> {
          answers.fail(failure);
          end.fail(failure);
        });
  }

  private void end(Runnable telling) {
    if (!over) {
      over = true;
      questions.clear();
      vertx.cancelTimer(deadline);
      method.onEnd();
      telling.run();
      call.exchange().requests().resume(); // what still comes is thrown away
    }
  }
}
