package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.LeaseLostException;
import dev.vertxmesh.discovery.follow.FollowedStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/**
 * A folder of nodes in ZooKeeper: a grant is a session, and what is bound to it is ephemeral. How
 * far it has come is counted by those who asked.
 */
final class ZooKeeperKeys implements KeyStore {

  /** All for whoever has the same user and password, and reading for everybody. */
  private static final List<ACL> OWNED =
      Stream.concat(Ids.CREATOR_ALL_ACL.stream(), Ids.READ_ACL_UNSAFE.stream()).toList();

  private final Session session;
  private final String folder;
  private final String goodbye;
  private final AtomicLong asked = new AtomicLong();
  private volatile Map<String, String> listed = Map.of();

  /**
   * @param folder without a slash at its end
   * @param goodbye what stands under the name of one who leaves; null if nothing ever does
   */
  ZooKeeperKeys(Session session, String folder, String goodbye) {
    this.session = session.join();
    this.folder = folder;
    this.goodbye = goodbye;
  }

  private record Node(String value, Stat stat) {}

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
    return listing.future().onSuccess(all -> listed = all.entries());
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
    return new KeysWatch(session, folder, goodbye, listed, asked, watcher);
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
    ZooKeeper client = client();
    if (client.getSessionId() != grant) {
      return Future.failedFuture(new LeaseLostException("the session is another one"));
    }
    byte[] data = value.getBytes(StandardCharsets.UTF_8);
    return get(client, name)
        .compose(
            there -> {
              if (there.isEmpty()) {
                return create(client, path(name), data, CreateMode.EPHEMERAL);
              }
              return there.get().stat.getEphemeralOwner() == grant
                  ? set(client, path(name), data)
                  : delete(name) // that of a session before this one
                      .compose(gone -> create(client, path(name), data, CreateMode.EPHEMERAL));
            });
  }

  private Future<Void> create(ZooKeeper client, String path, byte[] data, CreateMode mode) {
    Promise<Void> made = Promise.promise();
    List<ACL> acl = session.isAuthenticated() ? OWNED : Ids.OPEN_ACL_UNSAFE;
    client.create(
        path,
        data,
        acl,
        mode,
        (code, where, context, name) -> {
          if (Code.get(code) == Code.OK
              || (Code.get(code) == Code.NODEEXISTS && mode == CreateMode.PERSISTENT)) {
            made.complete();
          } else if (Code.get(code) == Code.NONODE && path.lastIndexOf('/') > 0) {
            create(
                    client,
                    path.substring(0, path.lastIndexOf('/')),
                    new byte[0],
                    CreateMode.PERSISTENT)
                .compose(parent -> create(client, path, data, mode))
                .onComplete(made);
          } else {
            made.fail(session.failure(code, where));
          }
        },
        null);
    return made.future();
  }

  private Future<Void> set(ZooKeeper client, String path, byte[] data) {
    Promise<Void> done = Promise.promise();
    client.setData(
        path, data, -1, (code, where, context, stat) -> end(done, code, where, false), null);
    return done.future();
  }

  private void end(Promise<Void> done, int code, String path, boolean mayBeGone) {
    if (Code.get(code) == Code.OK || (mayBeGone && Code.get(code) == Code.NONODE)) {
      done.complete();
    } else {
      done.fail(session.failure(code, path));
    }
  }

  private Future<Optional<Node>> get(ZooKeeper client, String name) {
    Promise<Optional<Node>> found = Promise.promise();
    client.getData(
        path(name),
        false,
        (code, where, context, data, stat) -> {
          if (Code.get(code) == Code.OK) {
            String text = data == null ? "" : new String(data, StandardCharsets.UTF_8);
            found.complete(Optional.of(new Node(text, stat)));
          } else if (Code.get(code) == Code.NONODE) {
            found.complete(Optional.empty());
          } else {
            found.fail(session.failure(code, where));
          }
        },
        null);
    return found.future();
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    ZooKeeper client = client();
    if (client.getSessionId() != grant) {
      return Future.succeededFuture(Optional.empty());
    }
    Map<String, Future<Optional<Node>>> looks = new HashMap<>();
    names.forEach(name -> looks.put(name, get(client, name)));
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
                                          node.value, node.stat.getEphemeralOwner() == grant))));
              return Optional.of(held);
            });
  }

  @Override
  public Future<Void> delete(String name) {
    Promise<Void> done = Promise.promise();
    client().delete(path(name), -1, (code, where, context) -> end(done, code, where, true), null);
    return done.future();
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
