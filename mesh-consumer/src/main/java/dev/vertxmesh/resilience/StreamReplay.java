package dev.vertxmesh.resilience;

import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import dev.vertxmesh.stream.DemandStream;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Lets a call with two directions be attempted more than once: keeps the first bytes of its
 * requests until the answer begins. One attempt reads at a time, the newest.
 */
final class StreamReplay {

  /** Requests of more bytes than this are read once. */
  static final int MOST_KEPT = 64 << 10;

  private final Exchange exchange;
  private final ReadStream<Buffer> source;
  private final List<Buffer> kept = new ArrayList<>(1);
  private final Reservation holder = Reservations.ofHeap().add(this::forget);
  private int keptBytes;
  private boolean possible = true;
  private boolean begun;
  private boolean ended;
  private Throwable broken;
  private Reading current;

  StreamReplay(Exchange exchange) {
    this.exchange = exchange;
    this.source = exchange.requests();
  }

  /** Whether another attempt would have all that the ones before had, and nobody was answered. */
  boolean isPossible() {
    return possible && broken == null;
  }

  /** The directions for the next attempt; those of the one before are read no more. */
  Exchange next() {
    Reading reading = new Reading(kept);
    current = reading;
    return new Exchange(reading, (metadata, messages) -> onAnswer(reading, metadata, messages));
  }

  /** There's no further attempt. */
  void forget() {
    possible = false;
    holder.close();
    kept.clear();
  }

  private void onAnswer(
      Reading reading, Map<String, String> metadata, ReadStream<Buffer> messages) {
    if (reading == current) {
      forget();
      exchange.answer(metadata, messages);
    }
  }

  private void flow() {
    if (!begun) {
      begun = true;
      source.exceptionHandler(this::onBroken);
      source.endHandler(end -> onEnd());
      source.handler(this::onBuffer);
    }
    source.resume();
  }

  private void onBuffer(Buffer buffer) {
    keptBytes += buffer.length();
    if (possible) {
      if (keptBytes > MOST_KEPT || !holder.hold(buffer.length() + Reservation.PART)) {
        forget();
      } else {
        kept.add(buffer);
      }
    }
    current.add(buffer);
  }

  private void onEnd() {
    ended = true;
    current.deliver();
  }

  private void onBroken(Throwable cause) {
    broken = cause;
    current.onBroken();
  }

  /** The requests as one attempt reads them: those that were kept, and then what comes. */
  private final class Reading extends DemandStream {
    private final ArrayDeque<Buffer> waiting;
    private boolean delivering;
    private boolean over;

    Reading(List<Buffer> first) {
      waiting = new ArrayDeque<>(first);
    }

    void add(Buffer buffer) {
      waiting.add(buffer);
      deliver();
    }

    @Override
    protected void deliver() {
      if (delivering || this != current) {
        return;
      }
      delivering = true;
      while (isWanted() && handler != null && !waiting.isEmpty()) {
        taken();
        handler.handle(waiting.poll());
      }
      delivering = false;
      if (!isWanted()) {
        hold();
      } else if (waiting.isEmpty() && ended && !over) {
        over = true;
        ended();
      }
    }

    void onBroken() {
      if (!over && exceptionHandler != null) {
        over = true;
        exceptionHandler.handle(broken);
      }
    }

    @Override
    public Reading pause() {
      super.pause();
      if (!delivering) {
        hold();
      }
      return this;
    }

    private void hold() {
      if (this == current && begun && !ended) {
        source.pause();
      }
    }

    @Override
    public Reading fetch(long amount) {
      if (this != current) {
        return this;
      }
      super.fetch(amount);
      if (isWanted() && waiting.isEmpty() && !ended && broken == null) {
        flow();
      }
      return this;
    }
  }
}
