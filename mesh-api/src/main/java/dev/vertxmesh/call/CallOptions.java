package dev.vertxmesh.call;

/**
 * What a caller wants of a call beyond its target. Crosses a link as one byte:
 *
 * <pre>
 *  7   6   5   4   3   2   1   0
 *  0 | generic   | 0 | S | C | O      O one-way, C keep class names, S strict
 * </pre>
 *
 * @param oneWay nobody waits for the answer: the call ends when it was sent to the provider
 * @param keepClasses results in JSON name the class of each object
 * @param strict what may have become something else on its way is refused
 */
public record CallOptions(
    boolean oneWay, boolean keepClasses, boolean strict, GenericMode generic) {

  /** Those of a caller that says nothing. */
  public static final CallOptions NONE = new CallOptions(false, false, false, GenericMode.AUTO);

  private static final int ONE_WAY = 1;
  private static final int KEEP_CLASSES = 1 << 1;
  private static final int STRICT = 1 << 2;
  private static final int GENERIC_SHIFT = 4;
  private static final int KNOWN = 0x77;

  /** The byte that crosses a link. */
  public int toByte() {
    return (oneWay ? ONE_WAY : 0)
        | (keepClasses ? KEEP_CLASSES : 0)
        | (strict ? STRICT : 0)
        | generic.ordinal() << GENERIC_SHIFT;
  }

  /**
   * @throws IllegalArgumentException if it has bits that this version doesn't know
   */
  public static CallOptions of(int bits) {
    if (bits == 0) {
      return NONE;
    }
    int generic = bits >> GENERIC_SHIFT;
    if ((bits & ~KNOWN) != 0 || generic >= GenericMode.values().length) {
      throw new IllegalArgumentException("call options 0x%02x are not known".formatted(bits));
    }
    return new CallOptions(
        (bits & ONE_WAY) != 0,
        (bits & KEEP_CLASSES) != 0,
        (bits & STRICT) != 0,
        GenericMode.values()[generic]);
  }
}
