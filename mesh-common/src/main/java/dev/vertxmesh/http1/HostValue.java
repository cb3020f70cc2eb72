package dev.vertxmesh.http1;

/** Of Host (RFC 9110, 7.2): a name or an address, and perhaps a port. */
final class HostValue implements FieldValue {

  private static final int MOST_PORT_DIGITS = 5;

  private enum Part {
    BEGINNING,
    NAME,
    ADDRESS,
    ADDRESS_ENDED,
    PORT
  }

  private Part part;
  private int portDigits;

  void clear() {
    part = Part.BEGINNING;
    portDigits = 0;
  }

  @Override
  public void next(byte b) {
    boolean fits =
        switch (part) {
          case BEGINNING, NAME -> name(b);
          case ADDRESS -> address(b);
          case ADDRESS_ENDED -> port(b);
          case PORT -> Bytes.isDigit(b) && ++portDigits <= MOST_PORT_DIGITS;
        };
    if (!fits) {
      throw new BadRequest("header host: %s, expected HOST or HOST:PORT".formatted(Bytes.show(b)));
    }
  }

  private boolean name(byte b) {
    if (b == '[' && part == Part.BEGINNING) {
      part = Part.ADDRESS;
      return true;
    }
    if (Bytes.isNameOfHost(b)) {
      part = Part.NAME;
      return true;
    }
    return port(b);
  }

  private boolean address(byte b) {
    if (b == ']') {
      part = Part.ADDRESS_ENDED;
      return true;
    }
    return b == ':' || Bytes.isNameOfHost(b);
  }

  private boolean port(byte b) {
    part = Part.PORT;
    return b == ':';
  }

  @Override
  public void end() {
    if (part == Part.ADDRESS) {
      throw new BadRequest("header host: it ends within [ ], expected HOST or HOST:PORT");
    }
  }
}
