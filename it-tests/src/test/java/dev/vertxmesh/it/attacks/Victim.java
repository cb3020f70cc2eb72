package dev.vertxmesh.it.attacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Metrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An agent under attack, and what it held before. */
final class Victim {

  /** The README's memory, beside what every agent in tests has. */
  static final String[] MEMORY = {"-XX:MaxDirectMemorySize=64m", "-XX:+ExitOnOutOfMemoryError"};

  /**
   * For attacks of many calls at once, which are an overload besides: an agent that is short of CPU
   * refuses some of all calls then, good ones among them.
   */
  static final String[] CALM = {"--queue-target", "0"};

  private static final double MEBIBYTE = 1 << 20;

  /** What may be left: caches are bounded, and fill. */
  private static final double LEFT = 8 * MEBIBYTE;

  private final String name;
  private final Agent agent;
  private final double before;
  private final HeapLog collections;

  Victim(String name, Agent agent) {
    this.name = name;
    this.agent = agent;
    this.before = heap();
    this.collections = new HeapLog(agent);
  }

  private double heap() {
    agent.collectGarbage();
    return agent.metrics().sum("jvm_memory_used_bytes", "area=\"heap\"");
  }

  /** It's there, and has given back what it held meanwhile. */
  void assertUnharmed() {
    assertThat(agent.process().isAlive()).as("%s:%n%s", name, agent.process().log()).isTrue();
    await()
        .untilAsserted(() -> assertThat(heap()).as("heap of %s", name).isLessThan(before + LEFT));
  }

  /** Prints what it cost. */
  void say() {
    double after = heap();
    Metrics metrics = agent.metrics();
    System.out.printf(
        "%s: heap %.1f MiB before, %d at its peak, %d by full collections, %.1f after;"
            + " direct %.1f, in use %.1f; resident at most %s%n",
        name,
        before / MEBIBYTE,
        collections.peak(),
        collections.peakLeft(),
        after / MEBIBYTE,
        metrics.sum("mesh_netty_direct_bytes") / MEBIBYTE,
        metrics.sum("mesh_netty_pinned_bytes") / MEBIBYTE,
        peak());
  }

  private String peak() {
    Path status = Path.of("/proc", "" + agent.process().pid(), "status");
    try {
      return Files.readAllLines(status).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .map(line -> line.substring("VmHWM:".length()).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
