package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.bench.contest.Progress;
import dev.vertxmesh.samples.contest.CallTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Counts both agents' system calls with {@code strace -f}, which has them stop at each: what it
 * takes says nothing, and as all takes longer there's more that comes together.
 */
final class SystemCalls {
  private static final int MILLIS = 3_000;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Children children;
  private final OpenParts parts;
  private final FormLoad form;
  private final Path folder;
  private final List<Counted> counted = new ArrayList<>();
  private String complaint = "";

  SystemCalls(Children children, OpenParts parts, FormLoad form, Path folder) {
    this.children = children;
    this.parts = parts;
    this.form = form;
    this.folder = folder;
  }

  /**
   * One stretch.
   *
   * @param calls answered in it
   */
  record Counted(int inFlight, int calls, StraceCounts consumer, StraceCounts provider) {
    double callsPerSecond() {
      return calls * 1e3 / MILLIS;
    }
  }

  private static boolean isInstalled() {
    return Stream.of(System.getenv("PATH").split(":"))
        .anyMatch(each -> Files.isExecutable(Path.of(each, "strace")));
  }

  /** With so many calls in flight; without strace it's noted that there's none. */
  void count(int inFlight) throws IOException, InterruptedException {
    if (!complaint.isEmpty()) {
      return;
    }
    if (!isInstalled()) {
      complaint = "system calls weren't counted: there's no strace here";
      return;
    }
    Progress.say("system calls with %d in flight", inFlight);
    try {
      counted.add(stretch(inFlight));
    } catch (ContestException e) { // such as in a container that may not trace
      complaint = "system calls weren't counted: " + e.getMessage().strip().replace('\n', ' ');
    }
  }

  private Counted stretch(int inFlight) throws IOException, InterruptedException {
    Path ofConsumer = folder.resolve("strace-consumer-" + inFlight);
    Path ofProvider = folder.resolve("strace-provider-" + inFlight);
    Child first = attach(parts.consumer(), ofConsumer);
    Child second = attach(parts.provider(), ofProvider);
    CallTimes times = form.closed(inFlight, MILLIS);
    first.signal();
    second.signal();
    first.awaitEnd();
    second.awaitEnd();
    return new Counted(
        inFlight,
        times.count(),
        StraceCounts.of(ofConsumer, ThreadNames.loops(parts.consumer().pid())),
        StraceCounts.of(ofProvider, ThreadNames.loops(parts.provider().pid())));
  }

  /** Timers alone make system calls, so there's soon something in the file. */
  private Child attach(Child to, Path file) throws IOException, InterruptedException {
    List<String> command = List.of("strace", "-f", "-qq", "-s", "0", "-o", file.toString(), "-p");
    List<String> all = new ArrayList<>(command);
    all.add("" + to.pid());
    Child strace = children.start("strace-of-" + to.name(), all);
    strace.await(() -> file.toFile().length() > 0, "traces", PATIENCE);
    return strace;
  }

  /** What was counted, in the order that it was asked for. */
  List<Counted> counted() {
    return counted;
  }

  /** Why nothing was; empty if it was. */
  String complaint() {
    return complaint;
  }
}
