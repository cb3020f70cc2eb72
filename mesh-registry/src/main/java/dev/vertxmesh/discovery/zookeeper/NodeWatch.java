package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.RegistryFailure;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;

/**
 * Reads what stands at a path whenever it has changed, or may have: at most once at a time, and
 * once more if it changed meanwhile. Locked by itself, and told on the client's thread.
 */
abstract class NodeWatch implements Watcher {

  private final Session session;
  private final String path;
  private final Runnable readAll = this::readAll;
  private final Runnable changed = this::changed;
  private final List<Runnable> waiting = new ArrayList<>();
  private boolean reading;
  private boolean again;
  private boolean ended;

  NodeWatch(Session session, String path) {
    this.session = session;
    this.path = path;
  }

  final NodeWatch begin() {
    session.watch(path);
    session.onConnected(readAll);
    readAll();
    return this;
  }

  final String path() {
    return path;
  }

  final Session session() {
    return session;
  }

  /** What was read before may be wrong. */
  void forget() {}

  /** Reads once, and calls {@link #done} or {@link #failed} in the end. */
  abstract void read(ZooKeeper client);

  /** It may not be read. */
  abstract void refused(RegistryFailure why);

  private void readAll() {
    synchronized (this) {
      forget();
    }
    changed();
  }

  /** It isn't what it was any more. */
  final void changed() {
    synchronized (this) {
      if (ended) {
        return;
      }
      again = reading;
      if (reading) {
        return;
      }
      reading = true;
    }
    session.turns().begin(this::readInTurn);
  }

  private void readInTurn() {
    if (isEnded()) {
      next();
      return;
    }
    try {
      read(session.client());
    } catch (RegistryFailure e) {
      failed(Code.CONNECTIONLOSS.intValue());
    }
  }

  /** What was read is all there is. */
  final void done() {
    next();
  }

  /**
   * It couldn't be read; that's done again once there is another connection, if this one was lost,
   * and else a while later: ZooKeeper tells nobody when a permission is granted.
   *
   * @param code ZooKeeper's
   */
  final void failed(int code) {
    if (!FailureCode.isLoss(code) && !isEnded()) {
      session.readWithPermission(changed);
      refused(session.failure(code, path));
    }
    next();
  }

  private void next() {
    session.turns().end();
    List<Runnable> idle = List.of();
    boolean more;
    synchronized (this) {
      reading = false;
      more = again && !readsLater();
      again = false;
      if (!more) {
        idle = List.copyOf(waiting);
        waiting.clear();
      }
      if (ended) { // while it was read, and so was watched anew
        session.unwatch(path, this);
      }
    }
    idle.forEach(Runnable::run);
    if (more) {
      changed();
    }
  }

  /** Runs something once all is told that has changed before. */
  final void whenRead(Runnable action) {
    synchronized (this) {
      if (reading) {
        waiting.add(action);
        return;
      }
    }
    action.run();
  }

  final synchronized boolean isEnded() {
    return ended;
  }

  @Override
  public final void process(WatchedEvent event) {
    if (event.getType() != Event.EventType.None
        && event.getType() != Event.EventType.DataWatchRemoved
        && event.getType() != Event.EventType.ChildWatchRemoved) {
      onEvent(event);
      if (!readsLater()) {
        changed();
      }
    }
  }

  /** Whether what changes is read later, and not with each change. */
  boolean readsLater() {
    return false;
  }

  /** Something at this path or below it has changed. */
  void onEvent(WatchedEvent event) {}

  /** Nothing is told from here on. */
  void end() {
    session.forget(readAll);
    session.forget(changed);
    synchronized (this) {
      waiting.clear();
      if (!ended && !reading) {
        session.unwatch(path, this);
      }
      ended = true;
    }
  }
}
