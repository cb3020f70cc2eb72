package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.etcd.KeyStore.Held;
import dev.vertxmesh.discovery.etcd.LeaseLostException;
import dev.vertxmesh.discovery.nacos.wire.NacosFailure;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who is announced from here: instances of Nacos', each bound to the connection that it was
 * registered over, which is the grant. What a connection has in a service is told as a whole, since
 * a server takes what it's told last for all there is. May be used on any thread.
 */
final class Announcements {

  /** An instance of Nacos'. */
  record Host(String service, String ip, int port, Map<String, String> metadata) {

    private JsonObject json() {
      JsonObject words = new JsonObject();
      metadata.forEach(words::put);
      return new JsonObject()
          .put("ip", ip)
          .put("port", port)
          .put("weight", 1.0)
          .put("healthy", true)
          .put("enabled", true)
          .put("ephemeral", true)
          .put("clusterName", "DEFAULT")
          .put("metadata", words);
    }
  }

  /** After a server has refused to take one out. */
  private static final long AGAIN_MILLIS = 3_000;

  private record Put(long connection, String value, List<Host> hosts) {}

  private final NacosSession session;
  private final Map<String, Put> held = new HashMap<>();

  /** What is being told last of a service: who has more to tell waits for that. */
  private final Map<String, Future<Void>> telling = new HashMap<>();

  Announcements(NacosSession session) {
    this.session = session;
  }

  Future<Long> grant() {
    return session.client().connect();
  }

  /**
   * Puts them into their services, and takes those away that stood under the name before and aren't
   * among them.
   */
  Future<Void> put(long connection, String name, String value, List<Host> hosts) {
    if (!session.client().isConnected(connection)) {
      return Future.failedFuture(new LeaseLostException("the connection was lost"));
    }
    Future<Void> done = Future.succeededFuture();
    for (Host host : remember(name, new Put(connection, value, hosts), connection)) {
      done = done.compose(told -> tell(host, connection));
    }
    return done;
  }

  /** One of those that stand under a name; null for none. */
  synchronized Host first(String name) {
    Put put = held.get(name);
    return put == null ? null : put.hosts.get(0);
  }

  /** One of each service that has to be told. */
  private synchronized Iterable<Host> remember(String name, Put put, long connection) {
    Put before = held.put(name, put);
    Map<String, Host> changed = new LinkedHashMap<>();
    put.hosts.forEach(host -> changed.put(host.service, host));
    if (before != null && before.connection == connection) {
      before.hosts.forEach(host -> changed.putIfAbsent(host.service, host));
    }
    return changed.values();
  }

  /**
   * Has a service told of all that are in it now.
   *
   * @param one that is in it, or was
   */
  private synchronized Future<Void> tell(Host one, long connection) {
    Future<Void> told =
        telling
            .getOrDefault(one.service, Future.succeededFuture())
            .transform(before -> register(one, connection));
    telling.put(one.service, told);
    return told.onComplete(done -> forget(one.service, told));
  }

  private synchronized void forget(String service, Future<Void> told) {
    telling.remove(service, told);
  }

  /** All that are in a service now, or that nobody is. */
  private Future<Void> register(Host one, long connection) {
    List<Host> all = in(one.service, connection);
    JsonObject request = session.place().service(one.service);
    if (all.size() > 1) {
      JsonArray instances = new JsonArray();
      all.forEach(host -> instances.add(host.json()));
      request.put("type", "batchRegisterInstance").put("instances", instances);
      return session.client().ask("BatchInstanceRequest", request).mapEmpty();
    }
    request
        .put("type", all.isEmpty() ? "deregisterInstance" : "registerInstance")
        .put("instance", all.isEmpty() ? one.json() : all.get(0).json());
    return session.client().ask("InstanceRequest", request).mapEmpty();
  }

  private synchronized List<Host> in(String service, long connection) {
    return held.values().stream()
        .filter(put -> put.connection == connection)
        .flatMap(put -> put.hosts.stream())
        .filter(host -> host.service.equals(service))
        .toList();
  }

  /** Empty if the connection isn't there any more. */
  Future<Optional<Map<String, Held>>> keepAlive(long connection, Collection<String> names) {
    return session
        .probe()
        .map(
            alive ->
                session.client().isConnected(connection)
                    ? Optional.of(heldBy(connection, Set.copyOf(names)))
                    : Optional.empty());
  }

  private synchronized Map<String, Held> heldBy(long connection, Set<String> names) {
    Map<String, Held> found = new HashMap<>();
    held.forEach(
        (name, put) -> {
          if (put.connection == connection && names.contains(name)) {
            found.put(name, new Held(put.value, true));
          }
        });
    return found;
  }

  Future<Void> delete(String name) {
    Put put;
    synchronized (this) {
      put = held.remove(name);
    }
    if (put == null || !session.client().isConnected(put.connection)) {
      return Future.succeededFuture();
    }
    List<Future<Void>> told =
        put.hosts.stream().map(host -> takeOut(host, put.connection)).toList();
    return Future.join(told)
        .<Void>mapEmpty()
        .recover(
            e -> e instanceof NacosFailure ? Future.failedFuture(e) : Future.succeededFuture());
  }

  /**
   * What a server refuses now it may not a while later; else the instance would stay there for as
   * long as the connection does.
   */
  private Future<Void> takeOut(Host host, long connection) {
    return tell(host, connection)
        .onFailure(
            e -> {
              if (e instanceof NacosFailure) {
                session.worker().after(AGAIN_MILLIS, () -> takeOutAgain(host, connection));
              }
            });
  }

  private void takeOutAgain(Host host, long connection) {
    if (session.client().isConnected(connection)) {
      takeOut(host, connection);
    }
  }

  Future<Void> revoke(long connection) {
    List<String> names = new ArrayList<>();
    synchronized (this) {
      held.forEach(
          (name, put) -> {
            if (put.connection == connection) {
              names.add(name);
            }
          });
    }
    return Future.join(names.stream().map(this::delete).toList()).mapEmpty();
  }
}
