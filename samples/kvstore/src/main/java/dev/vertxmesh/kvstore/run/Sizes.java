package dev.vertxmesh.kvstore.run;

import com.google.protobuf.ByteString;
import java.util.SplittableRandom;

/**
 * Random keys and values whose sizes are distributed exponentially, as the articles' are. Values
 * are stretches of one block of random bytes: to make new ones would cost more than the calls.
 */
final class Sizes {

  /** So much chance is in every key that no two clients ever draw the same one. */
  static final int LEAST_KEY = 16;

  static final int MOST_KEY = 1024;
  static final int MOST_VALUE = 1 << 20;

  private static final int BLOCK = MOST_VALUE + (1 << 16);

  private final SplittableRandom random;
  private final int meanKey;
  private final int meanValue;
  private final ByteString block;

  /**
   * @param meanKey of keys, in bytes; they have 16 to 1,024
   * @param meanValue of values, in bytes; they have up to 1 MiB
   */
  Sizes(SplittableRandom random, int meanKey, int meanValue) {
    this.random = random;
    this.meanKey = meanKey;
    this.meanValue = meanValue;
    byte[] bytes = new byte[BLOCK];
    random.nextBytes(bytes);
    this.block = ByteString.copyFrom(bytes);
  }

  ByteString key() {
    byte[] key = new byte[LEAST_KEY + exponential(meanKey - LEAST_KEY, MOST_KEY - LEAST_KEY)];
    random.nextBytes(key);
    return ByteString.copyFrom(key);
  }

  ByteString value() {
    int size = exponential(meanValue, MOST_VALUE);
    int start = random.nextInt(BLOCK - size + 1);
    return block.substring(start, start + size);
  }

  private int exponential(int mean, int most) {
    return (int) Math.min(most, -mean * Math.log(1 - random.nextDouble()));
  }
}
