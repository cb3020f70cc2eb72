package dev.vertxmesh.listen;

import dev.vertxmesh.memory.BudgetPart;
import dev.vertxmesh.memory.MemoryBudget;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests over HTTP/2 on all connections of one event loop: how many there may be, and what their
 * large heads hold until they have ended. A byte on the wire may be a whole header, which HPACK has
 * in its tables. Over the bound of heads, or when they hold a quarter of it and the heap's budget
 * has no more for them, those end that have been there the longest, and their connections stay:
 * others may be served on them.
 */
final class OpenStreams {

  /** Bytes of the heap for each header besides its characters, as seen with 95 of them. */
  private static final int HEADER = 400;

  /** Some 20 headers, which are within what a request may cost. */
  private static final int USUAL = 8 << 10;

  /**
   * Large heads may hold twice what unfinished ones may: those count as bytes, and these as
   * objects.
   */
  private static final int HEADS = 2;

  /** Bytes of the heap that a request takes of which nothing passes. */
  private static final int STREAM = 9_000;

  private final ListenOptions options;
  private final long most;
  private final BudgetPart room;
  private final BudgetPart headsRoom;
  private final Map<Http2Stream, Head> heads = new LinkedHashMap<>();
  private long held;
  private int open;

  private record Head(int bytes, Runnable end) {

    Head and(Head trailer) {
      return new Head(bytes + trailer.bytes, end);
    }
  }

  /**
   * @param heap is charged with requests and their heads
   */
  OpenStreams(ListenOptions options, MemoryBudget heap) {
    this.options = options;
    this.most = HEADS * options.heldBytes();
    this.room = new BudgetPart(heap);
    this.headsRoom = new BudgetPart(heap);
  }

  /** So many more, or less. */
  void onOpen(int change) {
    open += change;
    if (change < 0) {
      room.hold((long) open * STREAM);
    }
  }

  /**
   * How many a connection may have: no more than it has while all together have as many as they
   * may, or the budget has no room for one more.
   */
  int mostOf(int active) {
    boolean fits = open < options.streamsAll() && room.hold((open + 1L) * STREAM);
    return fits ? options.streamsEach() : active;
  }

  /**
   * A head or a trailer has come.
   *
   * @param end ends the stream
   */
  void onHeaders(Http2Stream stream, Http2Headers headers, Runnable end) {
    int bytes = HeadSize.of(0, headers.iterator()).bytes(HEADER);
    if (bytes > USUAL) {
      heads.merge(stream, new Head(bytes, end), Head::and);
      held += bytes;
      boolean fits = headsRoom.hold(held) || held <= most / 4;
      if (!fits || held > most) {
        endOldest();
      }
    }
  }

  /** Until a quarter is free again, so that not each one more asks anew. */
  private void endOldest() {
    List<Runnable> ends = new ArrayList<>();
    long left = held;
    long enough = Math.min(held, most) / 4 * 3;
    for (Head head : heads.values()) {
      if (left <= enough) {
        break;
      }
      left -= head.bytes();
      ends.add(head.end());
    }
    ends.forEach(Runnable::run);
  }

  void onClosed(Http2Stream stream) {
    Head head = heads.remove(stream);
    if (head != null) {
      held -= head.bytes();
      headsRoom.hold(held);
    }
  }

  long held() {
    return held;
  }
}
