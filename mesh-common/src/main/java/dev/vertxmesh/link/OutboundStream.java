package dev.vertxmesh.link;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.flow.SendWindow;
import dev.vertxmesh.frame.Data;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * The direction of a call that goes out. Reads its source only so far ahead of what the window lets
 * leave, so that a slow reader at the other end slows the source.
 */
final class OutboundStream {

  /** What waits to leave weighs before the source is paused, and before it's resumed, in bytes. */
  private static final int MOST_QUEUED = 64 << 10;

  private static final int FEW_QUEUED = 32 << 10;

  /** Up to so many bytes go in one frame with what is before them, without windows. */
  static final int MOST_WHOLE = 8 << 10;

  private final int id;
  private final StreamScheduler scheduler;
  private final SendWindow window;
  private final boolean tellsEnd;
  private final Consumer<Throwable> onBroken;
  private final ArrayDeque<ByteBuf> queue = new ArrayDeque<>(2);
  private final Reservation reservation = Reservations.ofHeap().add(this::overrun);
  private int queued;
  private Consumer<ByteBuf> head;
  private Runnable onDecided;
  private ReadStream<Buffer> source;
  private Runnable onSent;
  private boolean paused;
  private boolean ended;
  private boolean endTold;
  private boolean listed;
  private boolean closed;

  /**
   * @param window bytes that may leave before the other side gives any back
   * @param tellsEnd whether the other side is told of the end by a DATA frame
   * @param onBroken told when the source breaks off
   */
  OutboundStream(
      int id,
      StreamScheduler scheduler,
      int window,
      boolean tellsEnd,
      Consumer<Throwable> onBroken) {
    this.id = id;
    this.scheduler = scheduler;
    this.window = new SendWindow(window);
    this.tellsEnd = tellsEnd;
    this.onBroken = onBroken;
  }

  /** Sends all that the source has. */
  void read(ReadStream<Buffer> from) {
    if (closed) {
      return;
    }
    source = from;
    source.exceptionHandler(this::onBroken);
    source.endHandler(v -> onEnd());
    source.handler(this::onBuffer);
    source.resume();
  }

  /**
   * Nothing leaves before {@link #release}: what belongs together may come until then.
   *
   * @param before sends what goes in front, and all that there is if that goes in the same frame
   * @param decided run when there's no use in waiting
   */
  void hold(Consumer<ByteBuf> before, Runnable decided) {
    head = before;
    onDecided = decided;
  }

  /** Not even its head has left. */
  boolean isHeld() {
    return head != null;
  }

  /** Whether it needn't be held any longer: all that's sent here is there, or it's too much. */
  boolean isDecided() {
    return head == null || tellsEnd && ended || queued > MOST_WHOLE;
  }

  /** Sends the head, if it's held, with all that there is where that's whole. */
  void release() {
    Consumer<ByteBuf> first = head;
    try {
      if (first != null) {
        boolean isWhole = tellsEnd && ended && queued > 0 && queued <= MOST_WHOLE;
        ByteBuf whole = isWhole ? takeAll() : null;
        head = null;
        endTold = isWhole;
        first.accept(whole);
        offer();
      }
    } catch (RuntimeException | Error e) { // such as out of memory: its call's alone
      breakOff(CallFailure.of(e, "link"));
    }
  }

  private ByteBuf takeAll() {
    ByteBuf all = queue.size() == 1 ? queue.poll() : Unpooled.buffer(queued);
    for (ByteBuf part = queue.poll(); part != null; part = queue.poll()) {
      all.writeBytes(part);
      part.release();
    }
    queued = 0;
    reservation.release(reservation.held());
    return all;
  }

  /** Adds all that there is to what a payload begins with, if it's held and that is whole. */
  boolean addWhole(ByteBuf payload) {
    if (!ended || queued + payload.readableBytes() > MOST_WHOLE) {
      return false;
    }
    payload.ensureWritable(queued); // or nothing has been taken
    head = null;
    ByteBuf all = takeAll();
    payload.writeBytes(all);
    all.release();
    return true;
  }

  /** Runs the action when all that the source had is sent; at once if there is no source. */
  void whenSent(Runnable action) {
    onSent = action;
    runIfSent();
  }

  /**
   * The other side takes more.
   *
   * @return false when that is more than any window
   */
  boolean grow(int increment) {
    boolean possible = window.grow(increment);
    offer();
    return possible;
  }

  /** Forgets what hasn't left, and reads no more. */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    head = null;
    reservation.close();
    queue.forEach(ByteBuf::release);
    queue.clear();
    queued = 0;
    onSent = null;
    if (listed) {
      scheduler.forget(this);
    }
    if (source != null && !ended) {
      source.pause();
    }
  }

  int queued() {
    return queued;
  }

  /** Whether it has anything that its own window lets leave. */
  boolean isReady() {
    return !closed && (queued > 0 ? window.left() > 0 : owesEnd());
  }

  /** Kept by who holds the list of those that are ready. */
  void listed(boolean is) {
    listed = is;
  }

  /**
   * Writes one DATA frame.
   *
   * @param sendQueue where it goes
   * @param most bytes of payload that it may have
   * @return bytes of payload that it has
   */
  int send(SendQueue sendQueue, int most) {
    int length = Math.min(Math.min(queued, most), window.left());
    boolean end = owesEnd() && length == queued;
    if (length == 0 && !end) {
      return 0;
    }
    sendQueue.frame(out -> Data.encodeHead(out, id, end, length));
    endTold |= end;
    window.send(length);
    queued -= length;
    reservation.release(length);
    for (int left = length; left > 0; ) {
      ByteBuf next = queue.peek();
      ByteBuf part = next.readableBytes() <= left ? poll() : next.readRetainedSlice(left);
      left -= part.readableBytes();
      sendQueue.payload(part);
    }
    return length;
  }

  private ByteBuf poll() {
    reservation.release(Reservation.PART);
    return queue.poll();
  }

  /** What was sent has made room, or was the last. */
  void onSent() {
    if (paused && reservation.held() < FEW_QUEUED && !closed) {
      paused = false;
      try {
        source.resume();
      } catch (RuntimeException e) { // its fault alone: other streams go on
        onBroken(e);
      }
    }
    runIfSent();
  }

  private boolean owesEnd() {
    return tellsEnd && ended && !endTold;
  }

  private void runIfSent() {
    if (onSent != null && queued == 0 && (ended || source == null)) {
      Runnable action = onSent;
      onSent = null;
      action.run();
    }
  }

  private void onBuffer(Buffer buffer) {
    ByteBuf bytes = ((BufferInternal) buffer).getByteBuf();
    int length = bytes.readableBytes();
    if (closed || length == 0) {
      bytes.release();
      return;
    }
    if (!reservation.hold(length + Reservation.PART)) {
      bytes.release();
      overrun();
      return;
    }
    queue.add(bytes);
    queued += length;
    if (reservation.held() >= MOST_QUEUED && !paused) {
      paused = true;
      source.pause();
    }
    offer();
  }

  private void onEnd() {
    ended = true;
    offer();
    runIfSent();
  }

  private void onBroken(Throwable cause) {
    if (!closed && !ended) {
      onBroken.accept(cause);
    }
  }

  /** There's no memory for what waits, and nobody else's waits that is more. */
  private void overrun() {
    String detail = "more waits to be sent than there's memory for, and of this call most";
    breakOff(new CallFailure(Status.TOO_LARGE, "link", detail));
  }

  private void breakOff(CallFailure why) {
    onBroken.accept(why); // which asks whether it was held
    close();
  }

  private void offer() {
    if (head != null && isDecided()) {
      onDecided.run();
    } else if (head == null && !listed && isReady()) {
      scheduler.ready(this);
    }
  }
}
