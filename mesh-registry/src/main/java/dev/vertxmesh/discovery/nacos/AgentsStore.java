package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.nacos.AgentParts.Part;
import dev.vertxmesh.discovery.nacos.Announcements.Host;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The agents' own entries in a Nacos, each in {@link AgentParts}. The services that the parts stand
 * in are subscribed to as far as there are entries of so many. Its state is the worker's.
 */
final class AgentsStore implements KeyStore {

  /** Nacos doesn't count its changes. */
  private static final long REVISION = 1;

  /** A server pushes half a second late: what stands there for less, nobody is told of. */
  static final long TOMBSTONE_MILLIS = 1_500;

  private final NacosSession session;
  private final Announcements announcements;
  private final List<Service> services = new ArrayList<>();
  private final List<Promise<Listing>> waiting = new ArrayList<>();
  private Map<String, String> known = Map.of();
  private Map<String, String> told = Map.of();
  private Watcher watcher;

  /** Under which names a tombstone stands. May be used on any thread. */
  private final Set<String> leaving = ConcurrentHashMap.newKeySet();

  /**
   * @param session one of its users
   */
  AgentsStore(NacosSession session) {
    this.session = session;
    this.announcements = new Announcements(session);
  }

  private final class Service implements EntryListener {
    private final String name = AgentParts.service(services.size() + 1);
    private Map<String, Part> parts;

    @Override
    public void onEntries(Map<String, String> entries) {
      Map<String, Part> read = new HashMap<>();
      entries.values().forEach(entry -> read(entry, read));
      parts = read;
      assemble();
    }

    @Override
    public void onLoss(Throwable cause) {
      services.forEach(service -> service.parts = null);
      end(cause);
    }

    @Override
    public void onRefusal(Throwable cause) {
      end(cause);
    }
  }

  /** One that isn't understood isn't an agent's. */
  private static void read(String entry, Map<String, Part> read) {
    try {
      Part part = Part.of(entry);
      read.put(part.id(), part);
    } catch (IllegalArgumentException e) {
      // somebody else has put it there
    }
  }

  private void end(Throwable cause) {
    List.copyOf(waiting).forEach(one -> one.tryFail(cause));
    waiting.clear();
    Watcher ended = watcher;
    watcher = null;
    if (ended != null) {
      ended.onEnd(cause);
    }
  }

  private void assemble() {
    int needed = 1;
    for (int i = 0; i < needed && i < services.size(); i++) {
      if (services.get(i).parts == null) {
        return; // it will be told
      }
      for (Part part : services.get(i).parts.values()) {
        needed = Math.max(needed, part.parts());
      }
    }
    if (needed > services.size()) {
      follow();
      return;
    }
    Map<String, String> entries = new HashMap<>();
    services.get(0).parts.forEach((id, first) -> whole(id, first, entries));
    known = entries;
    tell();
  }

  /** While its parts are being replaced, it's what it was. */
  private void whole(String id, Part first, Map<String, String> entries) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < first.parts(); i++) {
      Part part = services.get(i).parts.get(id);
      if (part == null || !part.mark().equals(first.mark())) {
        if (known.containsKey(id)) {
          entries.put(id, known.get(id));
        }
        return;
      }
      text.append(part.text());
    }
    entries.put(id, text.toString());
  }

  private void follow() {
    Service next = new Service();
    services.add(next);
    session.subscriptions().add(next.name, next);
  }

  private void tell() {
    List.copyOf(waiting).forEach(one -> one.tryComplete(listing()));
    waiting.clear();
    if (watcher != null) {
      List<Change> changes = changes();
      if (!changes.isEmpty()) {
        watcher.onChanges(changes);
      }
    }
  }

  private Listing listing() {
    told = known;
    return new Listing(known, REVISION);
  }

  private List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    known.forEach(
        (name, text) -> {
          if (!text.equals(told.get(name))) {
            changes.add(new Change(name, text));
          }
        });
    told.keySet().stream()
        .filter(name -> !known.containsKey(name))
        .forEach(name -> changes.add(new Change(name, null)));
    told = known;
    return changes;
  }

  @Override
  public Future<Listing> list() {
    Promise<Listing> listed = Promise.promise();
    session.begin(
        () -> {
          waiting.removeIf(one -> one.future().isComplete());
          waiting.add(listed);
          if (services.isEmpty()) {
            follow();
          } else if (services.stream().allMatch(service -> service.parts != null)) {
            tell();
          }
        });
    return listed.future();
  }

  /** Who asks, calls somebody whom nobody knows yet: a server pushes half a second late. */
  @Override
  public Future<Long> revision() {
    Promise<Long> told = Promise.promise();
    session
        .worker()
        .execute(
            () ->
                Future.join(
                        services.stream()
                            .map(service -> session.subscriptions().refresh(service.name))
                            .toList())
                    .<Long>map(any -> REVISION)
                    .onComplete(told));
    return told.future();
  }

  @Override
  public Watching watch(long revision, Watcher told) {
    session
        .worker()
        .execute(
            () -> {
              watcher = told;
              if (services.stream().anyMatch(service -> service.parts == null)) {
                end(new RegistryFailure("the connection was lost", null));
              } else {
                tell();
              }
            });
    return new Watching() {
      @Override
      public void probe() {
        session.probe().onSuccess(alive -> told.onAlive(REVISION));
      }

      @Override
      public void end() {
        session
            .worker()
            .execute(
                () -> {
                  if (watcher == told) {
                    watcher = null;
                  }
                });
      }
    };
  }

  @Override
  public Future<Long> grant() {
    return announcements.grant();
  }

  @Override
  public Future<Void> put(long grant, String name, String value) {
    JsonObject json = new JsonObject(value);
    String host = json.getString("host");
    try {
      if (host != null) {
        leaving.remove(name);
        return announcements.put(
            grant, name, value, AgentParts.cut(name, value, host, json.getInteger("port")));
      }
      Host before = announcements.first(name); // where it leaves a tombstone
      if (before == null) {
        return Future.succeededFuture();
      }
      leaving.add(name);
      return announcements.put(
          grant, name, value, AgentParts.cut(name, value, before.ip(), before.port()));
    } catch (IllegalArgumentException e) {
      return Future.failedFuture(e);
    }
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    return announcements.keepAlive(grant, names);
  }

  @Override
  public Future<Void> delete(String name) {
    if (!leaving.contains(name)) {
      return announcements.delete(name);
    }
    Promise<Void> pushed = Promise.promise();
    session.worker().after(TOMBSTONE_MILLIS, pushed::complete);
    return pushed
        .future()
        .compose(
            told -> leaving.remove(name) ? announcements.delete(name) : Future.succeededFuture());
  }

  @Override
  public Future<Void> revoke(long grant) {
    return announcements.revoke(grant);
  }

  @Override
  public Future<Void> close() {
    return session.leave();
  }
}
