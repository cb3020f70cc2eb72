package dev.vertxmesh.exchange;

import dev.vertxmesh.stream.DemandStream;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One direction of a call that is filled from here. The code that fills it has to bound how much
 * waits in it; a callback tells that code when the stream is empty.
 */
public final class FilledStream extends DemandStream {

  private final Deque<Buffer> waiting = new ArrayDeque<>();
  private final Runnable onEmpty;
  private boolean ending;
  private boolean over;
  private boolean delivering;

  /**
   * @param onEmpty run whenever the reader has taken the last that waited, and when it has seen the
   *     end
   */
  public FilledStream(Runnable onEmpty) {
    this.onEmpty = onEmpty;
  }

  /** One that holds a single buffer and then ends. */
  public static FilledStream of(Buffer only) {
    FilledStream stream = new FilledStream(() -> {});
    stream.add(only);
    stream.end();
    return stream;
  }

  /** Does nothing when it's over. */
  public void add(Buffer buffer) {
    if (!over && !ending) {
      waiting.add(buffer);
      deliver();
    }
  }

  /** Nothing more comes; what waits is still to be read. */
  public void end() {
    ending = true;
    deliver();
  }

  /** Breaks off: what waits isn't read any more. */
  public void fail(Throwable cause) {
    if (!over) {
      over = true;
      waiting.clear();
      broken(cause);
    }
  }

  /** Whether the reader has seen the end, or it was broken off. */
  public boolean isOver() {
    return over;
  }

  /** Whether the reader has taken all that was added. */
  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  @Override
  protected void deliver() {
    if (delivering) {
      return; // its loop goes on with what came
    }
    delivering = true;
    while (isWanted() && handler != null && !waiting.isEmpty()) {
      taken();
      handler.handle(waiting.remove());
      if (waiting.isEmpty() && !ending) {
        onEmpty.run();
      }
    }
    delivering = false;
    if (ending && !over && waiting.isEmpty() && endHandler != null) {
      over = true;
      ended();
      onEmpty.run();
    }
  }
}
