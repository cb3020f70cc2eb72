package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.kind.EntryBounds;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.AsyncCallback.VoidCallback;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.Watcher.WatcherType;
import org.apache.zookeeper.ZooKeeper;

/**
 * One session with ZooKeeper, and another when it has expired. Thread-safe; ended when the last who
 * has it gives it back.
 */
final class Session {

  private static final Logger LOG = System.getLogger(Session.class.getName());

  private static final int CLOSE_MILLIS = 2_000;

  /** How long after a loss those may still come back who vanish. */
  private static final long DOUBT_NANOS = 15_000_000_000L;

  /** After which those are read again whose texts found no room: it may be much. */
  private static final long ROOM_NANOS = 60_000_000_000L;

  /** After which those are read again that may not be: a fleet asks for them all. */
  private static final long PERMISSION_NANOS = 10_000_000_000L;

  private static final long MOST_PERMISSION_NANOS = 160_000_000_000L;

  /** Nodes that are read at a time. */
  private static final int MOST_READ = 128;

  private final Turns turns = new Turns(MOST_READ);
  private final TextRoom texts = new TextRoom(EntryBounds.room());
  private final TriedServers tried;
  private final String servers;
  private final int timeoutMillis;
  private final String digest;
  private final SessionConfig config;
  private final Set<Runnable> onConnected = ConcurrentHashMap.newKeySet();
  private final Map<String, Integer> watched = new HashMap<>();
  private final LaterReads withoutRoom = new LaterReads(System::nanoTime, ROOM_NANOS, ROOM_NANOS);
  private final LaterReads refused =
      new LaterReads(System::nanoTime, PERMISSION_NANOS, MOST_PERMISSION_NANOS);
  private ZooKeeper client;
  private String problem = "none of its servers has answered yet";
  private int users;
  private boolean ended;
  private boolean lost;
  private long connectedAt;

  /**
   * @param servers as ZooKeeper's client is told them
   * @param digest who this agent is; null for nobody
   * @param config of this session alone
   */
  Session(String servers, int timeoutMillis, String digest, SessionConfig config) {
    this.servers = servers;
    this.tried = new TriedServers(servers);
    this.timeoutMillis = timeoutMillis;
    this.digest = digest;
    this.config = config;
  }

  /** Somebody more has it. */
  synchronized Session join() {
    users++;
    return this;
  }

  /** Whose each read of a node is that is watched. */
  Turns turns() {
    return turns;
  }

  /** Of which each text that is kept takes some. */
  TextRoom texts() {
    return texts;
  }

  /**
   * There was no room for what was read; there may be once others have gone.
   *
   * @param reading the same one each time
   */
  void readWithRoom(Runnable reading) {
    withoutRoom.add(reading);
  }

  /**
   * To be read again later: ZooKeeper refused it, and doesn't tell when it no longer would.
   *
   * @param reading the same one each time
   */
  void readWithPermission(Runnable reading) {
    refused.add(reading);
  }

  /** Called now and then: reads again what couldn't be read a while ago. */
  void readAgain() {
    withoutRoom.runDue();
    refused.runDue();
  }

  boolean isAuthenticated() {
    return digest != null;
  }

  /**
   * The client, made when it's asked for first; what is asked of it while it isn't connected fails
   * soon.
   *
   * @throws RegistryFailure if it can't be made
   */
  synchronized ZooKeeper client() {
    if (ended) {
      throw new RegistryFailure("the registry was closed", null);
    }
    if (client == null) {
      client = open();
    }
    return client;
  }

  private ZooKeeper open() {
    try {
      ZooKeeper made = new ZooKeeper(servers, timeoutMillis, this::onEvent, false, config);
      if (digest != null) {
        made.addAuthInfo("digest", digest.getBytes(StandardCharsets.UTF_8));
      }
      return made;
    } catch (IOException | IllegalArgumentException e) {
      throw new RegistryFailure("ZooKeeper's client can't be made: " + e.getMessage(), e);
    }
  }

  private void onEvent(WatchedEvent event) {
    if (event.getState() == KeeperState.SyncConnected) {
      onConnected();
      onConnected.forEach(Runnable::run);
    } else if (event.getState() == KeeperState.Expired) {
      LOG.log(Level.INFO, "the session with ZooKeeper has expired; another begins");
      note("its session has expired");
      renew();
    } else if (event.getState() == KeeperState.AuthFailed) {
      note("it refuses who this agent is");
    } else if (event.getState() == KeeperState.Disconnected) {
      note("none of its servers can be reached");
    }
  }

  private synchronized void onConnected() {
    problem = "";
    tried.forget();
    connectedAt = System.nanoTime();
  }

  private synchronized void note(String why) {
    problem = why;
    lost = true;
  }

  /** It stood still for a while, and others' sessions may have ended. */
  synchronized void doubt() {
    lost = true;
    connectedAt = System.nanoTime();
  }

  /** Whether it's well, and has been for a while: then who vanishes has gone. */
  synchronized boolean isBelieved() {
    return problem.isEmpty() && (!lost || System.nanoTime() - connectedAt > DOUBT_NANOS);
  }

  private synchronized void renew() {
    if (!ended) {
      try {
        client = open();
      } catch (RegistryFailure e) {
        problem = e.getMessage();
        client = null;
      }
    }
  }

  /** Why it isn't connected, for a person; empty if it is. */
  synchronized String problem() {
    return problem.isEmpty() ? "" : config.reason(tried.explained(problem));
  }

  /** Something failed: the same once it's known, too, why no server can be reached. */
  <T> Future<T> explained(Throwable failure) {
    return tried.explained(this::problem, failure);
  }

  /** One more is about to watch a path. */
  synchronized void watch(String path) {
    watched.merge(path, 1, Integer::sum);
  }

  /**
   * One who did doesn't any more. The server itself forgets a path only with all who watch it here,
   * and so with the last one: paths have names in them that callers make up.
   */
  synchronized void unwatch(String path, Watcher one) {
    VoidCallback nobody = (code, where, context) -> {};
    boolean isLast = watched.merge(path, -1, (all, less) -> all > 1 ? all + less : null) == null;
    if (client == null || ended) {
      return; // with a session its watches end
    }
    if (isLast) {
      client.removeAllWatches(path, WatcherType.Any, true, nobody, null);
    } else {
      client.removeWatches(path, one, WatcherType.Any, true, nobody, null);
    }
  }

  /** Runs whenever the session is connected, and so what is watched may have changed. */
  void onConnected(Runnable action) {
    onConnected.add(action);
  }

  /** It isn't run any more, whatever it waits for. */
  void forget(Runnable action) {
    onConnected.remove(action);
    withoutRoom.remove(action);
    refused.remove(action);
  }

  /** What an operation failed with, for a person. */
  RegistryFailure failure(int code, String path) {
    String why = problem().isEmpty() ? "the connection was lost" : problem();
    return FailureCode.isDisconnection(code)
        ? new RegistryFailure(why, null)
        : FailureCode.failure(code, path, isAuthenticated());
  }

  /** One who had it doesn't need it any more; the last one ends it. */
  Future<Void> leave() {
    ZooKeeper ending = left();
    if (ending == null) {
      return Future.succeededFuture();
    }
    Promise<Void> ended = Promise.promise();
    Thread closing =
        new Thread(
            () -> {
              try {
                ending.close(CLOSE_MILLIS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              ended.tryComplete();
            },
            "mesh-zookeeper-close");
    closing.setDaemon(true);
    closing.start();
    return ended.future();
  }

  private synchronized ZooKeeper left() {
    users--;
    if (users > 0 || ended) {
      return null;
    }
    ended = true;
    config.close();
    onConnected.clear();
    withoutRoom.clear();
    refused.clear();
    return client;
  }
}
