package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.follow.FollowedStore;
import dev.vertxmesh.discovery.kind.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.ZooKeeper;

/** Tells the children of a node, with their texts or without; none while it isn't there. */
final class ChildrenWatch extends NodeWatch {

  /** How many of them are looked at. */
  static final int MOST = 100_001;

  /**
   * How many of their texts are read at a time: few at first, as nobody knows how long they are.
   */
  private static final int FIRST_TEXTS = 16;

  private static final int MOST_TEXTS = 128;

  /** Bytes of the texts that are read at a time, if all are as long as the longest one yet. */
  private static final int READ_AHEAD = 4 << 20;

  private final boolean withTexts;
  private final FollowedStore.Listener listener;
  private final KeptTexts texts;
  private final Runnable again = this::readAgain;
  private int atATime = FIRST_TEXTS;
  private volatile boolean awaitsRoom;

  /**
   * @param withTexts whether the texts of the children are read and watched too
   */
  ChildrenWatch(Session session, String path, boolean withTexts, FollowedStore.Listener listener) {
    super(session, path);
    this.withTexts = withTexts;
    this.listener = listener;
    this.texts = new KeptTexts(session.texts());
  }

  @Override
  void forget() {
    awaitsRoom = false;
    texts.clear();
  }

  /**
   * Nothing is kept of what there's no room for, so all of it would be read after each change.
   * Someone who writes there all the time must not cause that.
   */
  @Override
  boolean readsLater() {
    return awaitsRoom;
  }

  private void readAgain() {
    awaitsRoom = false;
    changed();
  }

  @Override
  void end() {
    super.end();
    synchronized (this) {
      texts.clear();
    }
  }

  @Override
  void onEvent(WatchedEvent event) {
    String changed = event.getPath();
    if (changed != null && changed.length() > path().length()) {
      synchronized (this) {
        texts.remove(changed.substring(path().length() + 1));
      }
    }
  }

  @Override
  void read(ZooKeeper client) {
    client.getChildren(
        path(),
        this,
        (code, path, context, names) -> {
          if (Code.get(code) == Code.OK) {
            onNames(client, names.stream().limit(MOST).collect(Collectors.toSet()));
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
            tell(Set.of());
          } else if (Code.get(code) == Code.OK) { // since a moment ago
            changed();
            done();
          } else {
            failed(code);
          }
        },
        null);
  }

  private void onNames(ZooKeeper client, Set<String> names) {
    List<String> unread = new ArrayList<>();
    synchronized (this) {
      texts.retain(names);
      for (String name : names) {
        if (texts.has(name)) {
          continue;
        } else if (withTexts) {
          unread.add(name);
        } else if (!isEnded()) {
          texts.put(name, "");
        }
      }
    }
    if (unread.isEmpty()) {
      tell(names);
    } else {
      readTexts(client, names, unread);
    }
  }

  private void readTexts(ZooKeeper client, Set<String> names, List<String> unread) {
    List<String> some = unread.subList(0, Math.min(atATime, unread.size()));
    List<String> others = unread.subList(some.size(), unread.size());
    AtomicInteger left = new AtomicInteger(some.size());
    AtomicInteger failure = new AtomicInteger();
    AtomicInteger longest = new AtomicInteger(READ_AHEAD / MOST_TEXTS);
    for (String name : some) {
      client.getData(
          path() + "/" + name,
          this,
          (code, path, context, data, stat) -> {
            if (Code.get(code) == Code.OK) {
              byte[] text = data == null ? new byte[0] : data;
              longest.accumulateAndGet(text.length, Math::max);
              synchronized (this) {
                if (!isEnded()) {
                  texts.put(name, text);
                }
              }
            } else if (Code.get(code) != Code.NONODE) {
              failure.set(code);
            }
            if (left.decrementAndGet() == 0) {
              atATime = Math.max(1, READ_AHEAD / longest.get());
              onTexts(client, names, others, failure.get());
            }
          },
          null);
    }
  }

  private void onTexts(ZooKeeper client, Set<String> names, List<String> unread, int failure) {
    if (failure != 0) {
      failed(failure);
    } else if (unread.isEmpty() || isEnded() || isFull()) {
      tell(names);
    } else {
      readTexts(client, names, unread);
    }
  }

  private synchronized boolean isFull() {
    return texts.isFull();
  }

  private void tell(Set<String> names) {
    Map<String, String> all;
    boolean full;
    synchronized (this) {
      texts.retain(names);
      all = texts.all();
      full = texts.isFull();
      if (full) {
        texts.clear();
      }
    }
    awaitsRoom = full;
    if (full && !isEnded()) {
      session().readWithRoom(again);
      refused(
          new RegistryFailure(
              "there's no room for what stands under %s: all such texts may take %d bytes"
                  .formatted(SafeText.of(path()), session().texts().bytes()),
              null));
    } else if (!isEnded()) {
      listener.onEntries(all);
    }
    done();
  }

  @Override
  void refused(RegistryFailure why) {
    listener.onRefusal(why);
  }
}
