package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/** Strings in fields: a u16 that counts the bytes, then UTF-8. */
final class Text {

  private Text() {}

  /**
   * @throws IllegalArgumentException over 65,535 bytes
   */
  static void write(ByteBuf out, String text) {
    int at = out.writerIndex();
    out.writeShort(0);
    int length = ByteBufUtil.writeUtf8(out, text);
    if (length > 0xffff) {
      throw new IllegalArgumentException(
          "a text of " + length + " bytes, expected at most 65535: " + text.substring(0, 40) + "…");
    }
    out.setShort(at, length);
  }

  /** Writes as much of a person's text as 1,000 characters hold. */
  static void writeReason(ByteBuf out, String reason) {
    write(out, cut(reason));
  }

  /** As much of a text for a log as any is owed. */
  static String cut(String reason) {
    return reason.length() <= 1000 ? reason : reason.substring(0, 1000);
  }
}
