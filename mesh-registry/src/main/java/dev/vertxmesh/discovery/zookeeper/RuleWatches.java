package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.discovery.follow.FollowedStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Watches routing rules by their names. Each service and application that is followed may have
 * several, and hardly any has one: so who there is is watched as one list, and only what is there
 * by itself. Locked by itself.
 */
final class RuleWatches implements FollowedStore.Listener {

  private final Session session;
  private final String folder;
  private final Map<String, List<Rule>> rules = new HashMap<>();
  private ChildrenWatch names;
  private Map<String, String> listed;
  private boolean isRefused;

  /**
   * @param folder in which they are
   */
  RuleWatches(Session session, String folder) {
    this.session = session;
    this.folder = folder;
  }

  private final class Rule implements FollowedStore.Watch {
    private final String name;
    private final FollowedStore.Listener listener;
    private NodeWatch text;
    private boolean ended;

    Rule(String name, FollowedStore.Listener listener) {
      this.name = name;
      this.listener = listener;
    }

    /** What is read by itself tells by itself. */
    void look() {
      boolean isThere = isRefused || listed.containsKey(name);
      if (isThere && text == null) {
        text = new DataWatch(session, folder + "/" + name, listener).begin();
      } else if (!isThere && text != null) {
        text.end();
        text = null;
      }
      if (!isThere) {
        listener.onEntries(Map.of());
      }
    }

    @Override
    public void end() {
      synchronized (RuleWatches.this) {
        if (!ended) {
          ended = true;
          rules.computeIfPresent(
              name, (same, all) -> all.remove(this) && all.isEmpty() ? null : all);
          if (text != null) {
            text.end();
          }
        }
      }
    }
  }

  /**
   * Begins to watch one.
   *
   * @param name the last part of a path
   */
  synchronized FollowedStore.Watch add(String name, FollowedStore.Listener listener) {
    Rule rule = new Rule(name, listener);
    rules.computeIfAbsent(name, same -> new ArrayList<>(1)).add(rule);
    if (names == null) {
      names = new ChildrenWatch(session, folder, false, this);
      names.begin();
    } else if (listed != null || isRefused) {
      rule.look();
    }
    return rule;
  }

  @Override
  public synchronized void onEntries(Map<String, String> entries) {
    listed = entries;
    isRefused = false;
    lookAll();
  }

  /** Single ones may be read all the same. */
  @Override
  public synchronized void onRefusal(Throwable cause) {
    isRefused = true;
    lookAll();
  }

  private void lookAll() {
    rules.values().stream().flatMap(List::stream).toList().forEach(Rule::look);
  }
}
