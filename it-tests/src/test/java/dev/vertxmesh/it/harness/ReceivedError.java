package dev.vertxmesh.it.harness;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The last frame that came on a link, by docs/protocol.md alone: no code of the mesh reads it.
 *
 * @param code why the link ended
 */
public record ReceivedError(int code, String reason) {

  private static final int HEADER = 12;
  private static final int ERROR = 0x06;

  /**
   * @param bytes all that came until the connection ended
   */
  public static ReceivedError in(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    while (in.remaining() >= HEADER) {
      int length = in.getInt(in.position());
      int type = in.get(in.position() + 4) & 0xff;
      if (type == ERROR) {
        int fields = in.position() + HEADER;
        int text = in.getShort(fields + 2) & 0xffff;
        return new ReceivedError(
            in.getShort(fields), new String(bytes, fields + 4, text, StandardCharsets.UTF_8));
      }
      in.position(in.position() + HEADER + length);
    }
    throw new IllegalStateException("the link ended without a word after " + bytes.length);
  }
}
