package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;
import java.util.Map;

/** The names and values that travel beside a payload, at the end of a frame's fields. */
final class Attachments {

  private Attachments() {}

  /**
   * @param start where the frame begins; it's taken back when the attachments don't fit
   * @throws IllegalArgumentException when one is over 65,535 bytes
   */
  static void write(ByteBuf out, int start, Map<String, String> attachments) {
    if (attachments.isEmpty()) {
      return;
    }
    try {
      attachments.forEach(
          (name, value) -> {
            Text.write(out, name);
            Text.write(out, value);
          });
    } catch (IllegalArgumentException e) {
      out.writerIndex(start);
      throw e;
    }
  }
}
