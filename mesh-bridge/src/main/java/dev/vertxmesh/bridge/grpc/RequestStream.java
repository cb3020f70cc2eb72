package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.streams.ReadStream;

/**
 * What a call sends on its stream: a head, and what its caller sends, as fast as the server reads.
 */
final class RequestStream {

  /** Whose request it is. */
  interface Owner {

    /** Vert.x or Netty doesn't take it. */
    void onFault(RuntimeException fault);

    /** There's no memory for what the server doesn't read. */
    void onOverrun();

    /** Its caller has broken off. */
    void onBroken();
  }

  /** HTTP/2's code for a stream that nobody wants any more. */
  private static final long CANCEL = 8;

  /** How long the end of a request may wait behind what its server doesn't read. */
  private static final long END_MILLIS = 1_000;

  private final Context context;
  private final Call call;
  private final SentRequest sent;
  private final BackendObserver observer;
  private final HttpClientRequest request;
  private final Owner owner;
  private final Reservation unsent;
  private boolean headSent;
  private boolean ended;
  private boolean closed;

  /**
   * @param sent what was sent of it before, and the server hasn't taken
   */
  RequestStream(
      Context context,
      Call call,
      SentRequest sent,
      BackendObserver observer,
      HttpClientRequest request,
      Owner owner) {
    this.context = context;
    this.call = call;
    this.sent = sent;
    this.observer = observer;
    this.request = request;
    this.owner = owner;
    this.unsent = Reservations.ofHeap().add(owner::onOverrun);
  }

  /** Before anything else is done with the request. */
  void prepare() {
    request.setChunked(true); // or Vert.x wants a length
    request.drainHandler(room -> onRoom());
  }

  void begin(long now) {
    GrpcRequestHead.write(request.headers(), call, now);
    sent.buffers().forEach(this::write);
    if (sent.hasEnded()) {
      onEnd();
    } else if (!closed) {
      read(call.exchange().requests());
    }
    context.runOnContext(turn -> sendHeadAlone()); // with the first message, if that's here by then
  }

  private void read(ReadStream<Buffer> requests) {
    requests.handler(this::onBytes);
    requests.endHandler(end -> onEnd());
    requests.exceptionHandler(cause -> owner.onBroken());
    requests.resume();
  }

  private void onRoom() {
    if (!closed) {
      call.exchange().requests().resume();
    }
  }

  private void sendHeadAlone() {
    try {
      sendHead();
    } catch (RuntimeException e) {
      owner.onFault(e);
    }
  }

  private void sendHead() {
    if (!headSent) {
      headSent = true;
      request.sendHead();
    }
  }

  /** Whether the server may have heard of it. */
  boolean isHeadSent() {
    return headSent;
  }

  private void onBytes(Buffer bytes) {
    if (closed) {
      return;
    }
    sent.add(bytes);
    try {
      write(bytes);
      if (!closed && request.writeQueueFull()) { // else the next attempt may be reading already
        call.exchange().requests().pause();
      }
    } catch (RuntimeException e) {
      owner.onFault(e);
    }
  }

  private void write(Buffer bytes) {
    int weight = bytes.length() + Reservation.PART;
    if (!unsent.hold(weight)) {
      owner.onOverrun();
      return;
    }
    headSent = true;
    observer.onBytesWritten(bytes.length());
    request.write(bytes).onComplete(written -> unsent.release(weight));
  }

  private void onEnd() {
    if (!closed) {
      sent.end();
      headSent = true;
      ended = true;
      try {
        request.end();
      } catch (RuntimeException e) {
        owner.onFault(e);
      }
    }
  }

  /** Nothing more is read from the caller: what comes now is for the next attempt. */
  void close() {
    closed = true;
    unsent.close();
    if (!ended) { // an end that comes unasked, too
      call.exchange().requests().pause().endHandler(null);
    }
  }

  /**
   * The server has said its last word before the request's: it's told that nothing more comes, as
   * many a server counts resets and closes a connection that has too many.
   */
  void endEarly() {
    if (!ended) {
      ended = true;
      long timer = context.owner().setTimer(END_MILLIS, late -> request.reset(CANCEL));
      request.end().onComplete(written -> context.owner().cancelTimer(timer));
    }
  }

  /** Nobody wants the answer any more. */
  void reset() {
    sendHead(); // without which Vert.x wouldn't count the stream off
    request.reset(CANCEL);
  }
}
