package dev.vertxmesh.listen;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.Iterator;
import java.util.Map.Entry;

/**
 * What a client of HTTP/1.1 has sent ahead of its turn, and what that takes. Vert.x reads no more
 * while eight parts of it wait, but keeps all that one turn of the event loop has read, which may
 * be a thousand small requests.
 *
 * <p>A request costs about as much of the heap as its objects have, and its body as many bytes as
 * it has. With each answer the part goes that the next request has on the average.
 */
final class RequestsAhead {

  /** Bytes of a request without headers: its line, the end of its body, their places. */
  private static final int REQUEST = 800;

  /** Bytes of a header besides its characters. */
  private static final int HEADER = 150;

  private int owed;
  private int bytes;

  /** The head of a request has come; says how many bytes all have that are ahead. */
  int onRequest(HttpHeaders headers) {
    if (owed > 0) {
      bytes += weigh(headers);
    }
    owed++;
    return bytes;
  }

  private static int weigh(HttpHeaders headers) {
    int weight = REQUEST;
    Iterator<Entry<CharSequence, CharSequence>> each = headers.iteratorCharSequence();
    while (each.hasNext()) {
      Entry<CharSequence, CharSequence> header = each.next();
      weight += HEADER + header.getKey().length() + header.getValue().length();
    }
    return weight;
  }

  /** A part of the last request's body; says how many bytes all have that are ahead. */
  int onBody(int length) {
    bytes += length;
    return bytes;
  }

  /** An answer has ended, and the next request has its turn; says what is ahead of that. */
  int onAnswerEnd() {
    bytes -= isAny() ? bytes / (owed - 1) : bytes;
    owed--;
    return bytes;
  }

  int bytes() {
    return bytes;
  }

  /** Whether a request is ahead of its turn. */
  boolean isAny() {
    return owed > 1;
  }

  boolean isAnyOwed() {
    return owed > 0;
  }
}
