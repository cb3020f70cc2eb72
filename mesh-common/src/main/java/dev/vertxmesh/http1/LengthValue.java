package dev.vertxmesh.http1;

/** Of Content-Length (RFC 9110, 8.6): digits, and few enough of them for a long. */
final class LengthValue implements FieldValue {

  private static final int MOST_DIGITS = 18;
  private static final String EXPECTED = ", expected 1 to " + MOST_DIGITS + " digits";

  private int digits;
  private long value;

  void clear() {
    digits = 0;
    value = 0;
  }

  @Override
  public void next(byte b) {
    if (!Bytes.isDigit(b)) {
      throw new BadRequest(
          "header content-length: %s in its value%s".formatted(Bytes.show(b), EXPECTED));
    }
    if (++digits > MOST_DIGITS) {
      throw new BadRequest("header content-length: too long" + EXPECTED);
    }
    value = value * 10 + b - '0';
  }

  @Override
  public void end() {
    if (digits == 0) {
      throw new BadRequest("header content-length: it is empty" + EXPECTED);
    }
  }

  long value() {
    return value;
  }
}
