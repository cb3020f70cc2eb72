package dev.vertxmesh.backend;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import java.util.List;

/** What a provider says that it serves. May be asked on any thread. */
public interface ServedServices {

  /**
   * Begins to ask; at once and whenever it may have changed. A provider whose services somebody
   * else names need not be asked.
   *
   * @return completes when the services are known, or the provider was asked once in vain
   */
  Future<Void> start();

  /** The provider that is there now may be another than before. */
  void onConnected();

  /** In the order of their names; empty while nobody knows. */
  List<ServiceKey> list();

  /** With their types, as far as they're known. */
  List<String> methods(ServiceKey service);

  /** How the services are known, or why they aren't, for a person to read. */
  String how();

  /** Calls that it can have at once, as it tells itself; 0 if it doesn't. */
  int threads();

  /** Asks no more. */
  Future<Void> close();
}
