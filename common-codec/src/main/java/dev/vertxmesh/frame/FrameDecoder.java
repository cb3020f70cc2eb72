package dev.vertxmesh.frame;

import static dev.vertxmesh.frame.FrameHeader.FIELDS;
import static dev.vertxmesh.frame.FrameHeader.FLAGS;
import static dev.vertxmesh.frame.FrameHeader.ID;
import static dev.vertxmesh.frame.FrameHeader.LENGTH;
import static dev.vertxmesh.frame.FrameHeader.SIZE;
import static dev.vertxmesh.frame.FrameHeader.TYPE;

import io.netty.buffer.ByteBuf;

/**
 * Finds where frames begin and end, and nothing else. Incremental: it takes whole frames from a
 * buffer that bytes are added to, and copies none of them.
 *
 * <p>The first frame has to be a HELLO, so that a stranger's bytes are told from a peer's at once.
 * An ERROR in its place ends the link likewise, but what it says is told. After its first failure
 * the decoder takes nothing more.
 */
public final class FrameDecoder {

  /** Before the HELLO nobody is owed more than this many bytes of memory. */
  static final int HELLO_LIMIT = 4096;

  private static final String NO_HELLO = "the first bytes are not a HELLO: ";

  private final int maxFrame;
  private boolean greeted;
  private boolean failed;

  /**
   * @param maxFrame the largest length of a frame without its header, in bytes
   */
  public FrameDecoder(int maxFrame) {
    this.maxFrame = maxFrame;
  }

  /**
   * Takes the next whole frame, skipping unknown optional ones.
   *
   * @param in read only as far as whole frames go
   * @return the frame, whose body is a retained slice of {@code in}; null when more bytes are
   *     needed
   * @throws FrameException when the bytes aren't the protocol
   */
  public Frame next(ByteBuf in) {
    while (!failed && in.readableBytes() >= SIZE) {
      int start = in.readerIndex();
      int type = in.getUnsignedByte(start + TYPE);
      long length = in.getUnsignedInt(start + LENGTH);
      int fields = in.getUnsignedShort(start + FIELDS);
      check(in, type, length, fields);
      if (in.readableBytes() - SIZE < length) {
        return null;
      }
      if (!greeted && type == FrameType.ERROR) {
        throw fail(LinkError.PROTOCOL, NO_HELLO + firstWords(in, start, fields));
      }
      in.readerIndex(start + SIZE + (int) length);
      greeted = true;
      if (FrameType.isKnown(type)) {
        return frame(in, start, type, fields, (int) length);
      }
    }
    return null;
  }

  private static Frame frame(ByteBuf in, int start, int type, int fields, int length) {
    int flags = in.getUnsignedByte(start + FLAGS);
    int id = in.getInt(start + ID);
    return length == 0
        ? Frame.empty(type, flags, id)
        : new Frame(type, flags, id, fields, in.retainedSlice(start + SIZE, length));
  }

  private void check(ByteBuf in, int type, long length, int fields) {
    if (!greeted && !isFirst(in, type, length, fields)) {
      throw fail(LinkError.PROTOCOL, NO_HELLO + Hello.firstBytes(in));
    }
    int limit = greeted ? maxFrame : HELLO_LIMIT;
    if (length > limit) {
      throw fail(
          LinkError.LIMIT,
          "a frame of type 0x%02x has %d bytes, expected at most %d"
              .formatted(type, length, limit));
    }
    if (fields > length) {
      throw fail(
          LinkError.PROTOCOL,
          "a frame of type 0x%02x has %d bytes of fields in %d bytes"
              .formatted(type, fields, length));
    }
    if (!FrameType.isKnown(type) && !FrameType.isOptional(type)) {
      throw fail(
          LinkError.UNKNOWN_FRAME,
          "a frame of type 0x%02x is unknown and may not be skipped".formatted(type));
    }
  }

  private static boolean isFirst(ByteBuf in, int type, long length, int fields) {
    return type == FrameType.HELLO && Hello.looksLikeOne(in, length)
        || type == FrameType.ERROR && length == fields && length <= HELLO_LIMIT;
  }

  /** What an ERROR says; of one that can't be read, its first bytes. */
  private static String firstWords(ByteBuf in, int start, int fields) {
    Frame error = new Frame(FrameType.ERROR, 0, 0, fields, in.slice(start + SIZE, fields));
    try {
      return "the other side ended the link: " + ErrorFrame.decode(error).reason();
    } catch (FrameException e) {
      return Hello.firstBytes(in);
    }
  }

  private FrameException fail(LinkError code, String detail) {
    failed = true;
    return new FrameException(code, detail);
  }
}
