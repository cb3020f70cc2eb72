package dev.vertxmesh.simulation.world;

import java.util.ArrayList;
import java.util.List;

/**
 * What happened, in its order: a hash over all of it (FNV-1a, 64 bits), by which two runs of a seed
 * are compared, and the last of it for a person to read.
 */
public final class Trace {

  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private record Entry(long nanos, String who, String what, long a, long b) {
    @Override
    public String toString() {
      return "%13.6f  %-10s %-18s %d %d".formatted(nanos / 1e9, who, what, a, b);
    }
  }

  private final Entry[] last;
  private long events;
  private long hash = OFFSET;

  /**
   * @param kept how many events are kept for a person
   */
  public Trace(int kept) {
    last = new Entry[kept];
  }

  /**
   * @param what a constant
   */
  void add(long nanos, String who, String what, long a, long b) {
    mix(nanos);
    mix(who.hashCode());
    mix(what.hashCode());
    mix(a);
    mix(b);
    last[(int) (events++ % last.length)] = new Entry(nanos, who, what, a, b);
  }

  private void mix(long value) {
    hash = (hash ^ value) * PRIME;
    hash ^= hash >>> 29;
  }

  public long hash() {
    return hash;
  }

  public long events() {
    return events;
  }

  /** The last events, the oldest first. */
  public List<String> tail() {
    List<String> lines = new ArrayList<>();
    for (long i = Math.max(0, events - last.length); i < events; i++) {
      lines.add(last[(int) (i % last.length)].toString());
    }
    return lines;
  }
}
