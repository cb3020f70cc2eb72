package dev.vertxmesh.http1;

/**
 * What stands behind a chunk's size and a semicolon (RFC 9112, 7.1.1): names, each perhaps with a
 * word or a quoted string. Nobody here reads it, and few send any. Netty's decoder has to
 * understand it all the same, and up to 4.2.18 breaks over bytes that aren't ASCII.
 */
final class ChunkExtension {

  /** Of one chunk. */
  private static final int MOST_BYTES = 256;

  private enum Place {
    BEFORE_NAME,
    NAME,
    BEFORE_VALUE,
    VALUE,
    QUOTED,
    ESCAPED,
    QUOTED_ENDED
  }

  private Place place;
  private int length;

  void begin() {
    place = Place.BEFORE_NAME;
    length = 0;
  }

  /** False at the CR behind it. */
  boolean next(byte b) {
    if (b == Bytes.CR && isWhole()) {
      return false;
    }
    Place then = after(b);
    if (then == null) {
      throw new BadRequest(
          "extension of a chunk: %s, expected ;NAME, ;NAME=WORD or ;NAME=\"TEXT\", then CR and LF"
              .formatted(Bytes.show(b)));
    }
    if (++length > MOST_BYTES) {
      throw new BadRequest(
          "extension of a chunk: more than %d bytes, expected at most that".formatted(MOST_BYTES));
    }
    place = then;
    return true;
  }

  private boolean isWhole() {
    return place == Place.NAME || place == Place.VALUE || place == Place.QUOTED_ENDED;
  }

  private Place after(byte b) {
    if (b == ';' && isWhole()) {
      return Place.BEFORE_NAME;
    }
    return switch (place) {
      case BEFORE_NAME -> Bytes.token(b) == 0 ? null : Place.NAME;
      case NAME -> b == '=' ? Place.BEFORE_VALUE : inToken(b);
      case BEFORE_VALUE -> b == '"' ? Place.QUOTED : Bytes.token(b) == 0 ? null : Place.VALUE;
      case VALUE -> inToken(b);
      case QUOTED -> inQuotes(b);
      case ESCAPED -> isPlain(b) ? Place.QUOTED : null;
      case QUOTED_ENDED -> null;
    };
  }

  private Place inToken(byte b) {
    return Bytes.token(b) == 0 ? null : place;
  }

  private static Place inQuotes(byte b) {
    return switch (b) {
      case '"' -> Place.QUOTED_ENDED;
      case '\\' -> Place.ESCAPED;
      default -> isPlain(b) ? Place.QUOTED : null;
    };
  }

  private static boolean isPlain(byte b) {
    return b > 0 && Bytes.isText(b);
  }
}
