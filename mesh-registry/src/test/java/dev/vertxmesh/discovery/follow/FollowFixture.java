package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** A watcher on a registry and a time by hand. */
abstract class FollowFixture {

  static final String ORDERS = "com.x.Orders";
  static final String USERS = "com.x.Users";
  static final long HOUR = 3_600_000;

  @TempDir Path folder;
  final HandStore store = new HandStore();
  final HandTime time = new HandTime();
  SnapshotPublisher snapshots;
  FollowWatcher watcher = watcher(true);

  FollowWatcher watcher(boolean isHere) {
    RegistryThread worker = time.thread();
    snapshots = new SnapshotPublisher();
    Path file = folder == null ? null : folder.resolve("snapshot.json");
    return new FollowWatcher(
        store,
        store,
        null,
        worker,
        snapshots,
        new FollowOptions("test", 10, file, isHere, true, true));
  }

  Promise<Void> follow(String name) {
    return follow(ServiceKey.of(name));
  }

  Promise<Void> follow(ServiceKey service) {
    Promise<Void> known = Promise.promise();
    watcher.follow(service, known);
    time.pass(100);
    return known;
  }

  void begin() {
    watcher.begin();
    time.pass(100);
  }

  List<String> instances() {
    return watcher.instances().stream()
        .map(one -> one.id() + " " + one.services())
        .sorted()
        .toList();
  }

  static Map<String, String> provider(String... urls) {
    Map<String, String> entries = new HashMap<>();
    for (String url : urls) {
      entries.put(url, "");
    }
    return entries;
  }

  static String instance(String host, int port, String revision) {
    JsonObject metadata =
        new JsonObject()
            .put("dubbo.metadata.revision", revision)
            .put("dubbo.metadata.storage-type", "remote");
    return new JsonObject()
        .put("address", host)
        .put("port", port)
        .put("payload", new JsonObject().put("metadata", metadata))
        .encode();
  }

  static String metadata(String name, int port) {
    JsonObject service =
        new JsonObject().put("name", name).put("protocol", "dubbo").put("port", port);
    return new JsonObject()
        .put("services", new JsonObject().put(name + ":dubbo", service))
        .encode();
  }
}
