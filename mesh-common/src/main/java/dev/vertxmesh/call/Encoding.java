package dev.vertxmesh.call;

/** How a payload's bytes are to be read. The reply to a call comes in the call's own encoding. */
public enum Encoding {
  /** UTF-8 JSON: an array of the arguments on the way in, the value on the way back. */
  JSON(1),
  /**
   * UTF-8 text: the single argument on the way in; on the way back a string as it is, and any other
   * value as its JSON.
   */
  TEXT(2);

  private static final Encoding[] BY_CODE = {null, JSON, TEXT};

  private final int code;

  Encoding(int code) {
    this.code = code;
  }

  /** The number that stands for it on a link; see docs/protocol.md. */
  public int code() {
    return code;
  }

  /**
   * @throws IllegalArgumentException for a number that no encoding has
   */
  public static Encoding of(int code) {
    if (code <= 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("payload encoding " + code + " is not known");
    }
    return BY_CODE[code];
  }
}
