package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.pick.ConsistentHash;
import dev.vertxmesh.balance.pick.LoadMetric;
import dev.vertxmesh.balance.pick.Picker;
import dev.vertxmesh.balance.pick.PluginPicker;
import dev.vertxmesh.balance.pick.TwoChoices;
import dev.vertxmesh.balance.pick.WeightedRandom;
import dev.vertxmesh.balance.pick.WeightedRoundRobin;
import dev.vertxmesh.plugin.PickerPlugin;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * How the calls of one service are spread.
 *
 * @param warmUpMillis how long a new endpoint gets less than its share; 0 for not at all
 * @param wallMillis milliseconds since 1970
 * @param plugin picks instead of what the mode would; null for none
 * @param zone where this agent is, so that calls stay there; empty if they needn't
 */
public record GroupSettings(
    BalanceMode mode,
    long warmUpMillis,
    EjectionOptions ejection,
    EjectionObserver observer,
    LongSupplier wallMillis,
    RandomGenerator random,
    PickerPlugin plugin,
    String zone) {

  WeightPolicy weighing() {
    SlowStart slowStart = new SlowStart(warmUpMillis, wallMillis);
    return mode == BalanceMode.ADAPTIVE
        ? new AdaptiveWeights(slowStart)
        : new RegisteredWeights(slowStart);
  }

  /** Whether it matters by what a call is spread. */
  boolean isHashing() {
    return plugin != null || mode == BalanceMode.HASH;
  }

  Picker picker(Member[] members, Totals totals) {
    if (plugin != null) {
      return new PluginPicker(plugin, members, random);
    }
    return switch (mode) {
      case ADAPTIVE -> new WeightedRoundRobin(members, new CapacityBrake(totals), random);
      case ROUND_ROBIN -> new WeightedRoundRobin(members, WeightedRoundRobin.Brake.NONE, random);
      case RANDOM -> new WeightedRandom(members, random);
      case LEAST_IN_FLIGHT -> new TwoChoices(members, LoadMetric.IN_FLIGHT, random);
      case PEAK_EWMA -> new TwoChoices(members, LoadMetric.PEAK_EWMA, random);
      case HASH -> new ConsistentHash(members, () -> totals.inFlight, random);
    };
  }
}
