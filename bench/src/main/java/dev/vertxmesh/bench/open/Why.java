package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Progress;
import dev.vertxmesh.bench.open.ThreadTimes.Threads;
import dev.vertxmesh.samples.contest.CallTimes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Looks at what the machine and the JVMs did while calls were under way. A cause is said to have
 * fallen within a call if it took at least half of what the slowest percent have above the median.
 */
final class Why {
  private static final Predicate<String> LOOP = ThreadNames.LOOP;
  private static final Predicate<String> COMPILER = name -> name.matches("C[12] Compiler.*");

  /** The collector's and the JVM's own threads are seen by the pauses that they make. */
  private static final Predicate<String> OTHER =
      LOOP.or(COMPILER).or(name -> name.matches("(VM |GC |G1 |java$).*")).negate();

  private final OpenOptions options;
  private final Scraper scraper;
  private final Map<String, PauseLog> pauses = new LinkedHashMap<>();
  private final List<Threads> groups = new ArrayList<>();
  private final List<GroupCause> groupCauses = new ArrayList<>();
  private final Map<OpenLoad, Tally> tallies = new LinkedHashMap<>();
  private ThreadTimes threads;

  /** What a group's times are called. */
  private record GroupCause(String name, int group, boolean waited) {}

  /** From now on the JVMs log their pauses. */
  Why(Children children, OpenParts parts, Scraper scraper, OpenOptions options, Path folder)
      throws IOException, InterruptedException {
    this.options = options;
    this.scraper = scraper;
    long load = ProcessHandle.current().pid();
    Map<String, Long> processes = new LinkedHashMap<>();
    processes.put("consumer-agent", parts.consumer().pid());
    processes.put("provider-agent", parts.provider().pid());
    processes.put("provider", parts.dubbo().pid());
    processes.put("load", load);
    for (Map.Entry<String, Long> each : processes.entrySet()) {
      pauses.put(each.getKey(), PauseLog.begin(children, each.getKey(), each.getValue(), folder));
    }
    agent("consumer-agent", parts.consumer().pid());
    agent("provider-agent", parts.provider().pid());
    waits("provider: network threads", parts.dubbo().pid(), name -> name.startsWith("NettyServer"));
    waits("load", load, name -> name.startsWith(FormLoad.THREAD));
  }

  private void agent(String name, long pid) {
    int loops = waits(name + ": event loops", pid, LOOP);
    groupCauses.add(new GroupCause(name + ": event loops at work", loops, false));
    works(name + ": compiler at work", pid, COMPILER);
    works(name + ": other threads at work", pid, OTHER);
  }

  private int waits(String name, long pid, Predicate<String> which) {
    groups.add(Threads.of(pid, which));
    groupCauses.add(new GroupCause(name + " wait for a processor", groups.size() - 1, true));
    return groups.size() - 1;
  }

  private void works(String name, long pid, Predicate<String> which) {
    groups.add(Threads.of(pid, which));
    groupCauses.add(new GroupCause(name, groups.size() - 1, false));
  }

  /** A turn begins that lasts so long. */
  void begin(int millis) {
    threads = new ThreadTimes(groups, options.sampleMillis, millis);
  }

  /** It's over. */
  void end(OpenLoad load, CallTimes times) throws IOException, InterruptedException {
    threads.end();
    Progress.say("looked at threads %d times", threads.looks());
    tallies.computeIfAbsent(load, first -> new Tally(options.slowestPercent)).add(times, causes());
  }

  private List<Cause> causes() throws IOException {
    List<Cause> causes = new ArrayList<>();
    for (Map.Entry<String, PauseLog> each : pauses.entrySet()) {
      Spans collections = each.getValue().pauses(true);
      Spans others = each.getValue().pauses(false);
      causes.add(new Cause(each.getKey() + ": collects garbage", collections::within));
      causes.add(new Cause(each.getKey() + ": other safepoints", others::within));
    }
    ThreadTimes seen = threads;
    for (GroupCause each : groupCauses) {
      causes.add(
          new Cause(
              each.name(),
              each.waited()
                  ? (from, to) -> seen.waitedWithin(each.group(), from, to)
                  : (from, to) -> seen.cpuWithin(each.group(), from, to)));
    }
    causes.add(new Cause("scrapes of both agents", scraper.spans()::within));
    return causes;
  }

  /** What there is for each load, in their order. */
  Map<OpenLoad, Tally> tallies() {
    return tallies;
  }
}
