package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * A body in serialization 6, which has two layouts: each item a line of JSON (Dubbo 2.5 to 2.7), or
 * a length in four bytes and then JSON (3.x). The first byte tells: a length starts with zero.
 */
final class JsonItems extends BodyItems {

  private final boolean counted;

  JsonItems(boolean counted) {
    this.counted = counted;
  }

  @Override
  String readString(ByteBuf in) {
    Json json = next(in);
    return json.isNull() ? null : json.readString();
  }

  @Override
  void skip(ByteBuf in) {
    if (counted) {
      in.skipBytes(CountedItem.length(in));
    } else {
      in.skipBytes(lineLength(in));
      skipLineEnd(in);
    }
  }

  @Override
  void readEntries(ByteBuf in, Entries entries) {
    Json json = next(in);
    if (json.peek() != '{') {
      return;
    }
    json.expect('{');
    for (boolean more = json.peek() != '}'; more; more = json.peek() == ',') {
      if (json.peek() == ',') {
        json.expect(',');
      }
      readEntry(json, entries);
    }
    json.expect('}');
  }

  private static void readEntry(Json json, Entries entries) {
    String name = json.readString();
    json.expect(':');
    String value = entries.wants(name) ? json.readScalar() : null;
    if (value == null) {
      json.skipValue();
    } else {
      entries.onEntry(name, value);
    }
  }

  @Override
  void writeString(ByteBuf out, String text) {
    byte[] json = Json.quote(text).getBytes(StandardCharsets.UTF_8);
    if (counted) {
      out.writeInt(json.length).writeBytes(json);
    } else {
      out.writeBytes(json).writeByte('\n');
    }
  }

  private Json next(ByteBuf in) {
    if (counted) {
      return new Json(in.readSlice(CountedItem.length(in)));
    }
    Json json = new Json(in.readSlice(lineLength(in)));
    skipLineEnd(in);
    return json;
  }

  private static int lineLength(ByteBuf in) {
    int length = in.bytesBefore((byte) '\n');
    return length < 0 ? in.readableBytes() : length;
  }

  private static void skipLineEnd(ByteBuf in) {
    if (in.isReadable()) {
      in.skipBytes(1);
    }
  }
}
