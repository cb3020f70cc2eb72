package dev.vertxmesh.provider;

import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import java.util.Set;

/**
 * What one event loop has of its provider. Used on that loop, but for what says how it stands,
 * which may be asked on any thread.
 */
interface Bridge extends Caller {

  boolean isConnected();

  /** How it stands with the provider, for a person to read. */
  String state();

  /** Why calls can't be answered although there's a connection; null if nothing is known. */
  String problem();

  /** The services that the provider answers for. */
  Set<ServiceKey> answering();

  /** In which it takes requests, if there's a choice; empty until that's known. */
  String serialization();

  /** It may serve others than before: on the event loop. */
  void onServices();

  Future<Void> close();
}
