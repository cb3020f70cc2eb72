package dev.vertxmesh.provider;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.FunctionCounter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens between this agent and its provider, and logs when it is lost and found. */
final class BridgeWatch implements BackendObserver {

  private static final Logger LOG = System.getLogger(BridgeWatch.class.getName());

  private final String where;
  private final LongAdder connects = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder unknownResponses = new LongAdder();
  private final Runnable onConnected;
  private String lastProblem = "";
  private boolean started;

  /**
   * @param where the provider, for a person to read
   * @param onConnected run whenever an event loop has connected
   */
  BridgeWatch(String where, MeshMeters meters, Runnable onConnected) {
    this.where = where;
    this.onConnected = onConnected;
    count(meters, MeterNames.BRIDGE_CONNECTS, connects);
    count(meters, MeterNames.BRIDGE_BYTES_IN, bytesRead);
    count(meters, MeterNames.BRIDGE_BYTES_OUT, bytesWritten);
    count(meters, MeterNames.BRIDGE_UNKNOWN, unknownResponses);
  }

  private static void count(MeshMeters meters, String name, LongAdder adder) {
    meters.register(
        registry -> FunctionCounter.builder(name, adder, LongAdder::sum).register(registry));
  }

  @Override
  public void onConnected(boolean again) {
    connects.increment();
    synchronized (this) {
      lastProblem = "";
    }
    LOG.log(Level.INFO, again ? "{0}: connected again" : "{0}: connected", where);
    onConnected.run(); // not under the lock: it may be a plugin's
  }

  /** Each attempt tells its own failure; a log that repeats it every second helps nobody. */
  @Override
  public synchronized void onDisconnected(String reason) {
    if (!reason.equals(lastProblem)) {
      lastProblem = reason;
      warn();
    }
  }

  /** Until then nothing is said: a start that fails has only one thing to say. */
  synchronized void onStarted() {
    started = true;
    warn();
  }

  private void warn() {
    if (started && !lastProblem.isEmpty()) {
      LOG.log(Level.WARNING, "{0}: not connected: {1}", where, lastProblem);
    }
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
  public void onUnknownResponse(long id) {
    unknownResponses.increment();
  }
}
