package dev.vertxmesh.balance.pick;

import java.util.Arrays;

/**
 * Whose turn it is: each entry comes once in its period, the one that is due first before the
 * others. A calendar queue (R. Brown, "Calendar queues: a fast O(1) priority queue implementation",
 * 1988): the days are a ring of lists, a period is counted in days, and a day is what one turn
 * takes when everybody takes part. So a day holds one entry on average, and finding the next is
 * O(1) whatever their number; a bit for each day finds the next one that isn't empty.
 *
 * <p>Entries of the same day come in the order in which they were put there, and so up to a day
 * early or late; what they're due next is counted exactly all the same.
 */
final class CalendarQueue {

  /** A day, in units of time. */
  private static final int DAY_BITS = 16;

  private static final int LEAST_DAYS = 64;
  private static final int MOST_DAYS = 1 << 20;
  private static final int NONE = -1;

  private final long[] due;
  private final long[] period;
  private final int[] next;
  private final int[] previous;
  private final boolean[] scheduled;
  private final int[] first;
  private final int[] last;
  private final long[] busy;
  private final int mask;
  private long today;
  private int size;

  CalendarQueue(int entries) {
    due = new long[entries];
    period = new long[entries];
    next = new int[entries];
    previous = new int[entries];
    scheduled = new boolean[entries];
    int days = LEAST_DAYS;
    while (days < 2 * entries && days < MOST_DAYS) {
      days *= 2;
    }
    mask = days - 1;
    first = new int[days];
    last = new int[days];
    Arrays.fill(first, NONE);
    busy = new long[days / Long.SIZE];
    Arrays.fill(period, 1L << DAY_BITS);
  }

  /** How many entries have a turn to come. */
  int size() {
    return size;
  }

  boolean contains(int entry) {
    return scheduled[entry];
  }

  /** Gives an entry its first turn after this part of its period, 0 to 1. */
  void add(int entry, double phase) {
    due[entry] = now() + (long) (period[entry] * phase);
    insert(entry);
  }

  /**
   * Sets how many days there are between an entry's turns. What it has waited of its period counts.
   */
  void period(int entry, double days) {
    long units = (long) (days * (1L << DAY_BITS));
    long former = period[entry];
    if (Math.abs(units - former) * 256 <= former) { // not worth the moving
      return;
    }
    period[entry] = units;
    if (scheduled[entry]) {
      remove(entry);
      double left = Math.max(0, due[entry] - now());
      due[entry] = now() + (long) (left * units / former);
      insert(entry);
    }
  }

  /** Takes out the entry whose turn it is; -1 if there's none. */
  int poll() {
    if (size == 0) {
      return NONE;
    }
    long begin = today;
    for (; ; ) {
      int entry = first[(int) today & mask];
      while (entry != NONE) {
        if (due[entry] >>> DAY_BITS <= today) {
          remove(entry);
          return entry;
        }
        entry = next[entry]; // of another year
      }
      if (today - begin > mask) {
        today = earliest(); // a whole year and nobody due: everybody has become rare
      } else {
        today += untilBusy();
      }
    }
  }

  /** Schedules the next turn of an entry that has been polled; turns that it missed are gone. */
  void again(int entry) {
    due[entry] = Math.max(due[entry] + period[entry], now());
    insert(entry);
  }

  /** The present day; for {@link #rewind}. */
  long today() {
    return today;
  }

  /** Goes back to a day since which nothing was scheduled. */
  void rewind(long day) {
    today = day;
  }

  /** Puts back an entry that has been polled, as if it hadn't: rewind first, the last one first. */
  void restore(int entry) {
    int day = (int) dayOf(entry) & mask;
    next[entry] = first[day];
    previous[entry] = NONE;
    if (first[day] == NONE) {
      last[day] = entry;
      busy[day >>> 6] |= 1L << day;
    } else {
      previous[first[day]] = entry;
    }
    first[day] = entry;
    scheduled[entry] = true;
    size++;
  }

  private long now() {
    return today << DAY_BITS;
  }

  private void insert(int entry) {
    int day = (int) dayOf(entry) & mask;
    next[entry] = NONE;
    if (first[day] == NONE) {
      previous[entry] = NONE;
      first[day] = entry;
      busy[day >>> 6] |= 1L << day;
    } else {
      previous[entry] = last[day];
      next[last[day]] = entry;
    }
    last[day] = entry;
    scheduled[entry] = true;
    size++;
  }

  private void remove(int entry) {
    int day = (int) dayOf(entry) & mask;
    if (previous[entry] == NONE) {
      first[day] = next[entry];
    } else {
      next[previous[entry]] = next[entry];
    }
    if (next[entry] == NONE) {
      last[day] = previous[entry];
    } else {
      previous[next[entry]] = previous[entry];
    }
    if (first[day] == NONE) {
      busy[day >>> 6] &= ~(1L << day);
    }
    scheduled[entry] = false;
    size--;
  }

  /** The day whose list it's in. Who was put there late is found today, as that is polled first. */
  private long dayOf(int entry) {
    return Math.max(due[entry] >>> DAY_BITS, today);
  }

  /** Days until the next list that isn't empty, from tomorrow on; there is one. */
  private int untilBusy() {
    int tomorrow = (int) (today + 1) & mask;
    int word = tomorrow >>> 6;
    long bits = busy[word] & -1L << tomorrow;
    while (bits == 0) {
      word = word + 1 == busy.length ? 0 : word + 1;
      bits = busy[word];
    }
    int day = (word << 6) + Long.numberOfTrailingZeros(bits);
    return (day - tomorrow & mask) + 1;
  }

  private long earliest() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < due.length; i++) {
      if (scheduled[i]) {
        least = Math.min(least, due[i]);
      }
    }
    return Math.max(today, least >>> DAY_BITS);
  }
}
