package dev.vertxmesh.backend;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import java.util.List;

/** The owner of a back end: what it knows of the provider. May be asked on any thread. */
public interface BackendOwner {

  /** The provider, for a person to read, such as {@code dubbo 127.0.0.1:20880}. */
  String where();

  HostPort address();

  /**
   * Whether somebody else says which services count, so that the provider needn't be asked. Asked
   * each time: a registry may change its mind.
   */
  boolean isNamed();

  /** What to do where the provider doesn't tell, such as {@code name it with --service}. */
  String advice();

  /** Whether any event loop has a connection; while none has, its silence is no surprise. */
  boolean isConnected();

  /**
   * What a registry tells of a service's methods and their types; null if nothing. Fast, and
   * another object whenever it tells something else.
   */
  default ServiceTypes types(ServiceKey service) {
    return null;
  }

  /**
   * {@code METHOD.N} of the arguments that the provider calls back, as far as a registry tells.
   * Asked for each call.
   */
  default List<String> calledBack(ServiceKey service) {
    return List.of();
  }

  /** After every answer to what the provider serves, whether or not it's the same as before. */
  void onServed();
}
