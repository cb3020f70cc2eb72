package dev.vertxmesh.http1;

/** The line that a request begins with (RFC 9112, 3), and the empty one that may be before it. */
final class RequestLine implements HeadBytes.Lines {

  private static final int TOO_LONG = 414;
  private static final int OTHER_VERSION = 505;

  /** Where a digit stands for itself. */
  private static final byte[] VERSION = Bytes.of("HTTP/0.0");

  private static final int MAJOR = 5;
  private static final int MINOR = 7;

  private enum Place {
    BEGINNING,
    EMPTY_LINE_FEED,
    METHOD,
    TARGET,
    VERSION,
    LINE_FEED,
    ENDED
  }

  private final int limit;
  private Place place;
  private boolean afterEmpty;
  private int size;
  private int wordBegan;
  private int major;
  private int minor;

  /**
   * @param limit its bytes at most, without its end
   */
  RequestLine(int limit) {
    this.limit = limit;
  }

  void begin() {
    place = Place.BEGINNING;
    afterEmpty = false;
    size = 0;
    wordBegan = 0;
  }

  boolean begun() {
    return place != Place.BEGINNING || afterEmpty;
  }

  @Override
  public boolean ended() {
    return place == Place.ENDED;
  }

  /** Once it has ended: HTTP/1.0 and not 1.1. */
  boolean isOld() {
    return minor == 0;
  }

  @Override
  public int walk(byte[] in, int from, int to) {
    int at = from;
    while (at < to && place != Place.ENDED) {
      at =
          switch (place) {
            case BEGINNING -> beginning(in, at);
            case METHOD -> method(in, at, to);
            case TARGET -> target(in, at, to);
            case VERSION -> version(in[at], at);
            case EMPTY_LINE_FEED, LINE_FEED -> lineFeed(in[at], at);
            case ENDED -> throw new IllegalStateException("the line has ended");
          };
    }
    return at;
  }

  private int beginning(byte[] in, int at) {
    if (in[at] != Bytes.CR) {
      place = Place.METHOD;
      return at;
    }
    if (afterEmpty) {
      throw wrong("a second empty line before it", "a method");
    }
    place = Place.EMPTY_LINE_FEED;
    return at + 1;
  }

  private int method(byte[] in, int at, int to) {
    int end = at;
    while (end < to && Bytes.token(in[end]) != 0) {
      end++;
    }
    return word(in, at, end, to, "method", Place.TARGET);
  }

  private int target(byte[] in, int at, int to) {
    int end = Bytes.endOfTarget(in, at, to);
    return word(in, at, end, to, "target", Place.VERSION);
  }

  private int word(byte[] in, int at, int end, int to, String what, Place next) {
    weigh(end - at);
    if (end == to) {
      return to;
    }
    byte b = in[end];
    if (b != ' ' || size == wordBegan) {
      String where = size == wordBegan ? " where the " + what + " begins" : " in the " + what;
      throw wrong(Bytes.show(b) + where, "METHOD TARGET HTTP/1.1 with one blank between");
    }
    weigh(1);
    wordBegan = size;
    place = next;
    return end + 1;
  }

  private int version(byte b, int at) {
    int index = size - wordBegan;
    if (index == VERSION.length) {
      endOfVersion(b);
      return at + 1;
    } else if (index == MAJOR && Bytes.isDigit(b)) {
      major = b - '0';
    } else if (index == MINOR && Bytes.isDigit(b)) {
      minor = b - '0';
    } else if (index == MAJOR || index == MINOR || b != VERSION[index]) {
      throw wrong(Bytes.show(b) + " in the version", "HTTP/1.1 or HTTP/1.0");
    }
    weigh(1);
    return at + 1;
  }

  private void endOfVersion(byte b) {
    if (b != Bytes.CR) {
      throw wrong(Bytes.show(b) + " after the version", "a CR and LF");
    }
    if (major != 1 || minor > 1) {
      throw new BadRequest(
          OTHER_VERSION,
          "request line: HTTP/%d.%d, expected HTTP/1.1 or HTTP/1.0".formatted(major, minor));
    }
    place = Place.LINE_FEED;
  }

  private int lineFeed(byte b, int at) {
    if (b != Bytes.LF) {
      throw wrong(Bytes.show(b) + " after a CR", "LF");
    }
    afterEmpty = place == Place.EMPTY_LINE_FEED;
    place = afterEmpty ? Place.BEGINNING : Place.ENDED;
    return at + 1;
  }

  private void weigh(int bytes) {
    size += bytes;
    if (size > limit) {
      throw new BadRequest(
          TOO_LONG, "request line: more than %d bytes, expected at most that".formatted(limit));
    }
  }

  private static BadRequest wrong(String found, String expected) {
    return new BadRequest("request line: %s, expected %s".formatted(found, expected));
  }
}
