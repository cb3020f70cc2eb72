package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;

/** The 12 bytes that every frame begins with; the offsets are those of the package's drawing. */
public final class FrameHeader {

  public static final int LENGTH = 0;
  public static final int TYPE = 4;
  public static final int FLAGS = 5;
  public static final int FIELDS = 6;
  public static final int ID = 8;
  public static final int SIZE = 12;

  /** More of this message follows in {@link FrameType#CHUNK} frames of the same id. */
  public static final int MORE = 0x01;

  /** Of a {@link FrameType#DATA}: the sender's direction of the stream is done. */
  public static final int END = 0x02;

  /** Of a {@link FrameType#WINDOW}: it is for every stream. */
  public static final int ALL = 0x02;

  private FrameHeader() {}

  /**
   * Begins a frame whose fields' size isn't known yet; {@link #end} completes it.
   *
   * @return where the frame begins, for {@link #end}
   */
  static int begin(ByteBuf out, int type, int flags, int id) {
    int start = out.writerIndex();
    out.ensureWritable(SIZE);
    out.setByte(start + TYPE, type);
    out.setByte(start + FLAGS, flags);
    out.setInt(start + ID, id);
    out.writerIndex(start + SIZE);
    return start;
  }

  /**
   * Fills in both lengths once the fields are written; the payload's bytes are the writer's next.
   *
   * @throws IllegalArgumentException when the fields take more than 65,535 bytes; the frame is
   *     taken back
   */
  static void end(ByteBuf out, int start, int payloadLength) {
    int fields = out.writerIndex() - start - SIZE;
    if (fields > 0xffff) {
      out.writerIndex(start);
      throw new IllegalArgumentException(
          "a frame's fields take " + fields + " bytes, expected at most 65535");
    }
    out.setInt(start + LENGTH, fields + payloadLength);
    out.setShort(start + FIELDS, fields);
  }
}
