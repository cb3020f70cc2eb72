package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.follow.FollowedStore;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooKeeper;

/** Tells the text of one node; none while it isn't there. */
final class DataWatch extends NodeWatch {

  private final FollowedStore.Listener listener;

  DataWatch(Session session, String path, FollowedStore.Listener listener) {
    super(session, path);
    this.listener = listener;
  }

  @Override
  void read(ZooKeeper client) {
    client.getData(
        path(),
        this,
        (code, path, context, data, stat) -> {
          if (Code.get(code) == Code.OK) {
            tell(data == null ? Map.of() : Map.of("", new String(data, StandardCharsets.UTF_8)));
          } else if (Code.get(code) == Code.NONODE) {
            await(client);
          } else {
            failed(code);
          }
        },
        null);
  }

  private void await(ZooKeeper client) {
    client.exists(
        path(),
        this,
        (code, path, context, stat) -> {
          if (Code.get(code) == Code.NONODE) {
            tell(Map.of());
          } else if (Code.get(code) == Code.OK) { // since a moment ago
            changed();
            done();
          } else {
            failed(code);
          }
        },
        null);
  }

  private void tell(Map<String, String> entries) {
    if (!isEnded()) {
      listener.onEntries(entries);
    }
    done();
  }

  @Override
  void refused(RegistryFailure why) {
    listener.onRefusal(why);
  }
}
