package dev.vertxmesh.stream;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;

/**
 * Buffers that are read one by one as they are asked for. Paused at first. Belongs to one event
 * loop.
 */
public abstract class DemandStream implements ReadStream<Buffer> {

  /** Null as long as there's none. */
  protected Handler<Buffer> handler;

  protected Handler<Void> endHandler;
  protected Handler<Throwable> exceptionHandler;
  private long demand;

  /** There's more demand, or another reader. May be called from within itself, by its reader. */
  protected abstract void deliver();

  protected final boolean isWanted() {
    return demand > 0;
  }

  /** One buffer is handed on. */
  protected final void taken() {
    demand -= demand == Long.MAX_VALUE ? 0 : 1;
  }

  protected final void ended() {
    if (endHandler != null) {
      endHandler.handle(null);
    }
  }

  protected final void broken(Throwable cause) {
    if (exceptionHandler != null) {
      exceptionHandler.handle(cause);
    }
  }

  @Override
  public final DemandStream handler(Handler<Buffer> reader) {
    handler = reader;
    deliver();
    return this;
  }

  @Override
  public final DemandStream endHandler(Handler<Void> reader) {
    endHandler = reader;
    deliver();
    return this;
  }

  @Override
  public final DemandStream exceptionHandler(Handler<Throwable> reader) {
    exceptionHandler = reader;
    return this;
  }

  @Override
  public DemandStream pause() {
    demand = 0;
    return this;
  }

  @Override
  public final DemandStream resume() {
    return fetch(Long.MAX_VALUE);
  }

  @Override
  public DemandStream fetch(long amount) {
    demand = demand + amount < 0 ? Long.MAX_VALUE : demand + amount;
    deliver();
    return this;
  }
}
