package dev.vertxmesh.it.harness.loops;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * An event loop, which is asked something and is blocked for as long as it doesn't answer. That is
 * told in CPU time of its thread, and of a look's only as much as there is between two looks: a
 * thread that gets no CPU is not at fault, nor is one whose machine has stood still.
 */
final class Loop {

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long MOST_A_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Thread thread;
  private final Executor executor;
  private final long bound;

  private volatile boolean answered = true;
  private long cpu;
  private long spent;
  private boolean told;

  /**
   * @param bound milliseconds of CPU time
   */
  Loop(Thread thread, Executor executor, long bound) {
    this.thread = thread;
    this.executor = executor;
    this.bound = TimeUnit.MILLISECONDS.toNanos(bound);
  }

  /** What there is to tell of it; nothing as a rule. */
  Optional<String> look() {
    if (answered) {
      ask();
      return Optional.empty();
    }
    // comes back once the thread has gone on a little: what another's thread took isn't its own
    StackTraceElement[] stack = thread.getStackTrace();
    long now = THREADS.getThreadCpuTime(thread.getId());
    spent += Math.min(now - cpu, MOST_A_LOOK_NANOS);
    cpu = now;
    if (spent <= bound || told) {
      return Optional.empty();
    }
    told = true;
    return Optional.of(said(stack));
  }

  private void ask() {
    answered = false;
    told = false;
    spent = 0;
    cpu = THREADS.getThreadCpuTime(thread.getId());
    try {
      executor.execute(() -> answered = true);
    } catch (RejectedExecutionException e) {
      answered = true; // it's being ended
    }
  }

  private String said(StackTraceElement[] stack) {
    StringBuilder text = new StringBuilder(LoopWatch.BLOCKED);
    text.append(thread.getName()).append(" has worked at one go for ");
    text.append(TimeUnit.NANOSECONDS.toMillis(spent)).append(" ms of CPU time, now in");
    for (StackTraceElement element : stack) {
      text.append("\n\tat ").append(element);
    }
    return text.toString();
  }
}
