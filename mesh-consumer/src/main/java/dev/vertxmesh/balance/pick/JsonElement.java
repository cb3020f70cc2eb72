package dev.vertxmesh.balance.pick;

import io.netty.buffer.ByteBuf;

/**
 * Finds an element of a JSON array without reading the others: only quotes, brackets and commas
 * count. What isn't well-formed has no element, or a wrong one; its reader says so.
 */
final class JsonElement {

  private JsonElement() {}

  /** The hash of the element's bytes; {@link HashKey#NONE} if the array has no such element. */
  static long hash(ByteBuf json, int index) {
    int at = skipSpace(json, json.readerIndex());
    if (at == json.writerIndex() || json.getByte(at) != '[') {
      return HashKey.NONE;
    }
    for (int element = 0; ; element++) {
      int begin = skipSpace(json, at + 1);
      at = end(json, begin);
      if (element == index || at == json.writerIndex() || json.getByte(at) != ',') {
        return element == index ? hash(json, begin, trim(json, begin, at)) : HashKey.NONE;
      }
    }
  }

  /** FNV-1a over bytes, mixed; {@link HashKey#NONE} of none. */
  static long hash(ByteBuf bytes, int from, int to) {
    if (from == to) {
      return HashKey.NONE;
    }
    long hash = 0xcbf29ce484222325L;
    for (int i = from; i < to; i++) {
      hash = (hash ^ bytes.getByte(i) & 0xff) * 0x100000001b3L;
    }
    return Hash.mix(hash);
  }

  /** Where the element ends that begins here: at its comma or bracket, or with the bytes. */
  private static int end(ByteBuf json, int begin) {
    int depth = 0;
    for (int at = begin; at < json.writerIndex(); at++) {
      switch (json.getByte(at)) {
        case '"' -> at = endOfString(json, at);
        case '[', '{' -> depth++;
        case ']', '}' -> {
          if (depth-- == 0) {
            return at;
          }
        }
        case ',' -> {
          if (depth == 0) {
            return at;
          }
        }
        default -> {}
      }
    }
    return json.writerIndex();
  }

  private static int endOfString(ByteBuf json, int quote) {
    int at = quote + 1;
    while (at < json.writerIndex() && json.getByte(at) != '"') {
      at += json.getByte(at) == '\\' ? 2 : 1;
    }
    return at;
  }

  private static int skipSpace(ByteBuf json, int from) {
    int at = from;
    while (at < json.writerIndex() && isSpace(json.getByte(at))) {
      at++;
    }
    return at;
  }

  private static int trim(ByteBuf json, int begin, int end) {
    int at = end;
    while (at > begin && isSpace(json.getByte(at - 1))) {
      at--;
    }
    return at;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }
}
