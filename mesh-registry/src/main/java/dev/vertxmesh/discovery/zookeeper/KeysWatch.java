package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.follow.FollowedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.KeeperException.Code;

/** What changes in a folder after a listing. */
final class KeysWatch implements KeyStore.Watching, FollowedStore.Listener {

  private final Session session;
  private final AtomicLong asked;
  private final KeyStore.Watcher watcher;
  private final ChildrenWatch nodes;
  private Map<String, String> known;

  /**
   * @param known what was listed
   * @param asked how often somebody has asked how far it is
   */
  KeysWatch(
      Session session,
      String folder,
      Map<String, String> known,
      AtomicLong asked,
      KeyStore.Watcher watcher) {
    this.session = session;
    this.known = known;
    this.asked = asked;
    this.watcher = watcher;
    this.nodes = new ChildrenWatch(session, folder, true, this);
    nodes.begin();
  }

  @Override
  public synchronized void onEntries(Map<String, String> entries) {
    List<KeyStore.Change> changes = new ArrayList<>();
    for (String name : known.keySet()) {
      if (!entries.containsKey(name)) {
        changes.add(new KeyStore.Change(name, null));
      }
    }
    entries.forEach(
        (name, text) -> {
          if (!text.equals(known.get(name))) {
            changes.add(new KeyStore.Change(name, text));
          }
        });
    known = entries;
    if (!changes.isEmpty()) {
      watcher.onChanges(changes);
    }
  }

  @Override
  public void onRefusal(Throwable cause) {
    watcher.onEnd(cause);
  }

  /** Once a server has all that others have written, it has told of that, too. */
  @Override
  public void probe() {
    long upTo = asked.get();
    session
        .client()
        .sync(
            "/",
            (code, path, context) -> {
              if (Code.get(code) == Code.OK) {
                nodes.whenRead(() -> watcher.onAlive(upTo));
              }
            },
            null);
  }

  @Override
  public void end() {
    nodes.end();
  }
}
