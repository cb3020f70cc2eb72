package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.grpchttp.GrpcFraming;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import dev.vertxmesh.stream.DemandStream;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.util.ArrayDeque;

/**
 * What a server answers, as the call's caller reads it: looked at as it passes, and no faster than
 * it's read. Why it broke off, the call's failure says, and no exception handler.
 *
 * <p>HTTP/2 may tell of a stream's end before what came on it was read: a server that has said all,
 * or resets the stream after its last word, or a connection that goes away. What has come by then
 * is kept here until it's read, as part of what all readers may hold; only if it isn't the whole
 * answer, that is a failure.
 */
final class ResponseStream extends DemandStream {

  /** Told once how it ended. */
  interface Owner {

    void onBytes(int count);

    /** All was read. */
    void onEnd();

    /** There's no memory for what waits to be read. */
    void onOverrun();

    /** It broke off: by the server, by the connection, or for not being gRPC. */
    void onBroken(Throwable cause);
  }

  private final Context context;
  private final HttpClientResponse response;
  private final Http2Windows windows;
  private final GrpcFraming framing;
  private final Owner owner;
  private final ArrayDeque<Buffer> kept = new ArrayDeque<>();
  private final Reservation room = Reservations.ofHeap().add(this::onOverrun);
  private long waiting;
  private boolean whole;
  private boolean collecting;
  private boolean gone;
  private boolean delivering;
  private boolean over;

  /**
   * Pauses the response.
   *
   * @param windows of the connection that it comes on
   */
  ResponseStream(
      Context context,
      HttpClientResponse response,
      Http2Windows windows,
      GrpcFraming framing,
      Owner owner) {
    this.context = context;
    this.response = response;
    this.windows = windows;
    this.framing = framing;
    this.owner = owner;
    response.pause();
    response.handler(this::onBytes);
    response.endHandler(end -> onWhole());
    windows.whenClosed(response.request().streamId(), this::collect);
  }

  /** HTTP/2 holds what has come no longer. */
  private void collect() {
    if (!over && !whole && !collecting) {
      collecting = true;
      response.resume(); // which delivers in this event loop's next turn
    }
  }

  /** The stream is gone: what of the answer has come is all that there will be. */
  void onGone(Throwable cause) {
    if (over || whole || gone) {
      return;
    }
    gone = true;
    collect();
    context.runOnContext(
        collected -> {
          if (!whole) {
            breakOff(cause);
          }
        });
  }

  /** Nobody reads on. */
  void stop() {
    over = true;
    kept.clear();
    room.close();
  }

  private void onOverrun() {
    if (!over) {
      stop();
      owner.onOverrun();
    }
  }

  private void onBytes(Buffer bytes) {
    windows.onData(response.request().streamId(), bytes.length());
    if (over) {
      return;
    }
    owner.onBytes(bytes.length());
    try {
      framing.feed(bytes);
      windows.expect(framing.unfinished());
    } catch (CallFailure e) {
      breakOff(e);
      return;
    }
    kept.add(bytes);
    waiting += bytes.length() + Reservation.PART;
    deliver();
  }

  private void onWhole() {
    if (over) {
      return;
    }
    try {
      framing.end();
    } catch (CallFailure e) {
      breakOff(e);
      return;
    }
    whole = true;
    deliver();
  }

  @Override
  protected void deliver() {
    if (delivering) {
      return; // its loop goes on with what came
    }
    delivering = true;
    while (isWanted() && !kept.isEmpty()) {
      taken();
      Buffer bytes = kept.remove();
      waiting -= bytes.length() + Reservation.PART;
      if (handler != null) {
        handler.handle(bytes);
      }
    }
    delivering = false;
    if (over) {
      return;
    }
    if (whole && kept.isEmpty()) {
      stop();
      ended();
      owner.onEnd();
    } else {
      charge();
    }
  }

  private void charge() {
    long more = waiting - room.held();
    if (more > 0 && !room.hold(more)) {
      onOverrun();
    } else if (more < 0) {
      room.release(-more);
    }
  }

  private void breakOff(Throwable cause) {
    if (!over) {
      stop();
      owner.onBroken(cause);
    }
  }

  @Override
  public ResponseStream pause() {
    super.pause();
    if (!over && !collecting) {
      response.pause();
    }
    return this;
  }

  @Override
  public ResponseStream fetch(long amount) {
    super.fetch(amount);
    if (!over && !collecting && isWanted()) {
      response.fetch(amount);
    }
    return this;
  }
}
