package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads a frame's fields in order without moving the body's own indexes, and refuses to read past
 * their end. Fields that follow the ones it's asked for are a later version's, and are left alone.
 */
final class FieldReader {

  private final Frame frame;
  private final ByteBuf body;
  private final int end;
  private int at;

  FieldReader(Frame frame) {
    this.frame = frame;
    this.body = frame.body();
    this.at = body.readerIndex();
    this.end = at + frame.fieldsLength();
  }

  int u8() {
    return body.getUnsignedByte(take(1));
  }

  int u16() {
    return body.getUnsignedShort(take(2));
  }

  int i32() {
    return body.getInt(take(4));
  }

  long u32() {
    return body.getUnsignedInt(take(4));
  }

  /** An unsigned number as an int; what doesn't fit reads as the largest int. */
  int u31() {
    return (int) Math.min(Integer.MAX_VALUE, u32());
  }

  long i64() {
    return body.getLong(take(8));
  }

  String text() {
    int length = u16();
    return body.toString(take(length), length, StandardCharsets.UTF_8);
  }

  /** A person's text, of which no more is kept than an agent writes. */
  String reason() {
    return Text.cut(text());
  }

  Map<String, String> texts(int count) {
    if (count == 0) {
      return Map.of();
    } else if (count == 1) { // as of most answers that say anything
      return Collections.singletonMap(text(), text());
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      texts.put(text(), text());
    }
    return texts;
  }

  /** How many bytes of the fields it has read. */
  int read() {
    return at - body.readerIndex();
  }

  private int take(int bytes) {
    if (bytes > end - at) {
      throw new FrameException(
          LinkError.PROTOCOL,
          "a frame of type 0x%02x has %d bytes of fields, expected more"
              .formatted(frame.type(), frame.fieldsLength()));
    }
    int here = at;
    at += bytes;
    return here;
  }
}
