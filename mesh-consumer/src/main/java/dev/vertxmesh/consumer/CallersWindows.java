package dev.vertxmesh.consumer;

import dev.vertxmesh.http2.WindowView;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** The meters of the windows that callers over HTTP/2 get. */
final class CallersWindows {

  private CallersWindows() {}

  /**
   * @param view of all event loops together; every meter takes one of its own
   */
  static void register(MeterRegistry all, Supplier<WindowView> view) {
    Gauge.builder(MeterNames.HTTP2_CONNECTIONS, () -> view.get().connections()).register(all);
    Gauge.builder(MeterNames.HTTP2_WINDOW, () -> view.get().window()).register(all);
    Gauge.builder(MeterNames.HTTP2_BANDWIDTH, () -> view.get().bytesPerSecond()).register(all);
    Gauge.builder(MeterNames.HTTP2_ROUND_TRIP, () -> view.get().roundTripNanos() / 1e9)
        .register(all);
  }
}
