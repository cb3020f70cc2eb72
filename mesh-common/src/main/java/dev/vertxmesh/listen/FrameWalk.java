package dev.vertxmesh.listen;

import io.netty.buffer.ByteBuf;

/**
 * Finds the frames in the bytes of an HTTP/2 connection as they pass. Copies and changes nothing,
 * and doesn't ask whether a frame is right: its reader does.
 *
 * <pre>
 *  0        3      4       5          9
 *  | length | type | flags | stream id | payload   RFC 9113, 4.1
 * </pre>
 */
final class FrameWalk {

  /** What each frame that has begun is told to, in its order. */
  interface Frames {
    /**
     * @param length bytes of its payload
     */
    void onFrame(int type, int flags, int length);
  }

  static final int HEAD = 9;

  private static final int TYPE_AT = 3;
  private static final int FLAGS_AT = 4;

  private final Frames frames;
  private final byte[] head = new byte[FLAGS_AT + 1];
  private int headRead;
  private int payloadLeft;
  private int partial;

  /**
   * @param preface bytes that come before the first frame
   */
  FrameWalk(int preface, Frames frames) {
    this.payloadLeft = preface;
    this.frames = frames;
  }

  /** Goes on with these bytes, and leaves them as they are. */
  void feed(ByteBuf bytes) {
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (at < end) {
      if (payloadLeft > 0) {
        int here = Math.min(payloadLeft, end - at);
        payloadLeft -= here;
        partial += here;
        at += here;
      } else {
        at = readHead(bytes, at, end);
      }
      if (payloadLeft == 0 && headRead == 0) {
        partial = 0;
      }
    }
  }

  private int readHead(ByteBuf bytes, int from, int end) {
    int at = from;
    while (at < end && headRead < HEAD) {
      if (headRead < head.length) {
        head[headRead] = bytes.getByte(at);
      }
      headRead++;
      at++;
    }
    partial = headRead;
    if (headRead == HEAD) {
      headRead = 0;
      payloadLeft = (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | head[2] & 0xff;
      frames.onFrame(head[TYPE_AT], head[FLAGS_AT] & 0xff, payloadLeft);
    }
    return at;
  }

  /** Bytes of a frame that has begun and isn't whole; its reader keeps them. */
  int partial() {
    return partial;
  }
}
