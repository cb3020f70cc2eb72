package dev.vertxmesh.link;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.flow.ReceiveWindow;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.grpc.MessageBounds;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import dev.vertxmesh.stream.DemandStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.function.Consumer;

/**
 * The direction of a call that comes in. Holds what its reader hasn't taken yet, which is at most a
 * window, or the message that the reader has begun to read; what the reader takes is given back to
 * the sender. Ends once: with its end handler, or with its exception handler, or without a word
 * when its call is over.
 */
final class InboundStream extends DemandStream {

  /** The window is given back in pieces of this size, in bytes, or larger ones. */
  private static final int LEAST_TOLD = 32 << 10;

  private final int id;
  private final Streams streams;
  private final ReceiveWindow window;
  private final int maxMessage;
  private final Consumer<Throwable> onFault;
  private final ReceiveBuffer unread = new ReceiveBuffer();
  private final Reservation reservation = Reservations.ofDirect().add(this::overrun);
  private final MessageBounds messages = new MessageBounds();
  private Runnable onRead = () -> {};
  private boolean begun;
  private boolean delivering;
  private boolean owing;
  private boolean ended;
  private boolean over;
  private boolean allRead;

  /**
   * @param window bytes that the sender may send before it's given any back
   * @param maxMessage the largest message that's asked for as a whole, in bytes
   * @param onFault told when the reader throws, or is too slow
   */
  InboundStream(int id, Streams streams, int window, int maxMessage, Consumer<Throwable> onFault) {
    this.id = id;
    this.streams = streams;
    this.window = new ReceiveWindow(window);
    this.maxMessage = maxMessage;
    this.onFault = onFault;
  }

  /** From here on there may be DATA. */
  void begin() {
    begun = true;
  }

  /**
   * Takes a DATA frame, which stays the caller's to release.
   *
   * @throws FrameException when it is over the window, or out of place
   */
  void onData(Frame frame) {
    int bytes = frame.payloadLength();
    if (!begun || ended) {
      throw bad(LinkError.PROTOCOL, begun ? "DATA after its end" : "DATA before its ANSWER");
    }
    if (bytes == 0 && !frame.isEnd()) {
      throw bad(LinkError.PROTOCOL, "DATA without payload");
    }
    if (!window.receive(bytes)) {
      throw bad(LinkError.LIMIT, "DATA of " + bytes + " bytes, which is over its window");
    }
    ended = frame.isEnd();
    if (over) {
      return; // its call ended while this was on its way
    }
    if (bytes > 0) {
      add(frame.retainedPayload());
    }
    deliver();
  }

  /** All that there will be, which no window counts and is this stream's to release. */
  void whole(ByteBuf payload) {
    begun = true;
    ended = true;
    if (over || !payload.isReadable()) { // over if its call has ended meanwhile
      payload.release();
    } else {
      add(payload);
    }
    deliver();
  }

  private FrameException bad(LinkError code, String what) {
    return new FrameException(code, "stream " + Integer.toUnsignedString(id) + ": " + what);
  }

  private void add(ByteBuf part) {
    if (mayDeliver() && !delivering && unread.isEmpty()) {
      delivering = true;
      handOn(part);
      delivering = false;
    } else {
      int bytes = part.readableBytes();
      if (reservation.hold(bytes)) {
        unread.add(part);
        streams.unread(this, bytes);
      } else {
        part.release();
        overrun();
      }
    }
  }

  /** The window has grown, and the sender is told. */
  void grow(int bytes) {
    window.grow(bytes);
  }

  /**
   * The call has ended well: nothing more comes.
   *
   * @param onAllRead run when the reader has read all that there is
   */
  void end(Runnable onAllRead) {
    ended = true;
    if (allRead) {
      onAllRead.run();
    } else {
      onRead = onAllRead;
      deliver();
    }
  }

  /** The call has ended otherwise: breaks off, and the reader is told. */
  void fail(Throwable cause) {
    if (close()) {
      broken(cause);
    }
  }

  int unread() {
    return unread.bytes();
  }

  /** There's no memory for what isn't read, and nobody else has left more. */
  private void overrun() {
    String detail =
        "its reader left %d bytes unread, the most of all, and there's no memory for more";
    onFault.accept(new CallFailure(Status.TOO_LARGE, "link", detail.formatted(unread())));
  }

  /** Of all readers this is the slowest, and together they leave more unread than there's room. */
  void overrun(int bytes, int room) {
    String detail =
        "its reader left %d bytes unread, the most of %d bytes in all, expected at most %d"
            .formatted(unread(), bytes, room);
    onFault.accept(new CallFailure(Status.TOO_LARGE, "link", detail));
  }

  /**
   * Nobody waits for the rest.
   *
   * @return false when it was over before
   */
  boolean close() {
    if (over) {
      return false;
    }
    over = true;
    int left = unread.bytes();
    unread.release();
    reservation.close();
    streams.unread(this, -left);
    return true;
  }

  private boolean mayDeliver() {
    return isWanted() && handler != null && !over;
  }

  @Override
  protected void deliver() {
    if (delivering) {
      return; // who is further up goes on
    }
    delivering = true;
    while (mayDeliver() && !unread.isEmpty()) {
      ByteBuf part = unread.poll();
      streams.unread(this, -part.readableBytes());
      reservation.release(part.readableBytes());
      handOn(part);
    }
    delivering = false;
    if (isWanted() && !over) {
      askForMessage();
      tellEnd();
    }
  }

  private void handOn(ByteBuf part) {
    int bytes = part.readableBytes();
    taken();
    messages.pass(part);
    Buffer copied = copy(part);
    try {
      handler.handle(copied);
    } catch (RuntimeException e) { // its fault alone: other streams go on
      onFault.accept(e);
    }
    if (!ended && !over) {
      window.take(bytes);
      giveBack();
    }
  }

  /** Vert.x releases no pooled bytes that it's given to write, nor lets anybody else do it. */
  private static Buffer copy(ByteBuf part) {
    try {
      return BufferInternal.buffer(Unpooled.wrappedBuffer(ByteBufUtil.getBytes(part)));
    } finally {
      part.release();
    }
  }

  private void giveBack() {
    int size = window.size();
    int increment = window.tell(Math.max(size / 16, Math.min(size / 2, LEAST_TOLD)));
    if (increment > 0) {
      streams.tell(id, increment);
    } else if (!owing) {
      owing = true;
      streams.owe(this);
    }
  }

  /** Other frames leave now: gives back with them what isn't worth a flush of its own. */
  void giveBackAlong() {
    owing = false;
    if (!ended && !over) {
      int increment = window.tell(window.size() / 16);
      if (increment > 0) {
        streams.tell(id, increment);
      }
    }
  }

  /**
   * Who reads the beginning of a message will read all of it: the sender needn't be asked twice.
   */
  private void askForMessage() {
    if (!ended && messages.left() > 0 && messages.length() <= maxMessage) {
      int increment = window.expect(messages.left() - unread.bytes());
      if (increment > 0) {
        streams.tell(id, increment);
        streams.expect(messages.length());
      }
    }
  }

  private void tellEnd() {
    if (ended && unread.isEmpty() && (handler != null || endHandler != null)) {
      over = true;
      allRead = true;
      endSafely();
      onRead.run();
    }
  }

  private void endSafely() {
    try {
      ended();
    } catch (RuntimeException e) {
      onFault.accept(e);
    }
  }
}
