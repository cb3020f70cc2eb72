package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A process that ends and starts again; each start has a log of its own. */
final class Part {
  private static final String READY_LINE = "ready: ";

  private final Children children;
  private final String name;
  private final List<String> command;
  private final URI ready;
  private final List<Child> starts = new ArrayList<>();

  /**
   * @param ready answered with 200 once it serves; null if it prints a line then
   */
  Part(Children children, String name, List<String> command, URI ready) {
    this.children = children;
    this.name = name;
    this.command = command;
    this.ready = ready;
  }

  /** Comes back once it serves. */
  Part start() throws IOException, InterruptedException {
    Child child = children.start(name + "-" + (starts.size() + 1), command);
    starts.add(child);
    if (ready == null) {
      child.awaitLine(READY_LINE, Commands.START_PATIENCE);
    } else {
      awaitReady();
    }
    return this;
  }

  /** Waits until it says that it's ready. */
  void awaitReady() throws InterruptedException {
    child().awaitAnswer(ready);
  }

  /** Asks it to end, and waits for that. */
  void end() throws InterruptedException {
    child().signal();
    child().awaitEnd();
  }

  void kill() throws InterruptedException {
    child().kill();
  }

  String name() {
    return name;
  }

  /** Its last start. */
  Child child() {
    return starts.get(starts.size() - 1);
  }

  /** All of them. */
  List<Child> starts() {
    return starts;
  }
}
