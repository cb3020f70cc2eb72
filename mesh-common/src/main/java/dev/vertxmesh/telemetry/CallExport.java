package dev.vertxmesh.telemetry;

import dev.vertxmesh.call.Status;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Collection;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Hands the call meters to the Prometheus client that Micrometer exports through. A Micrometer
 * timer would keep a second set of buckets and its own clock for the same figures.
 */
record CallExport(String agent, Supplier<Collection<CallMeters>> meters) implements MultiCollector {

  private static final double[] BOUNDS = CallMeters.bounds();

  @Override
  public MetricSnapshots collect() {
    Collection<CallMeters> services = meters.get();
    return services.isEmpty()
        ? MetricSnapshots.of()
        : MetricSnapshots.of(calls(services), seconds(services), inFlight(services));
  }

  private CounterSnapshot calls(Collection<CallMeters> services) {
    var calls = CounterSnapshot.builder().name(MeterNames.CALLS).help("Calls that ended");
    for (CallMeters service : services) {
      for (Status status : Status.values()) {
        long count = service.count(status);
        if (count > 0 || status == Status.OK) {
          calls.dataPoint(
              CounterSnapshot.CounterDataPointSnapshot.builder()
                  .labels(labels(service, status))
                  .value(count)
                  .build());
        }
      }
    }
    return calls.build();
  }

  /** A call passes both agents, and who adds up what they say has to be able to tell them apart. */
  private Labels labels(CallMeters service) {
    return Labels.of(MeterNames.AGENT, agent, MeterNames.SERVICE, service.service());
  }

  private Labels labels(CallMeters service, Status status) {
    return labels(service).add(MeterNames.OUTCOME, status.name().toLowerCase(Locale.ROOT));
  }

  private HistogramSnapshot seconds(Collection<CallMeters> services) {
    var seconds =
        HistogramSnapshot.builder().name(MeterNames.CALL_SECONDS).help("How long calls took");
    for (CallMeters service : services) {
      Number[] counts = boxed(service.durations());
      seconds.dataPoint(
          HistogramDataPointSnapshot.builder()
              .labels(labels(service))
              .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, counts))
              .sum(service.secondsInAll())
              .build());
    }
    return seconds.build();
  }

  private GaugeSnapshot inFlight(Collection<CallMeters> services) {
    var inFlight =
        GaugeSnapshot.builder().name(MeterNames.CALLS_IN_FLIGHT).help("Calls that go on now");
    for (CallMeters service : services) {
      inFlight.dataPoint(
          GaugeSnapshot.GaugeDataPointSnapshot.builder()
              .labels(labels(service))
              .value(service.inFlight())
              .build());
    }
    return inFlight.build();
  }

  private static Number[] boxed(long[] counts) {
    Number[] boxed = new Number[counts.length];
    for (int i = 0; i < counts.length; i++) {
      boxed[i] = counts[i];
    }
    return boxed;
  }
}
