package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import dev.vertxmesh.yaml.WatchedFile;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import java.util.concurrent.atomic.LongAdder;

/** Counts what became of calls, by how their callers showed who they are. */
final class AccessMeters {

  /** What became of a call. */
  enum Outcome {
    ALLOWED("allowed"),
    LOGGED("log-only"),
    DENIED("denied"),
    UNAUTHENTICATED("unauthenticated");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }
  }

  private final LongAdder[][] counts =
      new LongAdder[Outcome.values().length][Identity.Kind.values().length];

  AccessMeters() {
    for (Outcome outcome : Outcome.values()) {
      for (Identity.Kind kind : Identity.Kind.values()) {
        counts[outcome.ordinal()][kind.ordinal()] = new LongAdder();
      }
    }
  }

  /** Of an agent without a file nothing is shown. */
  void register(MeshMeters meters, WatchedFile file) {
    meters.register(
        all -> {
          Gauge.builder(MeterNames.RULES_REFUSED, () -> file.problem().isEmpty() ? 0 : 1)
              .tag(MeterNames.KIND, "access")
              .register(all);
          for (Outcome outcome : Outcome.values()) {
            for (Identity.Kind kind : Identity.Kind.values()) {
              LongAdder count = counts[outcome.ordinal()][kind.ordinal()];
              FunctionCounter.builder(MeterNames.ACCESS, count, LongAdder::sum)
                  .tag(MeterNames.DECISION, outcome.label)
                  .tag(MeterNames.KIND, kind.label())
                  .register(all);
            }
          }
        });
  }

  void count(Outcome outcome, Identity.Kind kind) {
    counts[outcome.ordinal()][kind.ordinal()].increment();
  }
}
