package dev.vertxmesh.link;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.frame.Answer;
import dev.vertxmesh.frame.Cancel;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.frame.Response;
import dev.vertxmesh.inflight.InFlightMap;
import dev.vertxmesh.link.setup.Quota;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The calls in flight on the side of a link that makes them: answers find their calls here. */
final class PendingCalls {

  private final String where;
  private final int maxMessage;
  private final Quota unfinished;
  private final SendQueue sendQueue;
  private final Streams streams;
  private final Runnable onEnded;
  private int conversations;
  private final InFlightMap<PendingCall> calls = new InFlightMap<>();
  private int lastId;

  /**
   * @param where the other agent, as failures name it
   * @param maxMessage the largest answer that's taken, in bytes
   * @param unfinished bytes of answers of which the rest hasn't come, of all links
   * @param onEnded called after each call that ends while the link is open
   */
  PendingCalls(
      String where,
      int maxMessage,
      Quota unfinished,
      SendQueue sendQueue,
      Streams streams,
      Runnable onEnded) {
    this.where = where;
    this.maxMessage = maxMessage;
    this.unfinished = unfinished;
    this.sendQueue = sendQueue;
    this.streams = streams;
    this.onEnded = onEnded;
  }

  int size() {
    return calls.size();
  }

  /** Those with a payload and no streams, which wait for an answer and can't be silent. */
  int singles() {
    return calls.size() - conversations;
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /** A number that no call in flight has. */
  int nextId() {
    do {
      lastId++;
    } while (lastId == 0 || calls.contains(lastId));
    return lastId;
  }

  /**
   * A call that has been sent; cancelling it tells the other side.
   *
   * @param head sends one with two directions, which hasn't been sent yet; of others null
   */
  PendingCall add(int id, Call call, Consumer<ByteBuf> head) {
    PendingCall pending = new PendingCall(id, call);
    calls.put(id, pending);
    call.onCancel(() -> cancel(pending, Status.CANCELLED, "the caller went away"));
    if (call.exchange() != null) {
      conversations++;
      converse(pending, call, head);
    }
    return pending;
  }

  private void converse(PendingCall pending, Call call, Consumer<ByteBuf> head) {
    Streams.LinkStream linkStream =
        streams.open(
            pending.id(),
            true,
            fault -> onFault(pending, fault),
            broken -> onBroken(pending, broken));
    pending.streams(linkStream);
    streams.hold(linkStream.out(), head);
    linkStream.out().read(call.exchange().requests());
  }

  private void onBroken(PendingCall pending, Throwable cause) {
    Status status = cause instanceof CallFailure known ? known.status() : Status.CANCELLED;
    cancel(pending, status, "the request broke off: " + cause.getMessage());
  }

  /** Who reads the answer has thrown, or is too slow. */
  private void onFault(PendingCall pending, Throwable fault) {
    if (fault instanceof CallFailure known) {
      cancel(pending, known.status(), "reading the answer: " + known.getMessage());
    } else {
      cancel(pending, Status.INTERNAL, "reading the answer: " + fault);
    }
  }

  /** Takes an ANSWER; an unknown one is ignored: it crossed a CANCEL. */
  void onAnswer(Frame frame) {
    PendingCall pending = calls.get(frame.id());
    if (pending == null) {
      return;
    }
    answer(pending, Answer.decode(frame));
  }

  private InboundStream answer(PendingCall pending, Map<String, String> metadata) {
    InboundStream messages = pending.beginAnswer();
    try {
      pending.call().exchange().answer(metadata, messages);
    } catch (RuntimeException e) { // its fault alone: other calls go on
      cancel(pending, Status.INTERNAL, "reading the answer: " + e);
    }
    return messages;
  }

  /** Takes a RESPONSE; an unknown one is ignored: it crossed a CANCEL. */
  void onResponse(Frame frame, Response response) {
    PendingCall pending = calls.get(frame.id());
    if (pending == null) {
      return;
    }
    if (pending.assembly() != null) {
      throw new FrameException(LinkError.PROTOCOL, "a second head for the same message");
    }
    ReplyFrames.encoding(response); // an unknown one ends the link, and with it this call
    requireWhole(pending, frame, response);
    if (response.messageLength() > maxMessage) {
      tooLarge(
          pending,
          "the answer takes %d bytes, expected at most %d"
              .formatted(response.messageLength(), maxMessage));
    } else if (frame.hasMore()) {
      assemble(pending, frame, response);
    } else {
      MessageAssembler.requireWhole(response.messageLength(), frame);
      if (pending.endsWithAnswer(response) && !answerWhole(pending, frame)) {
        return; // its reader has ended it
      }
      remove(pending);
      pending.end(response, frame.retainedPayload(), where);
      onEnded.run();
    }
  }

  private void assemble(PendingCall pending, Frame frame, Response response) {
    long length = response.messageLength();
    if (!unfinished.take(length)) {
      tooLarge(
          pending,
          "the answer takes %d bytes, more than unfinished ones leave of %d"
              .formatted(length, unfinished.most()));
      return;
    }
    MessageAssembler parts = new MessageAssembler(ByteBufAllocator.DEFAULT, length);
    pending.begin(response, parts, () -> unfinished.give(length));
    add(pending, frame);
  }

  /** A stream's end has no payload, unless it's all of the answer, of which nothing came before. */
  private void requireWhole(PendingCall pending, Frame frame, Response response) {
    if (!pending.endsWithAnswer(response)) {
      return;
    }
    int most = pending.isAnswered() || frame.hasMore() ? 0 : streams.mostWhole();
    if (response.messageLength() > most) {
      throw new FrameException(
          LinkError.PROTOCOL,
          "a stream's answer ends with %d bytes of payload, expected at most %d"
              .formatted(response.messageLength(), most));
    }
  }

  /** Whether the call hasn't ended by it. */
  private boolean answerWhole(PendingCall pending, Frame frame) {
    ByteBuf payload = frame.retainedPayload();
    InboundStream messages;
    try {
      messages = answer(pending, Answer.decodeInPayload(payload));
    } catch (FrameException e) {
      payload.release();
      throw e;
    }
    messages.whole(payload);
    return calls.get(pending.id()) == pending;
  }

  /** Takes a CHUNK; an unknown one is ignored: it crossed a CANCEL. */
  void onChunk(Frame frame) {
    PendingCall pending = calls.get(frame.id());
    if (pending == null) {
      return;
    }
    if (pending.assembly() == null) {
      throw new FrameException(LinkError.PROTOCOL, "a chunk before its message's head");
    }
    add(pending, frame);
  }

  /** Fails the calls that came after one, in the order of their numbers: they never ran. */
  void refuseAfter(int id, String reason) {
    for (PendingCall pending : calls.all()) {
      if (pending.id() - id > 0 && remove(pending)) {
        NotifyEach.alone(() -> pending.fail(new CallFailure(Status.REFUSED, where, reason)));
      }
    }
  }

  /** The link is gone: fails every call. */
  void loseAll(String reason) {
    List<PendingCall> lost = calls.all();
    calls.clear();
    for (PendingCall pending : lost) {
      NotifyEach.alone(() -> closeStreams(pending));
      NotifyEach.alone(() -> pending.fail(new CallFailure(Status.LOST, where, reason)));
    }
  }

  /** Takes a call out, and what is left of its request; false when it was taken out before. */
  private boolean remove(PendingCall pending) {
    if (calls.get(pending.id()) != pending) {
      return false;
    }
    sendQueue.large().drop(pending.id());
    calls.remove(pending.id());
    if (pending.streams() != null) {
      conversations--;
      streams.close(pending.streams());
    }
    return true;
  }

  private void closeStreams(PendingCall pending) {
    if (pending.streams() != null) {
      streams.close(pending.streams());
    }
  }

  private void add(PendingCall pending, Frame frame) {
    if (pending.assembly().add(frame)) {
      remove(pending);
      pending.endAssembled(where);
      onEnded.run();
    }
  }

  private void cancel(PendingCall pending, Status status, String why) {
    boolean isSent = pending.streams() == null || !pending.streams().out().isHeld();
    boolean isWaiting = remove(pending); // or its answer has come, and is being read
    if (isWaiting && isSent) {
      sendQueue.frame(out -> Cancel.encode(out, pending.id()));
    }
    pending.fail(new CallFailure(status, where, why));
    if (isWaiting) {
      onEnded.run();
    }
  }

  /** It couldn't even be sent. */
  void unsent(int id, CallFailure why) {
    PendingCall pending = calls.get(id);
    if (pending != null && remove(pending)) {
      pending.fail(why);
      onEnded.run();
    }
  }

  private void tooLarge(PendingCall pending, String detail) {
    remove(pending);
    sendQueue.frame(out -> Cancel.encode(out, pending.id()));
    pending.fail(new CallFailure(Status.TOO_LARGE, where, detail));
    onEnded.run();
  }
}
