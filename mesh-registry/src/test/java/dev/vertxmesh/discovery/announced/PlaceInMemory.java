package dev.vertxmesh.discovery.announced;

import dev.vertxmesh.discovery.etcd.KeyStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What stands where, by hand. */
final class PlaceInMemory implements ApplicationPlace, KeyStore {
  static final long GRANT = 7;

  final List<String> notes = new ArrayList<>();
  final Map<String, String> metadata = new HashMap<>();
  final Map<String, String> mappings = new HashMap<>();
  final Map<String, String> entries = new HashMap<>();
  List<String> meanwhile = List.of();
  boolean isAlwaysChanged;
  Promise<Void> slow;
  Promise<Void> deleting;

  @Override
  public KeyStore instances() {
    return this;
  }

  @Override
  public String entry(AnnouncedApplication application) {
    return application.ofCurator().encode();
  }

  @Override
  public Future<Void> putMetadata(AnnouncedApplication application) {
    String revision = application.revision();
    notes.add("metadata " + revision);
    metadata.put(revision, application.metadata());
    return slow == null ? Future.succeededFuture() : slow.future();
  }

  @Override
  public Future<Boolean> hasMetadata(AnnouncedApplication application) {
    return Future.succeededFuture(metadata.containsKey(application.revision()));
  }

  @Override
  public Future<Void> removeMetadata(AnnouncedApplication application) {
    String revision = application.revision();
    notes.add("not " + revision);
    metadata.remove(revision);
    return Future.succeededFuture();
  }

  @Override
  public Future<Mapping> mapping(String interfaceName) {
    if (interfaceName.equals("..")) {
      throw new IllegalArgumentException("relative paths not allowed");
    }
    String text = mappings.getOrDefault(interfaceName, "");
    return Future.succeededFuture(new Mapping(text, text));
  }

  @Override
  public Future<Boolean> map(String interfaceName, Mapping before, String text) {
    if (!meanwhile.isEmpty()) {
      mappings.put(interfaceName, meanwhile.get(0));
      meanwhile = meanwhile.subList(1, meanwhile.size());
    }
    if (isAlwaysChanged || !before.version().equals(mappings.getOrDefault(interfaceName, ""))) {
      return Future.succeededFuture(false);
    }
    notes.add("mapping " + interfaceName);
    mappings.put(interfaceName, text);
    return Future.succeededFuture(true);
  }

  @Override
  public Future<Long> grant() {
    return Future.succeededFuture(GRANT);
  }

  @Override
  public Future<Void> put(long grant, String name, String value) {
    notes.add("instance " + name);
    entries.put(name, value);
    return Future.succeededFuture();
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    Map<String, Held> held = new HashMap<>();
    entries.forEach((name, value) -> held.put(name, new Held(value, true)));
    return Future.succeededFuture(Optional.of(held));
  }

  @Override
  public Future<Void> delete(String name) {
    entries.remove(name);
    return deleting == null ? Future.succeededFuture() : deleting.future();
  }

  @Override
  public Future<Void> revoke(long grant) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Listing> list() {
    return Future.succeededFuture(new Listing(Map.of(), 0));
  }

  @Override
  public Future<Long> revision() {
    return Future.succeededFuture(0L);
  }

  @Override
  public Watching watch(long revision, Watcher watcher) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
