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
  default void onConnected() {}

  /** In the order of their names; empty while nobody knows. */
  List<ServiceKey> list();

  /** With their types, as far as they're known. */
  default List<String> methods(ServiceKey service) {
    return List.of();
  }

  /** How the services are known, or why they aren't, for a person to read. */
  String how();

  /** Calls that it can have at once, as it tells itself; 0 if it doesn't. */
  default int threads() {
    return 0;
  }

  /** The application that it registers as, as it tells itself; empty if it doesn't. */
  default String application() {
    return "";
  }

  /** Asks no more. */
  default Future<Void> close() {
    return Future.succeededFuture();
  }

  /**
   * Those of a provider that can't be asked: somebody else has to name them.
   *
   * @param how why not, for a person to read
   */
  static ServedServices untold(String how) {
    return new ServedServices() {
      @Override
      public Future<Void> start() {
        return Future.succeededFuture();
      }

      @Override
      public List<ServiceKey> list() {
        return List.of();
      }

      @Override
      public String how() {
        return how;
      }
    };
  }
}
