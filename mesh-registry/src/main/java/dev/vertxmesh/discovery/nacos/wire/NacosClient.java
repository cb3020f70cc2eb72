package dev.vertxmesh.discovery.nacos.wire;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.FailureReason;
import dev.vertxmesh.discovery.rpc.RpcFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.grpc.common.GrpcStatus;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;

/**
 * Asks one of several servers: always the same for as long as it's well, and the next after a
 * failure that's the server's. Connects when it's asked something; the caller waits between two
 * attempts. May be asked on any thread.
 */
public final class NacosClient {

  private final Vertx vertx;
  private final NacosServers servers;
  private final Executor work;
  private final long millis;
  private final NacosLogin login;
  private BiConsumer<String, JsonObject> onPush = (type, body) -> {};
  private BiConsumer<Long, Throwable> onLoss = (number, cause) -> {};
  private int turn;
  private long number;
  private Future<NacosConnection> current;
  private boolean closed;

  /**
   * @param work runs what servers push, one after the other
   * @param millis for each question
   */
  public NacosClient(Vertx vertx, NacosServers servers, Executor work, long millis) {
    this.vertx = vertx;
    this.servers = servers;
    this.work = work;
    this.millis = millis;
    this.login = new NacosLogin(vertx, servers, () -> System.nanoTime() / 1_000_000_000);
    this.turn = ThreadLocalRandom.current().nextInt(servers.servers().size());
  }

  /**
   * Before anything is asked.
   *
   * @param pushed given the type and the body of what a server pushes, on the executor
   * @param lost given the number of a connection that has ended, and why, on the executor
   */
  public void listen(BiConsumer<String, JsonObject> pushed, BiConsumer<Long, Throwable> lost) {
    onPush = pushed;
    onLoss = lost;
  }

  /** The number of the connection, which is made if there's none; another after it was lost. */
  public Future<Long> connect() {
    return connection().map(connection -> numberOf());
  }

  private synchronized long numberOf() {
    return number;
  }

  /** Whether this is the connection now. */
  public synchronized boolean isConnected(long connection) {
    return number == connection
        && current != null
        && current.succeeded()
        && !current.result().isEnded();
  }

  /**
   * Asks.
   *
   * @param type the simple name of Nacos' own class
   * @return the answer, or a failure that says which server and why
   */
  public Future<JsonObject> ask(String type, JsonObject body) {
    return connection().compose(connection -> ask(connection, type, body, true));
  }

  private Future<JsonObject> ask(
      NacosConnection connection, String type, JsonObject body, boolean renew) {
    return headers()
        .compose(
            headers ->
                connection
                    .request(type, headers, body, millis)
                    .onSuccess(answer -> login.onTaken(!renew))
                    .recover(
                        e ->
                            wantsToken(e) && login.isRenewed(headers, !renew)
                                ? ask(connection, type, body, false)
                                : Future.failedFuture(e)))
        .recover(
            e -> {
              if (isOfServer(e) && !isConflict(type, e)) {
                connection.end(e);
              }
              return Future.failedFuture(failure(connection.server().toString(), e));
            });
  }

  private Future<Map<String, String>> headers() {
    int server;
    synchronized (this) {
      server = turn;
    }
    return login.headers(server);
  }

  private static boolean wantsToken(Throwable e) {
    return e instanceof NacosFailure refused && refused.wantsToken();
  }

  /**
   * What says that a server isn't well says of a configuration that others have written it, too.
   */
  private static boolean isConflict(String type, Throwable e) {
    return type.equals("ConfigPublishRequest")
        && e instanceof NacosFailure refused
        && refused.isConflict();
  }

  /** An answer that is too large, or isn't understood, says nothing against the server. */
  private static boolean isOfServer(Throwable e) {
    if (e instanceof NacosFailure refused) {
      return refused.isOfThisServer();
    }
    return !(e instanceof RegistryFailure)
        && !(e instanceof RpcFailure rpc && rpc.status() == GrpcStatus.RESOURCE_EXHAUSTED);
  }

  private static Throwable failure(String server, Throwable cause) {
    return cause instanceof NacosFailure || cause instanceof RegistryFailure
        ? cause
        : new RegistryFailure(server + ": " + FailureReason.of(cause), cause);
  }

  private Future<NacosConnection> connection() {
    Promise<NacosConnection> made;
    int used;
    synchronized (this) {
      if (closed) {
        return Future.failedFuture(new RegistryFailure("the registry was closed", null));
      }
      boolean usable =
          current != null
              && !current.failed()
              && (!current.isComplete() || !current.result().isEnded());
      if (usable) {
        return current;
      }
      made = Promise.promise();
      current = made.future();
      number++;
      used = turn;
    }
    long mine = numberOf();
    open(used, mine)
        .onComplete(
            done -> {
              if (done.failed()) {
                next(used);
              }
              made.handle(done);
            });
    return made.future();
  }

  private Future<NacosConnection> open(int used, long mine) {
    NacosConnection.Listener listener =
        new NacosConnection.Listener() {
          @Override
          public void onPush(String type, JsonObject body) {
            onPush.accept(type, body);
          }

          @Override
          public void onEnd(NacosConnection connection, Throwable cause) {
            next(used);
            onLoss.accept(mine, failure(connection.server().toString(), cause));
          }
        };
    return login
        .headers(used)
        .compose(
            headers ->
                NacosConnection.open(
                    vertx, servers.rpc(used), servers, headers, work, millis, listener))
        .recover(e -> Future.failedFuture(failure(servers.rpc(used).toString(), e)));
  }

  private synchronized void next(int used) {
    if (turn == used) {
      turn = (used + 1) % servers.servers().size();
    }
  }

  /** Ends the connection; nothing is told from here on. */
  public Future<Void> close() {
    Future<NacosConnection> open;
    synchronized (this) {
      closed = true;
      open = current;
    }
    login.close();
    if (servers.tls() != null) {
      servers.tls().close();
    }
    if (open != null) {
      open.onSuccess(one -> one.end(new RegistryFailure("the registry was closed", null)));
    }
    return Future.succeededFuture();
  }
}
