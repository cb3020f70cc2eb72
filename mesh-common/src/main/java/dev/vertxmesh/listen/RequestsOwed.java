package dev.vertxmesh.listen;

import io.netty.handler.codec.http.HttpRequest;
import java.util.ArrayDeque;

/**
 * The requests of a connection of HTTP/1.1 that aren't answered, and what they hold: the one whose
 * turn it is, and those that the client has sent ahead. Vert.x reads no more while eight parts of
 * those wait, but keeps all that one turn of the event loop has read, which may be a thousand small
 * requests.
 *
 * <p>One whose turn it is holds what its head came with, unless that's no larger than usual, until
 * both it and its answer have ended. One that is ahead holds about as much of the heap as its
 * objects have, and its body.
 */
final class RequestsOwed {

  /** A head of so many bytes is within what each connection may cost. */
  private static final int USUAL_HEAD = 2 << 10;

  /** What a header of a head counts as at least: as an object it takes three times as much. */
  private static final int HEADER = 80;

  /** Bytes of a request ahead without headers: its line, the end of its body, their places. */
  private static final int REQUEST_AHEAD = 850;

  /** Bytes of a header of one ahead besides its characters. */
  private static final int HEADER_AHEAD = 150;

  private final ArrayDeque<Ahead> ahead = new ArrayDeque<>(0);
  private boolean answerOwed;
  private boolean bodyOpen;
  private int turnBytes;
  private int aheadBytes;

  private static final class Ahead {

    private final HeadSize head;
    private int body;

    private Ahead(HeadSize head) {
      this.head = head;
    }

    private int bytes() {
      return REQUEST_AHEAD + head.bytes(HEADER_AHEAD) + body;
    }
  }

  /** The head of a request has come. */
  void onRequest(HttpRequest request) {
    HeadSize head = HeadSize.of(request.uri().length(), request.headers().iteratorCharSequence());
    if (answerOwed) {
      Ahead last = new Ahead(head);
      ahead.add(last);
      aheadBytes += last.bytes();
    } else {
      answerOwed = true;
      turnBytes = bytes(head);
    }
    bodyOpen = true;
  }

  private static int bytes(HeadSize head) {
    int counted = Math.max(head.characters(), head.headers() * HEADER);
    return counted > USUAL_HEAD ? counted : 0;
  }

  /** A part of the body of the last request, which is ahead. */
  void onBodyAhead(int length) {
    ahead.getLast().body += length;
    aheadBytes += length;
  }

  /** The last request has come whole. */
  void onRequestEnd() {
    bodyOpen = false;
    if (!answerOwed) {
      turnBytes = 0;
    }
  }

  /** An answer has ended, and the next request has its turn. */
  void onAnswerEnd() {
    Ahead next = ahead.poll();
    answerOwed = next != null;
    if (answerOwed) {
      aheadBytes -= next.bytes();
      turnBytes = bytes(next.head);
    } else if (!bodyOpen) {
      turnBytes = 0;
    }
  }

  /** What all hold together. */
  int bytes() {
    return turnBytes + aheadBytes;
  }

  /** What is held by those that are ahead of their turn. */
  int aheadBytes() {
    return aheadBytes;
  }

  boolean isAnyAhead() {
    return !ahead.isEmpty();
  }

  ConnectionPhase phase(boolean headBegun) {
    if (answerOwed) {
      return ConnectionPhase.BUSY;
    } else if (bodyOpen) {
      return ConnectionPhase.LEFT_OVER;
    }
    return headBegun ? ConnectionPhase.HEAD : ConnectionPhase.IDLE;
  }
}
