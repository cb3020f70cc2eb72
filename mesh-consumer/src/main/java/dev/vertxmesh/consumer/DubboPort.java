package dev.vertxmesh.consumer;

import dev.vertxmesh.ingress.dubbo.IngressObserver;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens on the port for Dubbo consumers, and logs when one is left. */
final class DubboPort implements IngressObserver {

  private static final Logger LOG = System.getLogger(DubboPort.class.getName());

  private final LongAdder open = new LongAdder();
  private final LongAdder connects = new LongAdder();
  private final LongAdder drops = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();

  DubboPort(MeshMeters meters) {
    meters.register(
        all -> {
          Gauge.builder(MeterNames.DUBBO_CONNECTIONS, open, LongAdder::sum).register(all);
          FunctionCounter.builder(MeterNames.DUBBO_CONNECTS, connects, LongAdder::sum)
              .register(all);
          FunctionCounter.builder(MeterNames.DUBBO_DROPS, drops, LongAdder::sum).register(all);
          FunctionCounter.builder(MeterNames.DUBBO_BYTES_IN, bytesRead, LongAdder::sum)
              .register(all);
          FunctionCounter.builder(MeterNames.DUBBO_BYTES_OUT, bytesWritten, LongAdder::sum)
              .register(all);
        });
  }

  @Override
  public void onConnected() {
    open.increment();
    connects.increment();
  }

  @Override
  public void onDisconnected() {
    open.decrement();
  }

  @Override
  public void onBytesRead(int count) {
    bytesRead.add(count);
  }

  @Override
  public void onBytesWritten(int count) {
    bytesWritten.add(count);
  }

  @Override
  public void onDropped(String remote, String reason) {
    drops.increment();
    LOG.log(Level.WARNING, "dubbo consumer {0}: connection closed: {1}", remote, reason);
  }
}
