package dev.vertxmesh.consumer;

import dev.vertxmesh.balance.EjectionObserver;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.FunctionCounter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts and logs which endpoints are left out. Every event loop tells it of what it sees. */
final class EjectionWatch implements EjectionObserver {

  private static final Logger LOG = System.getLogger(EjectionWatch.class.getName());

  private final Map<Cause, LongAdder> ejections = new EnumMap<>(Cause.class);
  private final LongAdder panics = new LongAdder();

  EjectionWatch(MeshMeters meters) {
    for (Cause cause : Cause.values()) {
      ejections.put(cause, new LongAdder());
    }
    meters.register(
        all -> {
          ejections.forEach(
              (cause, count) ->
                  FunctionCounter.builder(MeterNames.EJECTIONS, count, LongAdder::sum)
                      .tag(MeterNames.REASON, cause.name().toLowerCase(Locale.ROOT))
                      .register(all));
          FunctionCounter.builder(MeterNames.PANICS, panics, LongAdder::sum).register(all);
        });
  }

  @Override
  public void onEjected(ServiceKey service, String endpoint, Cause cause, String why, long millis) {
    ejections.get(cause).increment();
    String text = "{0} gets no calls of {1} for {2} ms: {3}";
    LOG.log(Level.WARNING, text, endpoint, service, String.valueOf(millis), why);
  }

  @Override
  public void onReturned(ServiceKey service, String endpoint) {
    LOG.log(Level.INFO, "{0} gets calls of {1} again", endpoint, service);
  }

  @Override
  public void onPanic(ServiceKey service, boolean begins) {
    if (begins) {
      panics.increment();
      LOG.log(Level.WARNING, "most endpoints of {0} seem sick: none is left out for it", service);
    } else {
      LOG.log(Level.INFO, "most endpoints of {0} are well again", service);
    }
  }
}
