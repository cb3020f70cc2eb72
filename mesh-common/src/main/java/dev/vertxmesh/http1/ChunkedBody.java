package dev.vertxmesh.http1;

import io.netty.buffer.ByteBuf;

/** A body in chunks, and its trailers (RFC 9112, 7.1). Used again for each body. */
final class ChunkedBody implements FieldLines.Section {

  /** More than any size that Netty's decoder can count to has. */
  private static final int MOST_DIGITS = 8;

  private enum Place {
    SIZE,
    EXTENSION,
    SIZE_LINE_FEED,
    DATA,
    DATA_RETURN,
    DATA_LINE_FEED,
    TRAILERS
  }

  private final ChunkExtension extension = new ChunkExtension();
  private final FieldLines trailers;
  private Place place;
  private int digits;
  private long left;

  ChunkedBody(HeadLimits limits) {
    trailers = new FieldLines("trailer", BadRequest.BAD_REQUEST, limits, this);
  }

  /**
   * @param headers bytes of the header lines
   */
  void begin(int headers) {
    beginChunk();
    trailers.begin(headers);
  }

  private void beginChunk() {
    place = Place.SIZE;
    digits = 0;
    left = 0;
  }

  boolean ended() {
    return trailers.ended();
  }

  /** What comes next goes on with a line, or is a trailer's. */
  boolean inLine() {
    return switch (place) {
      case SIZE -> digits > 0;
      case EXTENSION, SIZE_LINE_FEED, TRAILERS -> true;
      case DATA, DATA_RETURN, DATA_LINE_FEED -> false;
    };
  }

  /**
   * Reads on, to the end of a chunk, of its size, of the body, or of the bytes; says to where. What
   * is between two such ends is right as a whole or not at all.
   */
  int walk(ByteBuf in, int from, int to) {
    int at = from;
    while (at < to) {
      switch (place) {
        case SIZE -> size(in.getByte(at++));
        case EXTENSION -> extension(in.getByte(at++));
        case SIZE_LINE_FEED -> {
          lineFeed(in.getByte(at), "the size of a chunk");
          place = left == 0 ? Place.TRAILERS : Place.DATA;
          return at + 1;
        }
        case DATA -> at = data(at, to);
        case DATA_RETURN -> dataReturn(in.getByte(at++));
        case DATA_LINE_FEED -> {
          lineFeed(in.getByte(at), "a chunk");
          beginChunk();
          return at + 1;
        }
        case TRAILERS -> {
          return HeadBytes.walk(in, at, to, trailers);
        }
      }
    }
    return at;
  }

  private void size(byte b) {
    int digit = Bytes.hex(b);
    if (digit >= 0) {
      left = left << 4 | digit;
      if (++digits > MOST_DIGITS || left > Integer.MAX_VALUE) {
        throw new BadRequest("size of a chunk: expected at most 7fffffff in 8 digits");
      }
    } else if (digits > 0 && b == ';') {
      extension.begin();
      place = Place.EXTENSION;
    } else if (digits > 0 && b == Bytes.CR) {
      place = Place.SIZE_LINE_FEED;
    } else {
      throw new BadRequest(
          "size of a chunk: %s, expected hexadecimal digits, then ';' or CR and LF"
              .formatted(Bytes.show(b)));
    }
  }

  private void extension(byte b) {
    if (!extension.next(b)) {
      place = Place.SIZE_LINE_FEED;
    }
  }

  private int data(int at, int to) {
    int taken = (int) Math.min(left, to - at);
    left -= taken;
    if (left == 0) {
      place = Place.DATA_RETURN;
    }
    return at + taken;
  }

  private void dataReturn(byte b) {
    if (b != Bytes.CR) {
      throw new BadRequest(
          "end of a chunk: %s, expected a CR and LF after as many bytes as its size says"
              .formatted(Bytes.show(b)));
    }
    place = Place.DATA_LINE_FEED;
  }

  private static void lineFeed(byte b, String of) {
    if (b != Bytes.LF) {
      throw new BadRequest("end of %s: %s after a CR, expected LF".formatted(of, Bytes.show(b)));
    }
  }

  /** What says where a message ends can't come after its end (RFC 9110, 6.5.1). */
  @Override
  public FieldValue named(FieldName name) {
    if (name.is(Http1RequestHead.CONTENT_LENGTH)
        || name.is(Http1RequestHead.TRANSFER_ENCODING)
        || name.is(Http1RequestHead.HOST)) {
      throw new BadRequest("trailer %s: expected it in the head alone".formatted(name));
    }
    return null;
  }
}
