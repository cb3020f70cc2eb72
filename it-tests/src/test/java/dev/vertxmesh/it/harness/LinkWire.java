package dev.vertxmesh.it.harness;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Frames of the agents' protocol as bytes, for what no agent would send (docs/protocol.md). */
public final class LinkWire {

  /** Encodings of a request. */
  public static final int TEXT = 2;

  public static final int GRPC = 3;

  private static final int DEFINE = 0x10;
  private static final int REQUEST = 0x11;
  private static final int DATA = 0x20;
  private static final int END = 0x02;

  private LinkWire() {}

  /** The protocol's own example, with streams. */
  public static byte[] hello() {
    return HexFormat.of()
        .parseHex(
            "0000003d0100003d00000000564d5348010100000001ffff00800000000000be"
                + "00001000000000010000138800136d6573682d70726f766964657220302e312e"
                + "300001000000100000");
  }

  private static byte[] frame(int type, int id, byte[] fields, byte[] payload) {
    return frame(type, 0, id, fields, payload);
  }

  private static byte[] frame(int type, int flags, int id, byte[] fields, byte[] payload) {
    return ByteBuffer.allocate(12 + fields.length + payload.length)
        .putInt(fields.length + payload.length)
        .put((byte) type)
        .put((byte) flags)
        .putShort((short) fields.length)
        .putInt(id)
        .put(fields)
        .put(payload)
        .array();
  }

  /** The names that a number stands for. */
  public static byte[] define(int index, String service, String method, String descriptor) {
    ByteArrayOutputStream fields = new ByteArrayOutputStream();
    fields.writeBytes(ByteBuffer.allocate(4).putInt(index).array());
    for (String text : new String[] {service, "", "", method, descriptor}) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      fields.writeBytes(ByteBuffer.allocate(2).putShort((short) bytes.length).array());
      fields.writeBytes(bytes);
    }
    return frame(DEFINE, 0, fields.toByteArray(), new byte[0]);
  }

  /** A call that waits as long as it takes. */
  public static byte[] request(int id, int index, int encoding, String payload) {
    byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
    byte[] fields =
        ByteBuffer.allocate(16)
            .putInt(index)
            .putInt(-1)
            .putInt(bytes.length)
            .put((byte) encoding)
            .put((byte) 0)
            .putShort((short) 0)
            .array();
    return frame(REQUEST, id, fields, bytes);
  }

  /** Bytes of a call's stream. */
  public static byte[] data(int id, byte[] bytes) {
    return frame(DATA, id, new byte[0], bytes);
  }

  /** The end of the caller's direction. */
  public static byte[] end(int id) {
    return frame(DATA, END, id, new byte[0], new byte[0]);
  }
}
