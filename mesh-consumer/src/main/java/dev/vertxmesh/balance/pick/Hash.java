package dev.vertxmesh.balance.pick;

/** Spreads what is alike. The same on every machine and in every release. */
final class Hash {

  private Hash() {}

  /**
   * A finalizer that lets each bit of the input change half of the output's (SplittableRandom's).
   */
  static long mix(long bits) {
    long z = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }

  /** FNV-1a over the characters, mixed. */
  static long of(CharSequence text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    return mix(hash);
  }

  /** The hash as a place from 0 to 1, 1 left out. */
  static double place(long hash) {
    return (hash >>> 11) * 0x1.0p-53;
  }
}
