package dev.vertxmesh.limits;

import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.FunctionCounter;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls that rules had no room for. */
final class LimitMeters {

  /** Further rules share a label. */
  private static final int MOST = 200;

  private final MeshMeters meters;
  private final Map<String, LongAdder[]> counts = new HashMap<>();

  LimitMeters(MeshMeters meters) {
    this.meters = meters;
  }

  /** Those of a rule, which are there before anything is counted. */
  synchronized LongAdder[] of(String rule) {
    LongAdder[] known = counts.get(rule);
    if (known != null) {
      return known;
    }
    String label = counts.size() < MOST ? rule : MeterNames.OTHER;
    return counts.computeIfAbsent(label, this::register);
  }

  private LongAdder[] register(String label) {
    LongAdder[] made = new LongAdder[Bound.values().length];
    for (Bound bound : Bound.values()) {
      LongAdder count = new LongAdder();
      made[bound.ordinal()] = count;
      meters.register(
          all ->
              FunctionCounter.builder(MeterNames.LIMITED, count, LongAdder::sum)
                  .tag(MeterNames.LIMIT, label)
                  .tag(MeterNames.BY, bound.label())
                  .register(all));
    }
    return made;
  }
}
