package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;

/** The 16 bytes before every body; offsets as drawn in the package's description. */
public final class DubboHeader {

  public static final int SIZE = 16;
  public static final int MAGIC = 0xdabb;

  public static final int REQUEST = 0x80;
  public static final int TWO_WAY = 0x40;
  public static final int EVENT = 0x20;

  /** The serialization's number of hessian2, in the flags' low five bits. */
  public static final int HESSIAN2 = 2;

  static final int FLAGS = 2;
  static final int STATUS = 3;
  static final int ID = 4;
  static final int LENGTH = 12;

  private static final int SERIALIZATION = 0x1f;

  private DubboHeader() {}

  public static boolean isRequest(int flags) {
    return (flags & REQUEST) != 0;
  }

  public static boolean isTwoWay(int flags) {
    return (flags & TWO_WAY) != 0;
  }

  public static boolean isEvent(int flags) {
    return (flags & EVENT) != 0;
  }

  public static int serialization(int flags) {
    return flags & SERIALIZATION;
  }

  /** Appends a header whose length {@link #setBody} fills in later. */
  static void write(ByteBuf out, int flags, int status, long id) {
    out.writeShort(MAGIC).writeByte(flags).writeByte(status).writeLong(id).writeInt(0);
  }

  /** Sets the length of the message that starts at {@code at} to all that was written after it. */
  static void setBody(ByteBuf out, int at) {
    out.setInt(at + LENGTH, out.writerIndex() - at - SIZE);
  }
}
