package dev.vertxmesh.simulation.world;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * One run: its time, its chance, its events and its event loops. Whatever is due first is done
 * first, and what is due at once in the order in which it was planned; so a run depends on its seed
 * and nothing else.
 */
public final class World {

  static final long NEVER = Long.MAX_VALUE;

  /** More than any run needs: one that plans without end is found out. */
  private static final long MOST_STEPS = 3_000_000;

  private record Event(long at, long number, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(number, other.number);
    }
  }

  private static World running;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final List<SimLoop> loops = new ArrayList<>();
  private final Trace trace;
  private final SplittableRandom random;
  private final SplittableRandom turns;
  private SimLoop current;
  private Broken broken;
  private long now;
  private long planned;
  private long steps;

  public World(long seed, Trace trace) {
    this.random = new SplittableRandom(seed);
    this.turns = random.split();
    this.trace = trace;
    running = this;
  }

  /** The one run that this process is at. */
  public static World running() {
    return running;
  }

  /** Chance of its own for one matter, so that another's draws don't shift it. */
  public SplittableRandom split() {
    return random.split();
  }

  SplittableRandom turns() {
    return turns;
  }

  /** Nanoseconds since the run began. */
  public long now() {
    return now;
  }

  public static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** The loop whose turn it is; null between turns. */
  public SimLoop current() {
    return current;
  }

  void current(SimLoop loop) {
    current = loop;
  }

  void add(SimLoop loop) {
    loops.add(loop);
  }

  /** Takes out a loop that will never run again. */
  public void remove(SimLoop loop) {
    loops.remove(loop);
  }

  public void at(long nanos, Runnable action) {
    events.add(new Event(Math.max(now, nanos), planned++, action));
  }

  public void after(long nanos, Runnable action) {
    at(now + nanos, action);
  }

  /**
   * Notes an event.
   *
   * @param what a constant
   */
  public void note(String who, String what, long a, long b) {
    trace.add(now, who, what, a, b);
  }

  /** An invariant doesn't hold; the first counts, and the run ends with it soon. */
  public void broken(String invariant, String detail) {
    if (broken == null) {
      broken = new Broken(invariant, detail);
      note("world", "broken", 0, 0);
    }
  }

  public long steps() {
    return steps;
  }

  /**
   * Lets time pass.
   *
   * @return whether the condition held before the time was over
   * @throws Broken at the first invariant that doesn't hold
   */
  public boolean runUntil(long nanos, BooleanSupplier condition) {
    while (broken == null) {
      if (condition.getAsBoolean()) {
        return true;
      }
      if (!step(nanos)) {
        now = Math.max(now, nanos);
        break;
      }
    }
    if (broken != null) {
      throw broken;
    }
    return condition.getAsBoolean();
  }

  public void runUntil(long nanos) {
    runUntil(nanos, () -> false);
  }

  /** Does what is due next, if that's by then. */
  private boolean step(long until) {
    SimLoop next = null;
    long at = NEVER;
    for (int i = 0; i < loops.size(); i++) {
      long due = loops.get(i).dueAt();
      if (due < at) {
        at = due;
        next = loops.get(i);
      }
    }
    Event event = events.peek();
    boolean isEvent = event != null && event.at <= at;
    at = isEvent ? event.at : at;
    if (at > until) {
      return false;
    }
    if (++steps > MOST_STEPS) {
      throw new Broken("goes-idle", "more than " + MOST_STEPS + " steps");
    }
    now = Math.max(now, at);
    if (isEvent) {
      events.poll();
      event.action.run();
    } else {
      next.turn();
    }
    return true;
  }
}
