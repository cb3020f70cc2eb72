package dev.vertxmesh.spelling;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Which known name is nearest to one that isn't known: by how many letters have to be changed, put
 * in or left out (Levenshtein), whatever their case.
 *
 * <p>The name comes from outside, so what is compared is bounded: {@value #LONGEST} characters of
 * it, and {@value #MOST} known names. What two names begin and end with alike costs next to
 * nothing, and a comparison ends as soon as it's clear that they are too far apart.
 */
public final class NearestNames {

  private static final int LONGEST = 200;
  private static final int MOST = 2_000;

  /** A name that differs in a third of its letters is another name. */
  private static final int LETTERS_FOR_AN_ERROR = 3;

  private static final int MOST_ERRORS = 4;

  /** A name that's so near is meant, though another may begin with it. */
  private static final int SURE = 1;

  private NearestNames() {}

  /** So many of the known names, the nearest first. */
  public static List<String> of(String name, Collection<String> known, int count) {
    String shown = name.substring(0, Math.min(LONGEST, name.length()));
    return known.stream()
        .limit(MOST)
        .map(other -> Map.entry(distance(shown, other, Integer.MAX_VALUE), other))
        .sorted(Map.Entry.comparingByKey())
        .limit(count)
        .map(Map.Entry::getValue)
        .toList();
  }

  /**
   * The known name that was probably meant: the shortest that begins with the whole words that were
   * given, or else the nearest. One without a package is compared to what known names have behind
   * theirs.
   *
   * @return null if none is near enough
   */
  public static String meant(String name, Collection<String> known) {
    if (name.isEmpty() || name.length() > LONGEST) {
      return null;
    }
    boolean isSimple = name.indexOf('.') < 0;
    int most =
        Math.min(MOST_ERRORS, (name.length() + LETTERS_FOR_AN_ERROR - 1) / LETTERS_FOR_AN_ERROR);
    String nearest = null;
    int least = most + 1;
    String longer = null;
    Iterable<String> compared = known.stream().limit(MOST)::iterator;
    for (String other : compared) {
      String told = isSimple ? simple(other) : other;
      boolean isShorter = longer == null || other.length() < longer.length();
      longer = isShorter && beginsWithWords(told, name) ? other : longer;
      int distance = distance(name, told, least - 1);
      if (distance < least) {
        least = distance;
        nearest = other;
      }
    }
    return least <= SURE || longer == null ? nearest : longer;
  }

  /** Such as {@code admin-token-file} with {@code admin-token}, or {@code userById} with user. */
  private static boolean beginsWithWords(String whole, String words) {
    int end = words.length();
    if (end >= whole.length() || !whole.regionMatches(true, 0, words, 0, end)) {
      return false;
    }
    char next = whole.charAt(end);
    return next == '-' || Character.isUpperCase(next);
  }

  private static String simple(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /**
   * @param most more than this needn't be told exactly
   */
  static int distance(String one, String other, int most) {
    int begin = 0;
    int from = one.length();
    int to = other.length();
    while (begin < from && begin < to && same(one.charAt(begin), other.charAt(begin))) {
      begin++;
    }
    while (from > begin && to > begin && same(one.charAt(from - 1), other.charAt(to - 1))) {
      from--;
      to--;
    }
    return Math.abs(from - to) > most
        ? Math.abs(from - to)
        : distance(one.substring(begin, from), other.substring(begin, to), most, to - begin);
  }

  private static int distance(String from, String to, int most, int width) {
    int[] row = new int[width + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      int least = i;
      for (int j = 1; j <= width; j++) {
        int changed = diagonal + (same(from.charAt(i - 1), to.charAt(j - 1)) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
        least = Math.min(least, row[j]);
      }
      if (least > most) {
        return least;
      }
    }
    return row[width];
  }

  private static boolean same(char one, char other) {
    return one == other || Character.toLowerCase(one) == Character.toLowerCase(other);
  }
}
