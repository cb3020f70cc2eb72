package dev.vertxmesh.limits;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import io.vertx.core.Completable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * What is left to do when a call has ended: its places are given back, and what it has had beside
 * its request is counted. Used again for another call, on the same event loop.
 */
final class CallEnd implements Completable<Reply> {

  private final ArrayDeque<CallEnd> unused;
  private final LongSupplier nanoClock;
  private Counter[] counters = new Counter[4];
  private boolean[] counted = new boolean[4];
  private int size;
  private Call call;
  private long charged;

  /**
   * @param unused where it goes once it has been used
   */
  CallEnd(ArrayDeque<CallEnd> unused, LongSupplier nanoClock) {
    this.unused = unused;
    this.nanoClock = nanoClock;
  }

  /**
   * @param bytes of its request, which were taken before
   */
  void of(Call made, long bytes) {
    call = made;
    charged = bytes;
  }

  /**
   * @param isCounted whether the call has a place there
   */
  void add(Counter counter, boolean isCounted) {
    if (size == counters.length) {
      counters = Arrays.copyOf(counters, 2 * size);
      counted = Arrays.copyOf(counted, 2 * size);
    }
    counters[size] = counter;
    counted[size++] = isCounted;
  }

  @Override
  public void complete(Reply reply, Throwable failure) {
    long more = call.record().requestBytes() - charged + call.record().streamedOut();
    if (reply != null) {
      more += reply.payload().readableBytes();
    }
    long now = nanoClock.getAsLong();
    for (int i = 0; i < size; i++) {
      counters[i].ended(counted[i], more, now);
      counters[i] = null;
    }
    size = 0;
    call = null;
    unused.push(this);
  }
}
