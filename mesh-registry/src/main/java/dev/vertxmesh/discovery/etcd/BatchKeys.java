package dev.vertxmesh.discovery.etcd;

import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The keys of several instances at a time, in a store and as a layout has them. Keeps nothing. */
record BatchKeys(KeyStore store, Layout layout) {

  /** Completes when all are there, and fails for the first that isn't. */
  Future<Void> put(List<LeasedRegistration> some, long grant) {
    return each(some, one -> store.put(grant, one.name(), one.value(grant)));
  }

  /** Completes when others have been told of all, and fails for the first of whom they weren't. */
  Future<Void> leave(List<LeasedRegistration> some, long grant) {
    return grant == KeyStore.NO_GRANT
        ? Future.succeededFuture()
        : each(some, one -> leave(one.name(), grant));
  }

  private Future<Void> leave(String name, long grant) {
    return layout
        .tombstone()
        .map(tombstone -> store.put(grant, name, tombstone).compose(said -> store.delete(name)))
        .orElseGet(() -> store.delete(name));
  }

  /** As {@link KeyStore#keepAlive}. */
  Future<Optional<Map<String, KeyStore.Held>>> keepAlive(
      List<LeasedRegistration> some, long grant) {
    return store.keepAlive(grant, some.stream().map(LeasedRegistration::name).toList());
  }

  private static Future<Void> each(
      List<LeasedRegistration> some, Function<LeasedRegistration, Future<Void>> operation) {
    return Future.join(some.stream().map(operation).toList()).mapEmpty();
  }
}
