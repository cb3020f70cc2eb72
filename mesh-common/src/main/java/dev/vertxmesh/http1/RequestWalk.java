package dev.vertxmesh.http1;

import io.netty.buffer.ByteBuf;

/**
 * Where in its requests a connection is. Bytes may come in any pieces; none is kept. Throws a
 * {@link BadRequest} at the first byte that can't be, and is done then.
 */
final class RequestWalk {

  private enum Part {
    HEAD,
    LENGTH,
    CHUNKS
  }

  private final Http1RequestHead head;
  private final ChunkedBody chunks;
  private Part part;
  private long left;
  private boolean asked;

  RequestWalk(HeadLimits limits) {
    head = new Http1RequestHead(limits);
    chunks = new ChunkedBody(limits);
    begin();
  }

  private void begin() {
    part = Part.HEAD;
    head.begin();
  }

  /** A head has ended and its body hasn't. */
  boolean inBody() {
    return part != Part.HEAD;
  }

  /** A head has begun and hasn't ended. */
  boolean inHead() {
    return part == Part.HEAD && head.begun();
  }

  /** The line with a chunk's size has begun and hasn't ended, or trailers haven't. */
  boolean inLine() {
    return part == Part.CHUNKS && chunks.inLine();
  }

  /** Nothing of the next request has come. */
  boolean isBetween() {
    return part == Part.HEAD && !head.begun();
  }

  /** Whether a head has ended, since this was asked last, that asks for HTTP/2. */
  boolean asksForHttp2() {
    boolean was = asked;
    asked = false;
    return was;
  }

  /**
   * Reads on, and at most to the end of a head, a chunk's size, a chunk or a body; says to where.
   * All before such an end is right, whatever comes.
   */
  int next(ByteBuf in, int from, int to) {
    return switch (part) {
      case HEAD -> head(in, from, to);
      case LENGTH -> length(from, to);
      case CHUNKS -> chunks(in, from, to);
    };
  }

  private int head(ByteBuf in, int from, int to) {
    int at = HeadBytes.walk(in, from, to, head);
    if (head.ended()) {
      asked = head.asksForHttp2();
      body();
    }
    return at;
  }

  private void body() {
    left = head.length();
    if (head.isChunked()) {
      chunks.begin(head.size());
      part = Part.CHUNKS;
    } else if (left > 0) {
      part = Part.LENGTH;
    } else {
      begin();
    }
  }

  private int length(int from, int to) {
    int taken = (int) Math.min(left, to - from);
    left -= taken;
    if (left == 0) {
      begin();
    }
    return from + taken;
  }

  private int chunks(ByteBuf in, int from, int to) {
    int at = chunks.walk(in, from, to);
    if (chunks.ended()) {
      begin();
    }
    return at;
  }
}
