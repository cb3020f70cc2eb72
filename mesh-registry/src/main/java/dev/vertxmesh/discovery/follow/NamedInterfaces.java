package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.etcd.RegistryThread;
import io.vertx.core.Future;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/** The interfaces that are followed whether or not somebody calls them. On the worker. */
final class NamedInterfaces {

  private static final Logger LOG = System.getLogger(NamedInterfaces.class.getName());
  private static final long PATIENCE_MILLIS = 3_000;

  private final String registry;
  private final FollowedStore store;
  private final RegistryThread worker;
  private final Follower follower;
  private final Runnable onFound;
  private final Set<NamePattern> patterns = new HashSet<>();
  private String problem = "";
  private int refused;
  private int looks;
  private boolean failed;
  private boolean ended;

  /**
   * @param registry for a person; nothing secret
   * @param onFound run whenever it has been looked for them
   */
  NamedInterfaces(
      String registry,
      FollowedStore store,
      RegistryThread worker,
      Follower follower,
      Runnable onFound) {
    this.registry = registry;
    this.store = store;
    this.worker = worker;
    this.follower = follower;
    this.onFound = onFound;
  }

  void add(Collection<NamePattern> more) {
    patterns.addAll(more);
  }

  /** Follows all there are, new ones too. */
  void look() {
    patterns.stream().filter(NamePattern::isName).forEach(one -> follower.keep(one.text()));
    failed = false;
    if (patterns.stream().allMatch(NamePattern::isName)) {
      return;
    }
    Future<FollowedStore.Interfaces> all = store.interfaces();
    looks++;
    worker.await(
        all,
        "listing interfaces",
        PATIENCE_MILLIS,
        listed -> {
          looks--;
          if (ended) {
            return;
          }
          failed = listed.failed();
          if (listed.succeeded()) {
            keep(listed.result().names());
            note(listed.result());
          } else {
            LOG.log(Level.DEBUG, "interfaces can''t be listed: {0}", listed.cause().getMessage());
          }
          onFound.run();
        });
  }

  private void note(FollowedStore.Interfaces listed) {
    refused = listed.refused();
    String why = listed.problem();
    String now = why.isEmpty() ? "" : "interfaces named by a pattern may be missing: " + why;
    if (!now.isEmpty() && !now.equals(problem)) {
      LOG.log(Level.WARNING, "{0}: {1}", registry, now);
    }
    problem = now;
  }

  /** Why there may be others that should be followed; empty if there are none. */
  String problem() {
    return problem;
  }

  /** How many lists of them may not be read. */
  int refused() {
    return refused;
  }

  private void keep(Collection<String> names) {
    names.stream()
        .filter(name -> patterns.stream().anyMatch(one -> one.matches(name)))
        .forEach(follower::keep);
  }

  /** Whether there may be some that aren't followed yet. */
  boolean isLooking() {
    return looks > 0 || failed;
  }

  /** Whether they couldn't be listed the last time. */
  boolean hasFailed() {
    return failed;
  }

  void end() {
    ended = true;
  }
}
