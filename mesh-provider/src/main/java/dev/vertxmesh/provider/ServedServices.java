package dev.vertxmesh.provider;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import java.util.List;

/**
 * What the provider serves: what the options name, or else what it tells itself. May be asked on
 * any thread.
 */
interface ServedServices {

  /** Completes when the services are known, or the provider was asked once in vain. */
  Future<Void> start();

  /** The provider that is there now may be another than before. */
  void onConnected();

  boolean contains(ServiceKey service);

  /** In the order of their names; empty while nobody knows. */
  List<ServiceKey> list();

  /** With their types, as far as they're known. */
  List<String> methods(ServiceKey service);

  boolean isKnown();

  /** How the services are known, or why they aren't, for a person to read. */
  String how();

  /** Calls that it can have at once, as it tells itself; 0 if it doesn't. */
  int threads();

  Future<Void> close();
}
