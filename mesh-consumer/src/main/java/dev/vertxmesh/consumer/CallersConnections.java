package dev.vertxmesh.consumer;

import dev.vertxmesh.listen.CloseReason;
import dev.vertxmesh.listen.ConnectionCount;
import dev.vertxmesh.listen.ConnectionObserver;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Counts callers' connections of all event loops, and which of them weren't let be, and why. */
final class CallersConnections implements ConnectionObserver {

  private final ConnectionCount count;
  private final List<BooleanSupplier> loopsAreCold = new CopyOnWriteArrayList<>();
  private final Map<CloseReason, LongAdder> ends = new EnumMap<>(CloseReason.class);

  CallersConnections(ConnectionCount count, MeshMeters meters) {
    this.count = count;
    for (CloseReason end : CloseReason.values()) {
      ends.put(end, new LongAdder());
    }
    meters.register(
        all -> {
          Gauge.builder(MeterNames.CALLERS_CONNECTIONS, count, ConnectionCount::open).register(all);
          Gauge.builder(MeterNames.CALLERS_CONNECTIONS_MOST, count, ConnectionCount::most)
              .register(all);
          ends.forEach(
              (end, times) ->
                  FunctionCounter.builder(MeterNames.CALLERS_ENDS, times, LongAdder::sum)
                      .tag(MeterNames.REASON, end.label())
                      .register(all));
        });
  }

  /**
   * One loop more takes connections.
   *
   * @param isCold whether it has just begun and is behind, which any thread may ask
   */
  void onLoop(BooleanSupplier isCold) {
    loopsAreCold.add(isCold);
  }

  /**
   * Whether one of the loops is: which of them gets a connection isn't known when it's accepted.
   */
  boolean isCold() {
    return loopsAreCold.stream().anyMatch(BooleanSupplier::getAsBoolean);
  }

  ConnectionCount count() {
    return count;
  }

  @Override
  public void onEnd(CloseReason end) {
    ends.get(end).increment();
  }
}
