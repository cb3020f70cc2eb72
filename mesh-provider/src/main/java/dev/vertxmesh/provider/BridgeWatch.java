package dev.vertxmesh.provider;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.FunctionCounter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens between this agent and its provider, and knows why it was lost last. */
final class BridgeWatch implements BackendObserver {

  private static final Logger LOG = System.getLogger(BridgeWatch.class.getName());

  private final String where;
  private final LongAdder connects = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder unknownResponses = new LongAdder();
  private final Runnable onConnected;
  private final Runnable onChange;
  private volatile String lastProblem = "";

  /**
   * @param where the provider, for a person to read
   * @param onConnected run whenever an event loop has connected
   * @param onChange run after that, and whenever one has lost its connection, or can't have one
   */
  BridgeWatch(String where, MeshMeters meters, Runnable onConnected, Runnable onChange) {
    this.where = where;
    this.onConnected = onConnected;
    this.onChange = onChange;
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
    lastProblem = "";
    LOG.log(Level.INFO, again ? "{0}: connected again" : "{0}: connected", where);
    onConnected.run();
    onChange.run();
  }

  @Override
  public void onDisconnected(String reason) {
    lastProblem = reason;
    onChange.run();
  }

  /** Why there's no connection; empty if there's one, or was none yet. */
  String lastProblem() {
    return lastProblem;
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
