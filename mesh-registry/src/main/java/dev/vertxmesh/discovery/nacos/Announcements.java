package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.etcd.KeyStore.Held;
import dev.vertxmesh.discovery.etcd.LeaseLostException;
import dev.vertxmesh.discovery.nacos.wire.NacosFailure;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who is announced from here: instances of Nacos', each bound to the connection that it was
 * registered over, which is the grant. A connection has at most one in a service. May be used on
 * any thread.
 */
final class Announcements {

  /** An instance of Nacos'. */
  record Host(String service, String ip, int port, Map<String, String> metadata) {}

  private record Put(long connection, String value, List<Host> hosts) {}

  private final NacosSession session;
  private final Map<String, Put> held = new HashMap<>();

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
    List<Host> before = remember(name, new Put(connection, value, hosts), connection);
    Future<Void> done = Future.succeededFuture();
    for (Host host : hosts) {
      done = done.compose(nothing -> ask(host, "registerInstance"));
    }
    List<String> now = hosts.stream().map(Host::service).toList();
    for (Host host : before) {
      if (!now.contains(host.service)) {
        done = done.compose(nothing -> ask(host, "deregisterInstance"));
      }
    }
    return done;
  }

  /** One of those that stand under a name; null for none. */
  synchronized Host first(String name) {
    Put put = held.get(name);
    return put == null ? null : put.hosts.get(0);
  }

  private synchronized List<Host> remember(String name, Put put, long connection) {
    Put before = held.put(name, put);
    return before == null || before.connection != connection ? List.of() : before.hosts;
  }

  private Future<Void> ask(Host host, String what) {
    JsonObject metadata = new JsonObject();
    host.metadata.forEach(metadata::put);
    JsonObject instance =
        new JsonObject()
            .put("ip", host.ip)
            .put("port", host.port)
            .put("weight", 1.0)
            .put("healthy", true)
            .put("enabled", true)
            .put("ephemeral", true)
            .put("clusterName", "DEFAULT")
            .put("metadata", metadata);
    JsonObject request =
        session.place().service(host.service).put("type", what).put("instance", instance);
    return session.client().ask("InstanceRequest", request).mapEmpty();
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
    Future<Void> done = Future.succeededFuture();
    for (Host host : put.hosts) {
      done = done.compose(nothing -> ask(host, "deregisterInstance"));
    }
    return done.recover(
        e -> e instanceof NacosFailure ? Future.failedFuture(e) : Future.succeededFuture());
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
