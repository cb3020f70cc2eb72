package dev.vertxmesh.listen;

import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What large heads of requests over HTTP/2 hold until their streams have ended, on all connections
 * of one event loop. A byte on the wire may be a whole header, which HPACK has in its tables. Over
 * the bound those streams end that have been there the longest, and their connections stay: others
 * may be served on them.
 */
final class StreamHeads {

  /** Bytes of the heap for each header besides its characters, as seen with 95 of them. */
  private static final int HEADER = 400;

  /** Some 20 headers, which are within what a request may cost. */
  private static final int USUAL = 8 << 10;

  private final long most;
  private final Map<Http2Stream, Head> heads = new LinkedHashMap<>();
  private long held;

  private record Head(int bytes, Runnable end) {

    Head and(Head trailer) {
      return new Head(bytes + trailer.bytes, end);
    }
  }

  /**
   * @param most bytes of the heap that all may hold together
   */
  StreamHeads(long most) {
    this.most = most;
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
      if (held > most) {
        endOldest();
      }
    }
  }

  /** Until a quarter is free again, so that not each one more asks anew. */
  private void endOldest() {
    List<Runnable> ends = new ArrayList<>();
    long left = held;
    for (Head head : heads.values()) {
      if (left <= most / 4 * 3) {
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
    }
  }

  long held() {
    return held;
  }
}
