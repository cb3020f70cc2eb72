package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.LeaseLostException;
import dev.vertxmesh.discovery.follow.FollowedStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooKeeper;

/**
 * A folder of nodes in ZooKeeper: a grant is a session, and what is bound to it is ephemeral. How
 * far it has come is counted by those who asked.
 */
final class ZooKeeperKeys implements KeyStore {

  private static final int ANY_VERSION = -1;

  private final Session session;
  private final Nodes nodes;
  private final String folder;
  private final String tombstone;
  private final AtomicLong asked = new AtomicLong();
  private volatile Map<String, String> listed = Map.of();

  /**
   * @param folder without a slash at its end
   * @param tombstone what stands under the name of one who leaves; null if nothing ever does
   */
  ZooKeeperKeys(Session session, String folder, String tombstone) {
    this.session = session.join();
    this.nodes = new Nodes(session);
    this.folder = folder;
    this.tombstone = tombstone;
  }

  private String path(String name) {
    return folder + "/" + name;
  }

  private ZooKeeper client() {
    return session.client();
  }

  @Override
  public Future<Listing> list() {
    Promise<Listing> listing = Promise.promise();
    long upTo = asked.get();
    Reading reading = new Reading(listing, upTo);
    client().sync("/", (code, path, context) -> reading.begin(code), null);
    return listing.future().onSuccess(all -> listed = all.entries()).recover(session::explained);
  }

  /** One listing: a watch that ends when it has told once. */
  private final class Reading implements FollowedStore.Listener {
    private final Promise<Listing> listing;
    private final long upTo;
    private final ChildrenWatch watch = new ChildrenWatch(session, folder, true, this);

    Reading(Promise<Listing> listing, long upTo) {
      this.listing = listing;
      this.upTo = upTo;
    }

    void begin(int code) {
      if (Code.get(code) == Code.OK) {
        watch.begin();
      } else {
        listing.tryFail(session.failure(code, folder));
      }
    }

    @Override
    public void onEntries(Map<String, String> entries) {
      if (listing.tryComplete(new Listing(entries, upTo))) {
        watch.end();
      }
    }

    @Override
    public void onRefusal(Throwable cause) {
      if (listing.tryFail(cause)) {
        watch.end();
      }
    }
  }

  @Override
  public Future<Long> revision() {
    return Future.succeededFuture(asked.incrementAndGet());
  }

  @Override
  public Watching watch(long revision, Watcher watcher) {
    return new KeysWatch(session, folder, tombstone, listed, asked, watcher);
  }

  @Override
  public Future<Long> grant() {
    Promise<Long> grant = Promise.promise();
    ZooKeeper client = client();
    client.exists(
        "/",
        false,
        (code, path, context, stat) -> {
          if (Code.get(code) == Code.OK) {
            grant.complete(client.getSessionId());
          } else {
            grant.fail(session.failure(code, path));
          }
        },
        null);
    return grant.future();
  }

  @Override
  public Future<Void> put(long grant, String name, String value) {
    if (client().getSessionId() != grant) {
      return Future.failedFuture(new LeaseLostException("the session is another one"));
    }
    String path = path(name);
    return nodes
        .get(path)
        .compose(
            there -> {
              if (there.isEmpty()) {
                return nodes.create(path, value, CreateMode.EPHEMERAL);
              }
              return there.get().stat().getEphemeralOwner() == grant
                  ? nodes.set(path, value, ANY_VERSION).mapEmpty()
                  : delete(name) // that of a session before this one
                      .compose(gone -> nodes.create(path, value, CreateMode.EPHEMERAL));
            });
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    ZooKeeper client = client();
    if (client.getSessionId() != grant) {
      return Future.succeededFuture(Optional.empty());
    }
    Map<String, Future<Optional<Nodes.Node>>> looks = new HashMap<>();
    names.forEach(name -> looks.put(name, nodes.get(path(name))));
    return Future.all(List.copyOf(looks.values()))
        .map(
            all -> {
              Map<String, Held> held = new HashMap<>();
              looks.forEach(
                  (name, look) ->
                      look.result()
                          .ifPresent(
                              node ->
                                  held.put(
                                      name,
                                      new Held(
                                          node.value(),
                                          node.stat().getEphemeralOwner() == grant))));
              return Optional.of(held);
            });
  }

  @Override
  public Future<Void> delete(String name) {
    return nodes.delete(path(name));
  }

  /** What is left of it ends with the session. */
  @Override
  public Future<Void> revoke(long grant) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> close() {
    return session.leave();
  }
}
