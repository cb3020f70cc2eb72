package dev.vertxmesh.provider;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeterNames;
import io.micrometer.core.instrument.FunctionCounter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counts what happens between this agent and its provider, and knows why it was lost last. */
final class BridgeWatch implements BackendObserver {

  private static final Logger LOG = System.getLogger(BridgeWatch.class.getName());

  /** After the same problem it's said so rarely that it has connected again. */
  private static final long REPEAT_NANOS = 60_000_000_000L;

  private final String where;
  private final LongAdder connects = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder unknownResponses = new LongAdder();
  private final Runnable onConnected;
  private final Runnable onChange;
  private final LongSupplier nanoClock;
  private volatile String lastProblem = "";
  private String toldAfter = "";
  private long toldAt;

  /**
   * @param where the provider, for a person to read
   * @param onConnected run whenever an event loop has connected
   * @param onChange run after that, and whenever one has lost its connection, or can't have one
   * @param nanoClock for how often it says that it has connected again
   */
  BridgeWatch(
      String where,
      MeshMeters meters,
      Runnable onConnected,
      Runnable onChange,
      LongSupplier nanoClock) {
    this.where = where;
    this.nanoClock = nanoClock;
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
    if (!again) {
      LOG.log(Level.INFO, "{0}: connected", where);
    } else if (isNews(lastProblem)) {
      LOG.log(Level.INFO, "{0}: connected again", where);
    }
    lastProblem = "";
    onConnected.run();
    onChange.run();
  }

  /** Something that takes connections and isn't the provider would fill the log. */
  private synchronized boolean isNews(String overcome) {
    long now = nanoClock.getAsLong();
    boolean news = !overcome.equals(toldAfter) || now - toldAt >= REPEAT_NANOS;
    if (news) {
      toldAfter = overcome;
      toldAt = now;
    }
    return news;
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
