package dev.vertxmesh.it.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Frames of HTTP/2 as bytes, for what no client would send (RFC 9113, 4 and 6). */
public final class Http2Wire {

  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int PRIORITY = 2;
  public static final int SETTINGS = 4;
  public static final int PING = 6;
  public static final int WINDOW_UPDATE = 8;
  public static final int CONTINUATION = 9;

  public static final int END_HEADERS = 4;

  private Http2Wire() {}

  /** What a client begins with. */
  public static byte[] hello() {
    byte[] preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    return joined(List.of(preface, frame(SETTINGS, 0, 0)));
  }

  public static byte[] frame(int type, int flags, int stream, byte... payload) {
    return ByteBuffer.allocate(9 + payload.length)
        .put((byte) (payload.length >> 16))
        .putShort((short) payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(stream)
        .put(payload)
        .array();
  }

  /** The header block of a gRPC call, without HPACK's tables. */
  public static byte[] grpc(String path) {
    ByteArrayOutputStream block = post(path, "application/grpc");
    literal(block, "te", "trailers");
    return block.toByteArray();
  }

  /** The same of a call in JSON. */
  public static byte[] json(String path) {
    return post(path, "application/json").toByteArray();
  }

  private static ByteArrayOutputStream post(String path, String type) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.writeBytes(new byte[] {(byte) 0x83, (byte) 0x86}); // POST, http
    literal(block, ":path", path);
    literal(block, ":authority", "it");
    literal(block, "content-type", type);
    return block;
  }

  private static void literal(ByteArrayOutputStream block, String name, String value) {
    block.write(0);
    for (String text : List.of(name, value)) {
      block.write(text.length());
      block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** The same frame so many times. */
  public static byte[] times(int count, byte[] frame) {
    byte[] all = new byte[count * frame.length];
    for (int i = 0; i < count; i++) {
      System.arraycopy(frame, 0, all, i * frame.length, frame.length);
    }
    return all;
  }

  public static byte[] joined(List<byte[]> parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }

  /** Sends as long as the other side takes it, which is until it has heard enough. */
  public static void flood(Wire wire, byte[] bytes) throws IOException {
    try {
      for (int i = 0; i < 10_000; i++) {
        wire.send(bytes);
      }
    } catch (IOException closed) {
      return;
    }
    throw new IOException("all was taken, " + 10_000L * bytes.length + " bytes");
  }
}
