package dev.vertxmesh.access.who;

import java.util.ArrayList;
import java.util.List;

/** The networks that some rules name, each with a number from 0. */
public final class Networks {

  /** As each is a bit of a number. */
  public static final int MOST = Long.SIZE;

  private final List<NetworkRange> ranges = new ArrayList<>();

  /**
   * The number of a network, which is added unless it's there.
   *
   * @throws IllegalArgumentException saying what was expected
   */
  int number(String text) {
    for (int i = 0; i < ranges.size(); i++) {
      if (ranges.get(i).text().equals(text)) {
        return i;
      }
    }
    if (ranges.size() == MOST) {
      throw new IllegalArgumentException("expected %d networks at most".formatted(MOST));
    }
    ranges.add(NetworkRange.parse(text));
    return ranges.size() - 1;
  }

  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /**
   * A bit for each of them that an address is in.
   *
   * @param host in text; null is in none
   */
  public long of(String host) {
    long bits = 0;
    for (int i = 0; i < ranges.size(); i++) {
      bits |= ranges.get(i).contains(host) ? 1L << i : 0;
    }
    return bits;
  }
}
