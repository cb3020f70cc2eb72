package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.net.KeepAlive;
import dev.vertxmesh.net.WriteBatch;
import java.util.function.LongSupplier;

/** Asks a provider that says nothing whether it's there, by Dubbo's own rule. */
final class Heartbeats {

  private final DubboOptions options;
  private final LongSupplier nanoClock;
  private final WriteBatch batch;
  private final ConnectionWriter outgoing;
  private final RequestEncoder requests;
  private final KeepAlive keepAlive;
  private long handedBefore;

  /**
   * @param batch of which is seen what was written
   * @param requests knows in which serialization to ask
   */
  Heartbeats(
      DubboOptions options,
      LongSupplier nanoClock,
      WriteBatch batch,
      ConnectionWriter outgoing,
      RequestEncoder requests) {
    this.options = options;
    this.nanoClock = nanoClock;
    this.batch = batch;
    this.outgoing = outgoing;
    this.requests = requests;
    this.keepAlive = new KeepAlive(options.heartbeatInterval() * 1_000_000L, nanoClock.getAsLong());
  }

  void onRead() {
    keepAlive.onRead(nanoClock.getAsLong());
  }

  /** How often it's to be checked, in milliseconds. */
  int checkMillis() {
    return options.heartbeatInterval() / 3;
  }

  /** Why the provider is believed to be gone; null if it isn't. */
  String check() {
    long now = nanoClock.getAsLong();
    if (batch.handed() != handedBefore) {
      handedBefore = batch.handed();
      keepAlive.onWrite(now);
    }
    switch (keepAlive.check(now)) {
      case ASK -> ask();
      case GIVE_UP -> {
        return "nothing came from the provider for 3 x " + options.heartbeatInterval() + " ms";
      }
      default -> {}
    }
    return null;
  }

  /** Sends a heartbeat, which a provider that is well answers. */
  void ask() {
    outgoing.heartbeat(requests.serialization());
  }
}
