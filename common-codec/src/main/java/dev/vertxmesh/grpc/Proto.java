package dev.vertxmesh.grpc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Protobuf's fields, by their numbers: as much of it as the mesh's own messages need. */
final class Proto {

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;
  private static final int FIXED32 = 5;

  /** Writes the fields of a message. */
  static final class Writer {
    private byte[] bytes = new byte[64];
    private int length;

    Writer number(int field, long value) {
      varint((long) field << 3 | VARINT);
      varint(value);
      return this;
    }

    Writer text(int field, String value) {
      return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Of bytes, or of a message. */
    Writer bytes(int field, byte[] value) {
      varint((long) field << 3 | LENGTH);
      varint(value.length);
      need(value.length);
      System.arraycopy(value, 0, bytes, length, value.length);
      length += value.length;
      return this;
    }

    byte[] toBytes() {
      return Arrays.copyOf(bytes, length);
    }

    private void varint(long value) {
      need(10);
      long left = value;
      while ((left & ~0x7fL) != 0) {
        bytes[length++] = (byte) (left | 0x80);
        left >>>= 7;
      }
      bytes[length++] = (byte) left;
    }

    private void need(int more) {
      if (bytes.length - length < more) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
      }
    }
  }

  /** Told the fields of a message one after the other. */
  interface Fields {

    default void number(int field, long value) {}

    /** Of text, bytes or a message. */
    default void bytes(int field, byte[] value) {}
  }

  private final byte[] bytes;
  private int at;

  private Proto(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * @throws IllegalArgumentException if it's no message
   */
  static void read(byte[] message, Fields fields) {
    new Proto(message).read(fields);
  }

  private void read(Fields fields) {
    while (at < bytes.length) {
      int tag = (int) varint(); // of a longer one protobuf too takes 32 bits
      int field = tag >>> 3;
      switch (tag & 7) {
        case VARINT -> fields.number(field, varint());
        case LENGTH -> fields.bytes(field, part((int) varint())); // 32 bits, too
        case FIXED64 -> part(Long.BYTES);
        case FIXED32 -> part(Integer.BYTES);
        default -> throw broken();
      }
    }
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64 && at < bytes.length; shift += 7) {
      byte b = bytes[at++];
      value |= (b & 0x7fL) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw broken();
  }

  private byte[] part(long length) {
    if (length < 0 || length > bytes.length - at) {
      throw broken();
    }
    at += (int) length;
    return Arrays.copyOfRange(bytes, at - (int) length, at);
  }

  private IllegalArgumentException broken() {
    return new IllegalArgumentException("not a protobuf message, at byte " + at);
  }
}
