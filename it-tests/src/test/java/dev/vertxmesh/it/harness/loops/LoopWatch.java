package dev.vertxmesh.it.harness.loops;

import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * Looks at the event loops of its JVM ten times a second, and prints a line that begins with {@link
 * #BLOCKED} for one that is busy with one thing for too long. A Java agent.
 */
public final class LoopWatch implements Runnable {

  /** How its line begins. */
  public static final String BLOCKED = "LOOP BLOCKED: ";

  private static final long INTERVAL_MILLIS = 100;

  /** As Vert.x calls them. */
  private static final String NAME = "vert.x-eventloop-thread-";

  private final long bound;
  private final Map<Thread, Loop> loops = new HashMap<>();

  private LoopWatch(long bound) {
    this.bound = bound;
  }

  /**
   * @param bound milliseconds of CPU time
   */
  public static void premain(String bound, Instrumentation instrumentation) {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", Set.of(LoopWatch.class.getModule())),
        Set.of(),
        Map.of());
    Thread watch = new Thread(new LoopWatch(Long.parseLong(bound)), "loop-watch");
    watch.setDaemon(true);
    watch.start();
  }

  @Override
  public void run() {
    try {
      while (true) {
        Thread.sleep(INTERVAL_MILLIS);
        find();
        loops.values().forEach(loop -> loop.look().ifPresent(System.err::println));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ReflectiveOperationException | RuntimeException e) {
      System.err.println(BLOCKED + "the event loops can't be watched: " + e);
    }
  }

  private void find() throws ReflectiveOperationException {
    Thread[] threads = new Thread[Thread.activeCount() * 2 + 16];
    int count = Thread.enumerate(threads);
    for (int i = 0; i < count; i++) {
      Thread thread = threads[i];
      if (thread.getName().startsWith(NAME) && !loops.containsKey(thread)) {
        Executor executor = EventLoops.of(thread);
        loops.put(thread, new Loop(thread, executor, bound));
      }
    }
    loops.keySet().removeIf(thread -> !thread.isAlive());
  }
}
