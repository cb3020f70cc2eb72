package dev.vertxmesh.exchange;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One direction of a call that is filled from here. Paused at first, as those of an {@link
 * dev.vertxmesh.call.Exchange} are. Belongs to one event loop; how much waits in it, whoever fills
 * it has to bound, for which it tells when it's empty.
 */
public final class FilledStream implements ReadStream<Buffer> {

  private final Deque<Buffer> waiting = new ArrayDeque<>();
  private final Runnable onEmpty;
  private Handler<Buffer> handler;
  private Handler<Void> endHandler;
  private Handler<Throwable> exceptionHandler;
  private long wanted;
  private boolean ending;
  private boolean over;
  private boolean delivering;

  /**
   * @param onEmpty run whenever the reader has taken the last that waited
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
      if (exceptionHandler != null) {
        exceptionHandler.handle(cause);
      }
    }
  }

  /** Whether the reader has taken all that was added. */
  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  private void deliver() {
    if (delivering) {
      return; // its loop goes on with what came
    }
    delivering = true;
    while (wanted > 0 && handler != null && !waiting.isEmpty()) {
      wanted -= wanted == Long.MAX_VALUE ? 0 : 1;
      handler.handle(waiting.remove());
      if (waiting.isEmpty() && !ending) {
        onEmpty.run();
      }
    }
    delivering = false;
    if (ending && !over && waiting.isEmpty() && endHandler != null) {
      over = true;
      endHandler.handle(null);
    }
  }

  @Override
  public FilledStream handler(Handler<Buffer> taker) {
    handler = taker;
    deliver();
    return this;
  }

  @Override
  public FilledStream pause() {
    wanted = 0;
    return this;
  }

  @Override
  public FilledStream resume() {
    return fetch(Long.MAX_VALUE);
  }

  @Override
  public FilledStream fetch(long amount) {
    wanted = wanted + amount < 0 ? Long.MAX_VALUE : wanted + amount;
    deliver();
    return this;
  }

  @Override
  public FilledStream endHandler(Handler<Void> taker) {
    endHandler = taker;
    deliver();
    return this;
  }

  @Override
  public FilledStream exceptionHandler(Handler<Throwable> taker) {
    exceptionHandler = taker;
    return this;
  }
}
