package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.dubbo.DubboStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Whether a provider answers {@code $echo}, which goes through its thread pool as calls do: a
 * connection that is open, and even one with heartbeats, says nothing about that. Asks one service
 * after the other, one at a time.
 */
final class EchoWatch implements SpeechProbe.Answer {

  /** One answer may be late. */
  private static final int PATIENCE = 2;

  private final Supplier<List<ServiceKey>> services;
  private final Set<ServiceKey> missing = new HashSet<>();
  private int next;
  private int ticksWithout;
  private ServiceKey asked;
  private volatile String problem;

  /**
   * @param services that the provider is to have
   */
  EchoWatch(Supplier<List<ServiceKey>> services) {
    this.services = services;
  }

  /** Null if there's none that is known; may be asked from anywhere. */
  String problem() {
    return problem;
  }

  /** A connection is new: what was known of the last is void. */
  void onConnected() {
    asked = null;
    ticksWithout = 0;
    missing.clear();
    problem = null;
  }

  /**
   * Time to ask.
   *
   * @return the service to ask, or null if an answer is still due or there's none to ask
   */
  ServiceKey onTick() {
    List<ServiceKey> all = services.get();
    missing.retainAll(all);
    if (asked != null) {
      ticksWithout++;
      judge(all);
      return null;
    } else if (all.isEmpty()) {
      return null;
    }
    asked = all.get(next++ % all.size());
    return asked;
  }

  @Override
  public void came(int status, boolean attaches) {
    ticksWithout = 0;
    if (status == DubboStatus.OK.code()) {
      missing.remove(asked);
    } else if (status != DubboStatus.THREAD_POOL_EXHAUSTED.code()) { // it's busy, but alive
      missing.add(asked);
    }
    asked = null;
    judge(services.get());
  }

  @Override
  public void lost(CallFailure cause) {
    onConnected();
  }

  private void judge(List<ServiceKey> all) {
    if (ticksWithout >= PATIENCE) {
      problem = "the provider doesn't answer $echo";
    } else if (!all.isEmpty() && missing.containsAll(all)) {
      problem = "the provider has none of its services: " + all.get(0) + " doesn't answer $echo";
    } else {
      problem = null;
    }
  }
}
