package dev.vertxmesh.bench.simulate;

import dev.vertxmesh.balance.endpoint.Outcome;
import java.util.Arrays;
import java.util.List;

/** What came of a simulation, second by second, and after the change. */
final class Figures {

  /** Seconds after a change that aren't counted as after it: what it needs to be noticed. */
  static final double SETTLE_SECONDS = 10;

  private static final long SLICE_NANOS = 500_000_000;

  private final Scenario scenario;
  private final List<SimServer> servers;
  private final Latencies slice = new Latencies();
  private final Latencies settled = new Latencies();
  private final Latencies fresh = new Latencies();
  private final double[] p99;
  private final double[] errors;
  private final double[] firstShare;
  private final double[] shares;
  private final double[] capacities;
  private long sliceEnd = SLICE_NANOS;
  private int slices;
  private long failed;
  private long refused;
  private long freshFailed;
  private long settledFailed;

  Figures(Scenario scenario, List<SimServer> servers) {
    this.scenario = scenario;
    this.servers = servers;
    int count = (int) Math.ceil(scenario.seconds() * 1e9 / SLICE_NANOS);
    p99 = new double[count];
    errors = new double[count];
    firstShare = new double[count];
    shares = new double[servers.size()];
    capacities = new double[servers.size()];
  }

  /** Time has gone on to here. */
  void at(long now) {
    while (now >= sliceEnd && slices < p99.length) {
      close();
      sliceEnd += SLICE_NANOS;
    }
  }

  private void close() {
    p99[slices] = slice.quantile(0.99) / 1e6;
    errors[slices] = slice.count() == 0 ? 0 : 100.0 * failed / slice.count();
    long all = 0;
    long first = 0;
    boolean count = isSettled();
    for (int i = 0; i < shares.length; i++) {
      long calls = servers.get(i).takeCalls();
      all += calls;
      first += i == 0 ? calls : 0;
      shares[i] += count ? calls : 0;
      capacities[i] += count ? servers.get(i).capacity() : 0;
    }
    firstShare[slices] = all == 0 ? 0 : 100.0 * first / all;
    slice.clear();
    failed = 0;
    slices++;
  }

  private double seconds() {
    return (sliceEnd - SLICE_NANOS) / 1e9;
  }

  private boolean isChanged() {
    return scenario.changes()
        && seconds() >= scenario.changeAt()
        && (scenario.healAt() == 0 || seconds() < scenario.healAt());
  }

  /** Of a scenario with a change: some time after it; of another one: some time after the start. */
  private boolean isSettled() {
    double since = scenario.changes() ? seconds() - scenario.changeAt() : seconds();
    return since >= SETTLE_SECONDS && (!scenario.changes() || isChanged());
  }

  void ended(Outcome outcome, long took) {
    boolean bad = outcome != Outcome.ANSWERED;
    slice.add(took);
    failed += bad ? 1 : 0;
    refused += outcome == Outcome.FULL ? 1 : 0;
    if (isSettled()) {
      settled.add(took);
      settledFailed += bad ? 1 : 0;
    } else if (isChanged()) {
      fresh.add(took);
      freshFailed += bad ? 1 : 0;
    }
  }

  double settledMillis(double quantile) {
    return settled.quantile(quantile) / 1e6;
  }

  double freshMillis(double quantile) {
    return fresh.quantile(quantile) / 1e6;
  }

  double settledErrorPercent() {
    return settled.count() == 0 ? 0 : 100.0 * settledFailed / settled.count();
  }

  double freshErrorPercent() {
    return fresh.count() == 0 ? 0 : 100.0 * freshFailed / fresh.count();
  }

  long refused() {
    return refused;
  }

  /**
   * How far the shares are from what each provider can do, as the part of all calls that would have
   * to go elsewhere, in percent.
   */
  double shareErrorPercent() {
    double calls = Arrays.stream(shares).sum();
    double capacity = Arrays.stream(capacities).sum();
    double off = 0;
    for (int i = 0; i < shares.length; i++) {
      off += Math.abs(shares[i] / calls - capacities[i] / capacity);
    }
    return 100 * off / 2;
  }

  /** What the first provider gets of all calls, in percent. */
  double firstSharePercent() {
    return 100 * shares[0] / Arrays.stream(shares).sum();
  }

  double[] p99() {
    return p99;
  }

  double[] errors() {
    return errors;
  }

  double[] firstShares() {
    return firstShare;
  }

  static double sliceSeconds() {
    return SLICE_NANOS / 1e9;
  }
}
