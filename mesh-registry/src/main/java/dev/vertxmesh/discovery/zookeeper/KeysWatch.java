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

  /** An answer that takes longer comes of a server that stood still. */
  private static final long STOOD_STILL_NANOS = 1_500_000_000L;

  private final Session session;
  private final AtomicLong asked;
  private final KeyStore.Watcher watcher;
  private final ChildrenWatch nodes;
  private final String tombstone;
  private Map<String, String> known;

  /**
   * @param tombstone what is told of a name that has gone, before that, while ZooKeeper is well:
   *     what stood there for a moment only nobody may have seen
   * @param known what was listed
   * @param asked how often somebody has asked how far it is
   */
  KeysWatch(
      Session session,
      String folder,
      String tombstone,
      Map<String, String> known,
      AtomicLong asked,
      KeyStore.Watcher watcher) {
    this.session = session;
    this.tombstone = tombstone;
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
        if (session.isBelieved()) {
          changes.add(new KeyStore.Change(name, tombstone));
        }
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
    long askedAt = System.nanoTime();
    session
        .client()
        .sync(
            "/",
            (code, path, context) -> {
              if (System.nanoTime() - askedAt > STOOD_STILL_NANOS) {
                session.doubt();
              }
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
