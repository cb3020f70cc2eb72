package dev.vertxmesh.link;

import dev.vertxmesh.flow.Pace;
import dev.vertxmesh.flow.SendWindow;
import dev.vertxmesh.link.setup.LinkSetup;
import java.util.ArrayDeque;

/**
 * The streams that have something to send: they take turns, a chunk at most each time, and together
 * send no more than the connection's window lets them. The last of that is left to those who have
 * little to send, so that they needn't wait for a large message's sake; for which a window doesn't
 * leave at once after a pause, either.
 */
final class StreamScheduler implements SendQueue.Turn {

  /** Up to so many bytes are little. */
  private static final int LITTLE = 8 << 10;

  /** What a frame costs beside its payload, so that many empty ones are a turn, too. */
  private static final int FRAME = 64;

  /** Until more of a window may leave, in milliseconds. */
  private static final int NEXT_MILLIS = 1;

  private final LinkSetup setup;
  private final SendQueue sendQueue;
  private final int chunk;
  private final Pace pace = new Pace();
  private final ArrayDeque<OutboundStream> ready = new ArrayDeque<>();
  private final ArrayDeque<OutboundStream> blocked = new ArrayDeque<>();
  private SendWindow window = new SendWindow(0);
  private int reserve;
  private boolean inTurn;
  private boolean waiting;

  StreamScheduler(LinkSetup setup, SendQueue sendQueue) {
    this.setup = setup;
    this.sendQueue = sendQueue;
    this.chunk = setup.options().chunk();
  }

  void window(SendWindow connection) {
    window = connection;
    reserve = Math.min(2 * LITTLE, connection.left() / 4);
  }

  /**
   * The other side takes more of all streams together.
   *
   * @return false when that is more than any window
   */
  boolean grow(int increment) {
    boolean possible = window.grow(increment);
    pace.onGiven(increment, now());
    unblock();
    return possible;
  }

  private void unblock() {
    ready.addAll(blocked);
    blocked.clear();
    takeTurn();
  }

  private long now() {
    return setup.nanoClock().getAsLong();
  }

  void ready(OutboundStream stream) {
    stream.listed(true);
    ready.add(stream);
    takeTurn();
  }

  void forget(OutboundStream stream) {
    stream.listed(false);
    if (!ready.remove(stream)) {
      blocked.remove(stream);
    }
  }

  private void takeTurn() {
    if (!inTurn && !ready.isEmpty()) {
      inTurn = true;
      sendQueue.turn(this);
    }
  }

  @Override
  public boolean send() {
    int left = chunk;
    while (left > 0 && !ready.isEmpty()) {
      left -= FRAME + send(ready.poll());
    }
    inTurn = !ready.isEmpty();
    return inTurn;
  }

  /** What may leave of a large message now; looks again soon if only the pace holds it up. */
  private int paced() {
    int left = window.left() - reserve;
    if (left <= 0) {
      return 0;
    }
    int allowed = pace.allowed(left, now());
    if (allowed >= Math.min(left, LITTLE)) {
      return allowed;
    }
    if (!waiting) {
      waiting = true;
      setup.vertx().setTimer(NEXT_MILLIS, passed -> onNext());
    }
    return 0;
  }

  private void onNext() {
    waiting = false;
    unblock();
  }

  private int send(OutboundStream stream) {
    int queued = stream.queued();
    boolean little = queued <= LITTLE;
    int most = Math.min(chunk, little ? window.left() : paced());
    if (queued > 0 && most <= 0) {
      blocked.add(stream);
      return 0;
    }
    stream.listed(false);
    int sent = stream.send(sendQueue, Math.max(0, most));
    window.send(sent);
    if (!little) {
      pace.onSent(sent, now());
    }
    if (stream.isReady()) {
      stream.listed(true);
      ready.add(stream);
    }
    stream.onSent();
    return sent;
  }
}
