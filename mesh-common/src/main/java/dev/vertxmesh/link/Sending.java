package dev.vertxmesh.link;

import dev.vertxmesh.flow.SendWindow;
import java.util.ArrayDeque;

/**
 * The streams that have something to send: they take turns, a chunk at most each time, and together
 * send no more than the connection's window lets them. The last of that is left to those who have
 * little to send, so that they needn't wait for a large message's sake.
 */
final class Sending implements Outbox.Turn {

  /** Up to so many bytes are little. */
  private static final int LITTLE = 8 << 10;

  /** What a frame costs beside its payload, so that many empty ones are a turn, too. */
  private static final int FRAME = 64;

  private final Outbox outbox;
  private final int chunk;
  private final ArrayDeque<StreamOut> ready = new ArrayDeque<>();
  private final ArrayDeque<StreamOut> blocked = new ArrayDeque<>();
  private SendWindow window = new SendWindow(0);
  private int reserve;
  private boolean inTurn;

  Sending(Outbox outbox, int chunk) {
    this.outbox = outbox;
    this.chunk = chunk;
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
    ready.addAll(blocked);
    blocked.clear();
    takeTurn();
    return possible;
  }

  void ready(StreamOut stream) {
    stream.listed(true);
    ready.add(stream);
    takeTurn();
  }

  void forget(StreamOut stream) {
    stream.listed(false);
    if (!ready.remove(stream)) {
      blocked.remove(stream);
    }
  }

  private void takeTurn() {
    if (!inTurn && !ready.isEmpty()) {
      inTurn = true;
      outbox.turn(this);
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

  private int send(StreamOut stream) {
    int queued = stream.queued();
    int most = Math.min(chunk, queued <= LITTLE ? window.left() : window.left() - reserve);
    if (queued > 0 && most <= 0) {
      blocked.add(stream);
      return 0;
    }
    stream.listed(false);
    int sent = stream.send(Math.max(0, most));
    window.send(sent);
    if (stream.isReady()) {
      stream.listed(true);
      ready.add(stream);
    }
    stream.onSent();
    return sent;
  }
}
