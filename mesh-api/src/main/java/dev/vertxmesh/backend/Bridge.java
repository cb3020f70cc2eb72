package dev.vertxmesh.backend;

import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What one event loop has of its provider. Used on that loop, but for what says how it stands,
 * which may be asked on any thread.
 */
public interface Bridge extends Caller {

  boolean isConnected();

  /** How it stands with the provider, for a person to read. */
  String state();

  /**
   * From the next connection on the provider is asked again and again whether it answers. Who never
   * says so learns only from calls how it is.
   *
   * @param services that it is to answer for
   * @param onAnswering run on the event loop when it answers for others of them than before
   */
  void watch(Supplier<List<ServiceKey>> services, Runnable onAnswering);

  /** Why calls can't be answered although there's a connection; null if nothing is known. */
  default String problem() {
    return null;
  }

  /** The watched services that the provider answers for. */
  Set<ServiceKey> answering();

  /** In which it takes requests, if there's a choice; empty until that's known. */
  default String serialization() {
    return "";
  }

  /** The watched services may be others than before: on the event loop. */
  default void onServices() {}

  /** Ends all connections; calls in flight fail. */
  Future<Void> close();
}
