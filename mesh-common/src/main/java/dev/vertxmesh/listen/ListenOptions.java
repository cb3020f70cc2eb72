package dev.vertxmesh.listen;

import java.util.stream.Stream;

/**
 * How long a connection may take for what, and what they may hold.
 *
 * @param headMillis how long the first bytes of a connection, and then the head of a request, may
 *     take: from when it's accepted, or the head's first byte
 * @param idleMillis how long a connection may have no request
 * @param pingMillis how long the other side of an HTTP/2 connection may be silent until it's asked
 *     by a PING whether it's there; 0 for never
 * @param streamsEach requests at a time on one HTTP/2 connection
 * @param streamsAll and on all of those of one event loop
 * @param heldBytes what unfinished heads and frames of all connections of one event loop may have
 *     together, as they came
 */
public record ListenOptions(
    long headMillis,
    long idleMillis,
    long pingMillis,
    int streamsEach,
    int streamsAll,
    long heldBytes) {

  /** A connection takes 8 kB of the heap: all together may take a quarter. */
  private static final int HEAP_EACH = 32 << 10;

  /**
   * The part of the heap that unfinished heads may have as bytes. What they become is some three
   * times as large.
   */
  private static final int HEAP_PART_HELD = 16;

  /** What a head has at most, but for its line. */
  private static final int LARGEST_HEAD = 8 << 10;

  /** A smaller one is within what each connection may cost. */
  private static final int USUAL_HEAD = 2 << 10;

  /** What a header counts as at least: as an object it takes three times as much. */
  private static final int HEADER = 80;

  public ListenOptions {
    if (Stream.of(headMillis, idleMillis, (long) streamsEach, (long) streamsAll, heldBytes)
            .anyMatch(number -> number < 1)
        || pingMillis < 0) {
      throw new IllegalArgumentException(
          ("head %d ms, idle %d ms, ping %d ms, streams %d and %d, held %d bytes: expected numbers"
                  + " from 1, ping from 0")
              .formatted(headMillis, idleMillis, pingMillis, streamsEach, streamsAll, heldBytes));
    }
  }

  /**
   * How many connections a process can afford, of HTTP/1.1.
   *
   * @param wanted by setting; 0 for as many as heap and descriptors allow
   * @param maxHeap bytes
   * @param descriptors that are left for connections; {@link Integer#MAX_VALUE} if nobody knows
   */
  public static int affordable(int wanted, long maxHeap, int descriptors) {
    int byHeap = (int) Math.min(Integer.MAX_VALUE, maxHeap / HEAP_EACH);
    int most = wanted == 0 ? byHeap : wanted;
    return Math.max(1, Math.min(most, descriptors));
  }

  /**
   * What unfinished heads may have on each event loop.
   *
   * @param maxHeap bytes
   */
  public static long held(long maxHeap, int loops) {
    return Math.max(1, maxHeap / HEAP_PART_HELD / loops);
  }

  /**
   * What a head that is whole counts as until its answer has left, beside those that aren't; 0
   * where it's no larger than usual.
   *
   * @param bytes that came with it
   */
  static int headCounts(int bytes, int headers) {
    int counted = Math.max(Math.min(bytes, LARGEST_HEAD), headers * HEADER);
    return counted > USUAL_HEAD ? counted : 0;
  }
}
