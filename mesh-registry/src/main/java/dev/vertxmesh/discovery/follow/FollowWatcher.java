package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.application.MetadataSource;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.etcd.SnapshotFile;
import dev.vertxmesh.discovery.etcd.StoreHealth;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;

/**
 * Publishes what is followed, and sees once a second whether the registry is there. All on the
 * worker, but for what says so.
 *
 * <p>Changes that come in a burst are published as one snapshot: the first at once, and those after
 * it {@link #GAP_MILLIS} later.
 */
final class FollowWatcher {

  private static final Logger LOG = System.getLogger(FollowWatcher.class.getName());
  private static final long PROBE_MILLIS = 1_000;
  private static final long PATIENCE_MILLIS = 3_000;
  private static final long SWEEP_MILLIS = 10_000;
  private static final long GAP_MILLIS = 50;

  private final FollowedStore store;
  private final RegistryThread worker;
  private final SnapshotPublisher snapshots;
  private final StoreHealth health;
  private final Follower follower;
  private final FollowedSnapshot file;
  private final Set<NamePattern> patterns = new HashSet<>();
  private Optional<SnapshotFile.Saved> saved = Optional.empty();
  private boolean begun;
  private boolean ended;
  private boolean heard;
  private boolean troubled;
  private boolean away;
  private boolean restored;
  private boolean isFirstTold;
  private boolean changed;
  private long heardAt;
  private long sweptAt;
  private long probedAt;
  private long publishedAt;
  private ScheduledFuture<?> publishing;
  private volatile int skipped;

  FollowWatcher(
      FollowedStore store,
      MetadataSource source,
      RegistryThread worker,
      SnapshotPublisher snapshots,
      FollowOptions options) {
    this.store = store;
    this.worker = worker;
    this.snapshots = snapshots;
    this.health = new StoreHealth(worker::now, snapshots::size);
    this.follower = new Follower(store, source, worker, options, this::publishSoon);
    this.file = new FollowedSnapshot(new SnapshotFile(options.snapshot(), options.description()));
  }

  StoreHealth health() {
    return health;
  }

  /** How many entries are skipped. */
  int skipped() {
    return skipped;
  }

  /** Begins, if it hasn't. */
  void begin() {
    if (begun) {
      return;
    }
    begun = true;
    saved = file.read();
    if (saved.filter(one -> age(one) < FollowOptions.EMPTY_HOLD_MILLIS).isPresent()) {
      restore();
    }
    probe();
  }

  private static long age(SnapshotFile.Saved one) {
    return System.currentTimeMillis() - one.savedAtMillis();
  }

  private void restore() {
    saved.ifPresent(
        one -> {
          follower.restore(one.instances());
          health.onRestored(age(one));
          restored = true;
        });
    saved = Optional.empty();
  }

  private void probe() {
    probedAt = worker.now();
    worker.await(
        store.probe(),
        "a sign of life",
        PATIENCE_MILLIS,
        answer -> {
          if (ended) {
            return;
          }
          if (answer.succeeded()) {
            onHeard();
          } else {
            onLoss(answer.cause());
          }
          worker.after(PROBE_MILLIS, this::tick);
        });
  }

  private void onHeard() {
    troubled = false;
    away = false;
    if (!heard) {
      heard = true;
      heardAt = worker.now();
      lookFor();
    }
    health.onHeard();
    follower.recover();
    if (follower.held() > 0 || !isFirstTold) {
      publishSoon();
    }
  }

  private void onLoss(Throwable cause) {
    follower.lose();
    restore();
    boolean isSilent = worker.now() - probedAt >= PATIENCE_MILLIS;
    away = troubled || !heard || isSilent; // else one of several servers may have ended
    health.onLoss(cause, troubled || !heard);
    troubled = true;
    publishSoon();
  }

  private void tick() {
    if (ended) {
      return;
    }
    long now = worker.now();
    if (now - sweptAt > SWEEP_MILLIS) {
      sweptAt = now;
      follower.sweep();
      lookFor();
    }
    if (changed && health.isConfirmed()) {
      changed = false;
      file.save(instances(), now);
    }
    probe();
  }

  /**
   * An interface is needed.
   *
   * @param known completes when it's published who serves it, as far as that can be known
   */
  void follow(String interfaceName, Promise<Void> known) {
    Optional<FollowedInterface> one = ended ? Optional.empty() : follower.follow(interfaceName);
    if (one.isEmpty() || (one.get().isKnown() && publishing == null)) {
      known.tryComplete();
    } else {
      one.get().await(known);
      publishSoon();
    }
  }

  /** All interfaces of such names are followed, whether or not somebody calls them. */
  void followAlways(Collection<NamePattern> all) {
    patterns.addAll(all);
    if (begun) {
      lookFor();
    }
  }

  private void lookFor() {
    patterns.stream().filter(NamePattern::isName).forEach(one -> follower.keep(one.text()));
    if (patterns.stream().allMatch(NamePattern::isName)) {
      return;
    }
    worker.await(
        store.interfaces(),
        "listing interfaces",
        PATIENCE_MILLIS,
        listed -> {
          if (listed.succeeded() && !ended) {
            listed.result().stream()
                .filter(name -> patterns.stream().anyMatch(one -> one.matches(name)))
                .forEach(follower::keep);
          } else if (!ended) {
            LOG.log(Level.DEBUG, "interfaces can''t be listed: {0}", listed.cause().getMessage());
          }
        });
  }

  private void publishSoon() {
    if (publishing == null && !ended) {
      long wait = publishedAt + GAP_MILLIS - worker.now();
      publishing = worker.after(Math.max(0, wait), this::publish);
    }
  }

  private void publish() {
    publishing = null;
    publishedAt = worker.now();
    follower.settle();
    health.held(heard ? follower.held() : 0);
    skipped = follower.skipped();
    List<Instance> instances = instances();
    if (isFirstTold || canBeTold(instances)) {
      isFirstTold = true;
      snapshots.publish(instances);
      changed = true;
      follower.tell(away);
    } else if (heard) {
      publishSoon(); // soon all is known that is followed from the beginning
    } else if (away) {
      follower.tell(true); // nobody waits for a registry that isn't there
    }
  }

  /**
   * Whoever begins is told of all that is followed from the beginning, if that doesn't take long;
   * of what was known before, though it may be nobody, if the registry can't be reached.
   */
  private boolean canBeTold(List<Instance> instances) {
    return heard
        ? follower.areAllKnown() || worker.now() - heardAt > PATIENCE_MILLIS
        : !instances.isEmpty() || (away && restored);
  }

  /** All that are known, each once. */
  List<Instance> instances() {
    return follower.instances();
  }

  void end() {
    ended = true;
    if (isFirstTold && health.isConfirmed()) {
      file.save(instances(), worker.now());
    }
    follower.end();
  }
}
