package dev.vertxmesh.http1;

/**
 * The lines of a header or a trailer section, and the empty line behind them (RFC 9112, 5). They
 * may come in any pieces. Used again for each section.
 */
final class FieldLines implements HeadBytes.Lines {

  /** Whose lines they are. */
  interface Section {
    /**
     * @param name of the line that comes
     * @return who reads its value, or null if it doesn't matter
     */
    FieldValue named(FieldName name);
  }

  private enum Place {
    LINE,
    NAME,
    BEFORE_VALUE,
    VALUE,
    LINE_FEED,
    LAST_LINE_FEED,
    ENDED
  }

  private final String what;
  private final int tooLarge;
  private final HeadLimits limits;
  private final Section section;
  private final FieldName name = new FieldName();
  private Place place;
  private FieldValue reader;
  private int blanks;
  private int count;
  private int size;

  /**
   * @param what a line is called to people: a header, or a trailer
   * @param tooLarge the status for more than the limits allow
   */
  FieldLines(String what, int tooLarge, HeadLimits limits, Section section) {
    this.what = what;
    this.tooLarge = tooLarge;
    this.limits = limits;
    this.section = section;
  }

  /**
   * @param before bytes that count as if they were of this section
   */
  void begin(int before) {
    place = Place.LINE;
    count = 0;
    size = before;
  }

  int size() {
    return size;
  }

  @Override
  public boolean ended() {
    return place == Place.ENDED;
  }

  @Override
  public int walk(byte[] in, int from, int to) {
    int at = from;
    while (at < to && place != Place.ENDED) {
      at =
          switch (place) {
            case LINE -> line(in, at);
            case NAME -> name(in, at, to);
            case BEFORE_VALUE -> beforeValue(in, at);
            case VALUE -> reader == null ? value(in, at, to) : readValue(in, at, to);
            case LINE_FEED -> lineFeed(in, at, Place.LINE);
            case LAST_LINE_FEED -> lineFeed(in, at, Place.ENDED);
            case ENDED -> throw new IllegalStateException("the section has ended");
          };
    }
    return at;
  }

  private int line(byte[] in, int at) {
    byte b = in[at];
    if (b == Bytes.CR) {
      place = Place.LAST_LINE_FEED;
      return at + 1;
    }
    if (++count > limits.count()) {
      throw new BadRequest(
          tooLarge, "%ss: more than %d, expected at most that".formatted(what, limits.count()));
    }
    if (Bytes.isBlank(b)) {
      throw wrong("it begins with " + Bytes.show(b), "a name: nothing may be folded");
    }
    name.clear();
    place = Place.NAME;
    return at;
  }

  private int name(byte[] in, int at, int to) {
    int end = name.walk(in, at, to);
    if (end == to) {
      weigh(to - at);
      return to;
    }
    byte b = in[end];
    if (b != ':' || name.length() == 0) {
      String after = name.length() == 0 ? "" : " after '" + name + "'";
      throw wrong(Bytes.show(b) + after, "a name and a colon right behind it");
    }
    weigh(end + 1 - at);
    reader = section.named(name);
    blanks = 0;
    place = Place.BEFORE_VALUE;
    return end + 1;
  }

  private int beforeValue(byte[] in, int at) {
    if (Bytes.isBlank(in[at])) {
      weigh(1);
      return at + 1;
    }
    place = Place.VALUE;
    return at;
  }

  private int value(byte[] in, int at, int to) {
    int end = Bytes.endOfText(in, at, to);
    if (end == to) {
      weigh(to - at);
      return to;
    }
    weigh(end - at);
    endOfValue(in[end]);
    return end + 1;
  }

  private int readValue(byte[] in, int from, int to) {
    int end = Bytes.endOfText(in, from, to);
    weigh(end - from);
    for (int at = from; at < end; at++) {
      byte b = in[at];
      if (Bytes.isBlank(b)) {
        blanks++; // those at the end aren't part of it
      } else {
        for (; blanks > 0; blanks--) {
          reader.next((byte) ' ');
        }
        reader.next(b);
      }
    }
    if (end == to) {
      return to;
    }
    endOfValue(in[end]);
    reader.end();
    return end + 1;
  }

  private void endOfValue(byte b) {
    if (b != Bytes.CR) {
      throw wrong(Bytes.show(b) + " in the value of " + name, "text up to a CR and LF");
    }
    place = Place.LINE_FEED;
  }

  private int lineFeed(byte[] in, int at, Place then) {
    byte b = in[at];
    if (b != Bytes.LF) {
      throw wrong(Bytes.show(b) + " after a CR", "LF");
    }
    place = then;
    return at + 1;
  }

  private void weigh(int bytes) {
    size += bytes;
    if (size > limits.fields()) {
      throw new BadRequest(
          tooLarge,
          "%ss: more than %d bytes, expected at most that".formatted(what, limits.fields()));
    }
  }

  private BadRequest wrong(String found, String expected) {
    return new BadRequest("%s line %d: %s, expected %s".formatted(what, count, found, expected));
  }
}
