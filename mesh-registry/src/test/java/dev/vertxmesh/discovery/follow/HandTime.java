package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.etcd.RegistryThread;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableScheduledFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A registry's thread whose time passes when the test says so, on the test's own thread. */
public final class HandTime {

  private long nowMillis;
  private long order;
  private final Deque<Runnable> work = new ArrayDeque<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(
          Comparator.<Timer>comparingLong(one -> one.atMillis).thenComparingLong(one -> one.order));

  public RegistryThread thread() {
    return new RegistryThread(new Executor(), () -> nowMillis * 1_000_000, new SplittableRandom(1));
  }

  /** Does what is to be done now. */
  public void settle() {
    for (Runnable next = work.poll(); next != null; next = work.poll()) {
      next.run();
    }
  }

  public void pass(long millis) {
    long end = nowMillis + millis;
    settle();
    while (!timers.isEmpty() && timers.peek().atMillis <= end) {
      Timer next = timers.remove();
      nowMillis = Math.max(nowMillis, next.atMillis);
      next.run();
      settle();
    }
    nowMillis = end;
  }

  private final class Timer extends FutureTask<Object> implements RunnableScheduledFuture<Object> {
    private final long atMillis;
    private final long order;

    Timer(Runnable work, long atMillis, long order) {
      super(work, null);
      this.atMillis = atMillis;
      this.order = order;
    }

    @Override
    public boolean isPeriodic() {
      return false;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(atMillis - nowMillis, TimeUnit.MILLISECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.MILLISECONDS), other.getDelay(TimeUnit.MILLISECONDS));
    }
  }

  /** Of the real one nothing is used but its shape. */
  private final class Executor extends ScheduledThreadPoolExecutor {

    Executor() {
      super(0);
    }

    @Override
    public void execute(Runnable some) {
      work.add(some);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable some, long delay, TimeUnit unit) {
      Timer timer = new Timer(some, nowMillis + unit.toMillis(delay), order++);
      timers.add(timer);
      return timer;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> some, long delay, TimeUnit unit) {
      throw new UnsupportedOperationException();
    }
  }
}
