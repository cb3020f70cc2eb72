package dev.vertxmesh.kvstore.run;

import picocli.CommandLine.Option;

/** What can be said of a run, beside the store's own flags; picocli fills it. */
final class RunFlags {

  @Option(
      names = "--client",
      paramLabel = "KIND",
      description = "blocking: a thread waits for each call; async: none does")
  Client client;

  @Option(names = "--in-flight", paramLabel = "N", description = "calls at a time")
  Integer inFlight;

  @Option(
      names = "--server",
      paramLabel = "MODE",
      description =
          "locked: one call has the whole store for as long as its delay takes; or concurrent")
  Server server;

  @Option(
      names = "--target",
      paramLabel = "HOST:PORT",
      description = "a store that runs already; without it, one is started for each stage")
  String target;

  @Option(
      names = "--child",
      description = "start it in a process of its own, and not in this one as the articles do")
  boolean child;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description =
          "that an async client shares its calls among, each on an event loop of its own (default:"
              + " ${DEFAULT-VALUE})")
  int connections = 1;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      description = "seconds of each stage before anything is counted (default: ${DEFAULT-VALUE})")
  int warmupSeconds = 10;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "seconds that are counted; the articles' run for 60 (default: ${DEFAULT-VALUE})")
  int seconds = 20;

  @Option(
      names = "--keys",
      paramLabel = "N",
      description =
          "keys that there are before the mix begins (default: none for the blocking client, 2 for"
              + " each call in flight where the store is locked; 4, and 1000 more, where it isn't)")
  Integer keys;

  @Option(
      names = "--mean-key",
      paramLabel = "BYTES",
      description = "mean size of keys, which have 16 to 1,024 (default: ${DEFAULT-VALUE})")
  int meanKey = 64;

  @Option(
      names = "--mean-value",
      paramLabel = "BYTES",
      description = "mean size of values, which have up to 1 MiB (default: ${DEFAULT-VALUE})")
  int meanValue = 1024;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "of what is drawn at random (default: ${DEFAULT-VALUE})")
  long seed = 1;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "prints this")
  boolean help;

  enum Client {
    BLOCKING,
    ASYNC
  }

  enum Server {
    LOCKED,
    CONCURRENT
  }

  /** Null if nothing is bad, else what is, and what was expected. */
  String problem() {
    String bad = outside("--in-flight", inFlight == null ? 1 : inFlight, 1, 1_000_000);
    bad = bad == null ? outside("--connections", connections, 1, 1_000) : bad;
    bad = bad == null ? outside("--warmup", warmupSeconds, 0, 3_600) : bad;
    bad = bad == null ? outside("--seconds", seconds, 1, 86_400) : bad;
    bad = bad == null ? outside("--keys", keys == null ? 0 : keys, 0, 10_000_000) : bad;
    bad = bad == null ? outside("--mean-key", meanKey, Sizes.LEAST_KEY, Sizes.MOST_KEY) : bad;
    bad = bad == null ? outside("--mean-value", meanValue, 0, Sizes.MOST_VALUE) : bad;
    if (bad == null && target != null && (server != null || child)) {
      return "--target: is a store that runs already; --server and --child are for one of ours";
    }
    return bad;
  }

  private static String outside(String flag, int value, int least, int most) {
    boolean good = value >= least && value <= most;
    return good ? null : flag + ": is " + value + ", expected " + least + " to " + most;
  }
}
