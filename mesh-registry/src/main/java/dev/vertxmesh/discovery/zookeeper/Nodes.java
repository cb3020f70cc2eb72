package dev.vertxmesh.discovery.zookeeper;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/** Single nodes of ZooKeeper, by their whole paths, read and written once. Keeps nothing. */
record Nodes(Session session) {

  /** All for those with the same user and password, and reading for everybody. */
  private static final List<ACL> OWNED =
      Stream.concat(Ids.CREATOR_ALL_ACL.stream(), Ids.READ_ACL_UNSAFE.stream()).toList();

  /** What is found at a path. */
  record Node(String value, Stat stat) {}

  ZooKeeper client() {
    return session.client();
  }

  /** Makes it, and those above it, which stay; where one that stays is there already, so be it. */
  Future<Void> create(String path, String value, CreateMode mode) {
    return create(client(), path, value.getBytes(StandardCharsets.UTF_8), mode)
        .compose(
            isMade ->
                isMade || mode == CreateMode.PERSISTENT
                    ? Future.succeededFuture()
                    : Future.failedFuture(session.failure(Code.NODEEXISTS.intValue(), path)));
  }

  /**
   * The same of one that is to stay.
   *
   * @return whether it wasn't there
   */
  Future<Boolean> createNew(String path, String value) {
    return create(client(), path, value.getBytes(StandardCharsets.UTF_8), CreateMode.PERSISTENT);
  }

  private Future<Boolean> create(ZooKeeper client, String path, byte[] data, CreateMode mode) {
    Promise<Boolean> made = Promise.promise();
    client.create(
        path,
        data,
        session.isAuthenticated() ? OWNED : Ids.OPEN_ACL_UNSAFE,
        mode,
        (code, where, context, name) -> {
          if (Code.get(code) == Code.OK || Code.get(code) == Code.NODEEXISTS) {
            made.complete(Code.get(code) == Code.OK);
          } else if (Code.get(code) == Code.NONODE && path.lastIndexOf('/') > 0) {
            String parent = path.substring(0, path.lastIndexOf('/'));
            create(client, parent, new byte[0], CreateMode.PERSISTENT)
                .compose(there -> create(client, path, data, mode))
                .onComplete(made);
          } else {
            made.fail(session.failure(code, where));
          }
        },
        null);
    return made.future();
  }

  /**
   * Writes it.
   *
   * @param version that it has to have; -1 for any
   * @return whether it had that
   */
  Future<Boolean> set(String path, String value, int version) {
    Promise<Boolean> done = Promise.promise();
    client()
        .setData(
            path,
            value.getBytes(StandardCharsets.UTF_8),
            version,
            (code, where, context, stat) -> {
              if (Code.get(code) == Code.OK) {
                done.complete(true);
              } else if (Code.get(code) == Code.BADVERSION) {
                done.complete(false);
              } else {
                done.fail(session.failure(code, where));
              }
            },
            null);
    return done.future();
  }

  Future<Optional<Node>> get(String path) {
    Promise<Optional<Node>> found = Promise.promise();
    client()
        .getData(
            path,
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

  /** Whether there's one. */
  Future<Boolean> exists(String path) {
    Promise<Boolean> found = Promise.promise();
    client()
        .exists(
            path,
            false,
            (code, where, context, stat) -> {
              if (Code.get(code) == Code.OK || Code.get(code) == Code.NONODE) {
                found.complete(Code.get(code) == Code.OK);
              } else {
                found.fail(session.failure(code, where));
              }
            },
            null);
    return found.future();
  }

  /** Takes it away, if it's there. */
  Future<Void> delete(String path) {
    Promise<Void> done = Promise.promise();
    client()
        .delete(
            path,
            -1,
            (code, where, context) -> {
              if (Code.get(code) == Code.OK || Code.get(code) == Code.NONODE) {
                done.complete();
              } else {
                done.fail(session.failure(code, where));
              }
            },
            null);
    return done.future();
  }
}
