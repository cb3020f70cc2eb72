package dev.vertxmesh.simulation.world;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import io.netty.util.concurrent.SucceededFuture;
import io.netty.util.concurrent.Ticker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * An event loop by virtual time. Its turns begin a little after there is something to do, and end
 * when nothing is left or, at times, earlier, as those of a loop do that looks after its sockets in
 * between. While it's stopped nothing runs; then all that is due does.
 */
public final class SimLoop extends AbstractScheduledEventExecutor implements EventLoop {

  private static final int MOST_LATENCY = 30_000;

  private final World world;
  private final String name;
  private final Time time = new Time();
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private List<ScheduledFuture<?>> timers = new ArrayList<>();
  private int purgeAt = 256;
  private final Object owner;
  private Consumer<Runnable> around = Runnable::run;
  private long turnAt;
  private boolean inTurn;
  private boolean stopped;
  private boolean closed;

  /**
   * @param owner whose loop it is
   */
  public SimLoop(World world, String name, Object owner) {
    this.world = world;
    this.owner = owner;
    this.name = name;
    world.add(this);
  }

  /** What every turn is run in, such as a context. */
  public void around(Consumer<Runnable> wrapper) {
    around = wrapper;
  }

  public String name() {
    return name;
  }

  public Object owner() {
    return owner;
  }

  /** SIGSTOP. */
  public void stop() {
    stopped = true;
  }

  /** SIGCONT. */
  public void go() {
    stopped = false;
    turnAt = world.now();
  }

  long dueAt() {
    if (stopped) {
      return World.NEVER;
    }
    long timer = nextScheduledTaskDeadlineNanos();
    long due = timer < 0 ? World.NEVER : timer;
    return tasks.isEmpty() ? due : Math.min(due, turnAt);
  }

  void turn() {
    world.current(this);
    inTurn = true;
    try {
      around.accept(this::runTasks);
    } finally {
      inTurn = false;
      world.current(null);
    }
    if (!tasks.isEmpty()) {
      turnAt = world.now() + 1 + world.turns().nextInt(MOST_LATENCY);
    }
  }

  private void runTasks() {
    fetchFromScheduledTaskQueue(tasks);
    int most = world.turns().nextInt(4) == 0 ? 1 + world.turns().nextInt(8) : 10_000;
    for (int i = 0; i < most && !tasks.isEmpty(); i++) {
      Runnable task = tasks.poll();
      try {
        task.run();
      } catch (Throwable e) {
        world.broken("no-fault", name + ": a task threw " + Faults.text(e));
      }
    }
    if (!tasks.isEmpty()) {
      world.note(name, "turn.cut", tasks.size(), 0);
    }
  }

  @Override
  public void execute(Runnable task) {
    if (closed) {
      return;
    }
    if (tasks.isEmpty() && !inTurn) {
      turnAt = world.now() + world.turns().nextInt(MOST_LATENCY);
    }
    tasks.add(task);
  }

  /** Timers that are set. */
  public int timers() {
    timers.removeIf(Future::isDone);
    return timers.size();
  }

  /** Tasks that wait for a turn. */
  public int waiting() {
    return tasks.size();
  }

  private <T extends ScheduledFuture<?>> T counted(T timer) {
    if (closed) {
      timer.cancel(false); // it's too late for any
    }
    timers.add(timer);
    if (timers.size() > purgeAt) {
      purgeAt = 256 + 2 * timers();
    }
    return timer;
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return counted(super.schedule(command, delay, unit));
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> command, long delay, TimeUnit unit) {
    return counted(super.schedule(command, delay, unit));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long delay, long period, TimeUnit unit) {
    return counted(super.scheduleAtFixedRate(command, delay, period, unit));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long delay, long period, TimeUnit unit) {
    return counted(super.scheduleWithFixedDelay(command, delay, period, unit));
  }

  @Override
  public Ticker ticker() {
    return time;
  }

  @Override
  public boolean inEventLoop() {
    return world.current() == this;
  }

  @Override
  public boolean inEventLoop(Thread thread) {
    return inEventLoop();
  }

  @Override
  public EventLoop next() {
    return this;
  }

  @Override
  public EventLoopGroup parent() {
    return null;
  }

  @Override
  public ChannelFuture register(Channel channel) {
    return register(new DefaultChannelPromise(channel, this));
  }

  @Override
  public ChannelFuture register(ChannelPromise promise) {
    promise.channel().unsafe().register(this, promise);
    return promise;
  }

  @Override
  @Deprecated
  public ChannelFuture register(Channel channel, ChannelPromise promise) {
    channel.unsafe().register(this, promise);
    return promise;
  }

  /** What waits is done, what is set isn't, and nothing is taken any more. */
  @Override
  @Deprecated
  public void shutdown() {
    closed = true;
    timers.forEach(timer -> timer.cancel(false));
  }

  @Override
  public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
    shutdown();
    return terminationFuture();
  }

  @Override
  public Future<?> terminationFuture() {
    return new SucceededFuture<>(GlobalEventExecutor.INSTANCE, null);
  }

  @Override
  public boolean isShuttingDown() {
    return closed;
  }

  @Override
  public boolean isShutdown() {
    return closed;
  }

  @Override
  public boolean isTerminated() {
    return closed && tasks.isEmpty();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return isTerminated();
  }

  private final class Time implements Ticker {
    @Override
    public long initialNanoTime() {
      return 0;
    }

    @Override
    public long nanoTime() {
      return world.now();
    }

    @Override
    public void sleep(long delay, TimeUnit unit) {
      throw new UnsupportedOperationException("nobody sleeps on an event loop");
    }
  }
}
