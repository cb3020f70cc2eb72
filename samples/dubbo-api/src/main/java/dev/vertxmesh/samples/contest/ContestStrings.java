package dev.vertxmesh.samples.contest;

import java.util.random.RandomGenerator;

/** The contest's arguments: letters and digits, 1 to 1,024 of them, every length equally likely. */
public final class ContestStrings {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

  private ContestStrings() {}

  /** So many of them, made before the clock starts. */
  public static String[] pool(int size, RandomGenerator random) {
    String[] pool = new String[size];
    for (int i = 0; i < size; i++) {
      char[] letters = new char[1 + random.nextInt(1024)];
      for (int j = 0; j < letters.length; j++) {
        letters[j] = ALPHABET.charAt(random.nextInt(ALPHABET.length()));
      }
      pool[i] = new String(letters);
    }
    return pool;
  }
}
