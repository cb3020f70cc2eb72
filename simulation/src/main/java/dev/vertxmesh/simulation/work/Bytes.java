package dev.vertxmesh.simulation.work;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Payloads that tell whose they are: a number, then bytes that follow from it and their place. */
final class Bytes {

  private static final long STRIDE = 0x9e3779b97f4a7c15L;

  private Bytes() {}

  /**
   * @param size at least 8
   */
  static ByteBuf of(long id, int size) {
    ByteBuf out = ByteBufAllocator.DEFAULT.directBuffer(size);
    out.writeLong(id);
    int words = size / 8;
    for (int i = 1; i < words; i++) {
      out.writeLong(word(id, i));
    }
    while (out.readableBytes() < size) {
      out.writeByte((byte) id);
    }
    return out;
  }

  static long id(ByteBuf payload) {
    return payload.getLong(payload.readerIndex());
  }

  static boolean isWhole(ByteBuf payload, long id, int size) {
    if (payload.readableBytes() != size || id(payload) != id) {
      return false;
    }
    int start = payload.readerIndex();
    int words = size / 8;
    for (int i = 1; i < words; i++) {
      if (payload.getLong(start + 8 * i) != word(id, i)) {
        return false;
      }
    }
    for (int i = 8 * words; i < size; i++) {
      if (payload.getByte(start + i) != (byte) id) {
        return false;
      }
    }
    return true;
  }

  /** gRPC's messages, each of the sizes given: a flag, a length, and bytes of the call's. */
  static byte[] messages(long id, int[] sizes) {
    int total = 0;
    for (int size : sizes) {
      total += 5 + size;
    }
    byte[] all = new byte[total];
    int at = 0;
    for (int size : sizes) {
      all[at + 1] = (byte) (size >>> 24);
      all[at + 2] = (byte) (size >>> 16);
      all[at + 3] = (byte) (size >>> 8);
      all[at + 4] = (byte) size;
      at += 5;
      for (int i = 0; i < size; i++) {
        all[at] = (byte) (id + 31 * at);
        at++;
      }
    }
    return all;
  }

  private static long word(long id, int i) {
    return (id + i) * STRIDE;
  }
}
