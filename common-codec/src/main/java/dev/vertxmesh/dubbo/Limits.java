package dev.vertxmesh.dubbo;

/** How deep the values of one body may be nested and how many there may be, counted as we go. */
final class Limits {

  static final int MAX_DEPTH = 512;

  /** Of one body. A value of one byte on the wire can take some 50 in memory. */
  static final int MAX_VALUES = 1_000_000;

  private int depth;
  private int values;

  /** Every value comes past here, those inside others too. */
  void enter() {
    if (++depth > MAX_DEPTH) {
      throw new OverLimitException("values are nested more than " + MAX_DEPTH + " deep");
    }
    if (++values > MAX_VALUES) {
      throw new OverLimitException("more than " + MAX_VALUES + " values");
    }
  }

  void leave() {
    depth--;
  }
}
