package dev.vertxmesh.bench.overload;

import dev.vertxmesh.bench.contest.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A greedy caller beside others: how long calls of the others take while it's away, while it asks
 * for ten times what its limit allows, and while it does that without a limit.
 */
final class Greedy {

  private static final String HEADER = "x-tenant: ";
  private static final String GREEDY = HEADER + "greedy\r\n";
  private static final String OTHERS = HEADER + "others\r\n";
  private static final String UNLIMITED = HEADER + "unlimited\r\n";
  private static final int CONNECTIONS = 200;
  private static final int ROUNDS = 5;

  /** Until connections are made, and what waited meanwhile has been answered. */
  private static final int SETTLE_SECONDS = 2;

  private final OverloadOptions options;
  private final double share;

  Greedy(OverloadOptions options) {
    this.options = options;
    double capacity = options.threads * 1_000.0 / options.delayMillis;
    this.share = capacity * options.sharePercent / 100;
  }

  /** A file of limits, of which each caller but one has its share. */
  Path limits(Path folder) throws IOException {
    String rule =
        "limits: {rules: [{name: each, headers: {x-tenant: %s}, calls: %.1f, burst: %.1f}]}\n";
    return Files.writeString(
        folder.resolve("limits.yaml"), rule.formatted("greedy", share, share / 10));
  }

  /**
   * All that the greedy caller is refused by is compiled first, as that takes more of a core than
   * the refusals do; then the three take turns, as what else the machine does changes.
   */
  String measure(int port) throws InterruptedException {
    for (String greedy : new String[] {null, GREEDY, UNLIMITED}) {
      Progress.say("warm-up, %s", name(greedy));
      stretch(port, greedy, options.warmupSeconds);
    }
    List<Seen> alone = new ArrayList<>();
    List<Seen> limited = new ArrayList<>();
    List<Seen> unlimited = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      Progress.say("round %d of %d", round, ROUNDS);
      alone.add(stretch(port, null, SETTLE_SECONDS));
      limited.add(stretch(port, GREEDY, SETTLE_SECONDS));
      unlimited.add(stretch(port, UNLIMITED, SETTLE_SECONDS));
    }
    return "\nothers ask for %.0f calls/s, the greedy one for %.0f, of which its limit allows %.0f;"
            .formatted(share * 0.8, share * options.times, share)
        + " medians of %d turns of %d s\n".formatted(ROUNDS, turnSeconds())
        + line(null, alone, alone)
        + line(GREEDY, limited, alone)
        + line(UNLIMITED, unlimited, alone);
  }

  private int turnSeconds() {
    return Math.max(1, options.seconds / 3);
  }

  private static String name(String greedy) {
    if (greedy == null) {
      return "alone";
    }
    return greedy.equals(GREEDY) ? "limited" : "unlimited";
  }

  private static String line(String greedy, List<Seen> turns, List<Seen> alone) {
    double[] ratios =
        IntStream.range(0, turns.size())
            .mapToDouble(i -> turns.get(i).taken.millis(0.99) / alone.get(i).taken.millis(0.99))
            .toArray();
    return "%-10s %6.0f calls/s, p50 %6.1f ms, p99 %6.1f ms, %.2f x alone (%s), %d not answered with 200\n"
        .formatted(
            name(greedy),
            median(turns, Seen::goodput),
            median(turns, seen -> seen.taken.millis(0.5)),
            median(turns, seen -> seen.taken.millis(0.99)),
            median(ratios),
            Arrays.stream(ratios).mapToObj("%.2f"::formatted).collect(Collectors.joining(" ")),
            turns.stream().mapToLong(seen -> seen.refused.count() + seen.other).sum());
  }

  private static double median(List<Seen> turns, ToDoubleFunction<Seen> what) {
    return median(turns.stream().mapToDouble(what).toArray());
  }

  private static double median(double[] values) {
    double[] sorted = Arrays.stream(values).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private Seen stretch(int port, String greedy, int settleSeconds) throws InterruptedException {
    try (Load others = new Load(port, CONNECTIONS, share * 0.8, false, OTHERS);
        Load more =
            greedy == null
                ? null
                : new Load(port, CONNECTIONS, share * options.times, false, greedy)) {
      others.start();
      if (more != null) {
        more.start();
      }
      Thread.sleep(settleSeconds * 1_000L);
      others.take();
      Thread.sleep(turnSeconds() * 1_000L);
      return others.take();
    }
  }
}
