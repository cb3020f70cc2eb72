package dev.vertxmesh.bench.overload;

import dev.vertxmesh.bench.contest.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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

  String measure(int port) throws InterruptedException {
    Progress.say("warm-up");
    others(port, null, options.warmupSeconds);
    Progress.say("the others alone");
    Seen alone = others(port, null, 2);
    Progress.say("beside a greedy caller with a limit");
    Seen limited = others(port, GREEDY, 2);
    Progress.say("beside a greedy caller without a limit");
    Seen unlimited = others(port, UNLIMITED, 2);
    return "\nothers ask for %.0f calls/s, the greedy one for %.0f, of which its limit allows %.0f\n"
            .formatted(share * 0.8, share * options.times, share)
        + line("alone", alone, alone)
        + line("limited", limited, alone)
        + line("unlimited", unlimited, alone);
  }

  private static String line(String name, Seen seen, Seen alone) {
    double p99 = seen.taken.millis(0.99);
    return "%-10s %6.0f calls/s, p50 %6.1f ms, p99 %6.1f ms, %.2f x alone, %d not answered with 200\n"
        .formatted(
            name,
            seen.goodput(),
            seen.taken.millis(0.5),
            p99,
            p99 / alone.taken.millis(0.99),
            seen.refused.count() + seen.other);
  }

  private Seen others(int port, String greedy, int warmupSeconds) throws InterruptedException {
    try (Load others = new Load(port, CONNECTIONS, share * 0.8, false, OTHERS);
        Load more =
            greedy == null
                ? null
                : new Load(port, CONNECTIONS, share * options.times, false, greedy)) {
      others.start();
      if (more != null) {
        more.start();
      }
      Thread.sleep(warmupSeconds * 1_000L);
      others.take();
      Thread.sleep(options.seconds * 1_000L);
      return others.take();
    }
  }
}
