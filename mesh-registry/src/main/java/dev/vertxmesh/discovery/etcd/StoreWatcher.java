package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import dev.vertxmesh.net.Backoff;
import io.vertx.core.Future;
import java.lang.System.Logger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;

/**
 * Keeps what is known equal to what the store holds: lists, watches from there, and when the watch
 * ends for whatever reason, or falls silent, does so again. All on the worker.
 *
 * <p>Changes that come in a burst are published as one snapshot: the first at once, and those after
 * it {@link #GAP_MILLIS} later.
 */
final class StoreWatcher {

  private static final Logger LOG = System.getLogger(StoreWatcher.class.getName());
  private static final int FIRST_RETRY_MILLIS = 50;
  private static final int MOST_RETRY_MILLIS = 500;
  private static final long LIST_MILLIS = 3_000;
  private static final long PROBE_MILLIS = 1_000;

  private static final long GAP_MILLIS = 50;

  private final KeyStore store;
  private final RegistryThread worker;
  private final SnapshotPublisher snapshots;
  private final SnapshotRecorder recorder;
  private final Membership membership;
  private final Backoff backoff;
  private final CatchUps catchUps;
  private KeyStore.Watching watching;
  private int attempt;
  private boolean begun;
  private boolean listed;
  private boolean restored;
  private long publishedAt;
  private ScheduledFuture<?> publishing;
  private ScheduledFuture<?> settling;
  private final StoreHealth health;
  private volatile int malformed;
  private volatile Map<String, String> skipped = Map.of();

  StoreWatcher(
      KeyStore store,
      Layout layout,
      RegistryThread worker,
      SnapshotPublisher snapshots,
      SnapshotFile file,
      KeyedOptions options) {
    this.store = store;
    this.worker = worker;
    this.snapshots = snapshots;
    this.backoff = new Backoff(FIRST_RETRY_MILLIS, MOST_RETRY_MILLIS, worker.random());
    this.health = new StoreHealth(options.description(), worker::now, snapshots::size);
    this.recorder = new SnapshotRecorder(file);
    this.catchUps = new CatchUps(worker);
    this.membership =
        new Membership(
            layout, options.holdMillis(), KeyedOptions.EMPTY_HOLD_MILLIS, EntryBounds.room());
  }

  /** Begins, if it hasn't; on any thread. */
  void begin() {
    worker.execute(
        () -> {
          if (!begun) {
            begun = true;
            list();
          }
        });
  }

  /**
   * Completes when all is published that the store has now; or it's away, or that takes too long.
   * May be called on any thread.
   */
  Future<Void> catchUp() {
    return catchUps.begin(
        told -> {
          if (!listed) {
            catchUps.add(0, told); // the first listing, whatever it has
          } else if (health.isReachable()) {
            catchUps.ask(store.revision(), told, this::probe);
          } else {
            told.tryComplete();
          }
        });
  }

  StoreHealth health() {
    return health;
  }

  int malformed() {
    return malformed;
  }

  /** Why some of these are skipped. */
  Map<String, String> skipped() {
    return skipped;
  }

  void end() {
    attempt++;
    if (watching != null) {
      watching.end();
    }
    if (listed) {
      recorder.save(membership);
    }
  }

  private void list() {
    int mine = ++attempt;
    worker.await(
        store.list(),
        "listing",
        LIST_MILLIS,
        done -> {
          if (mine != attempt) {
            return;
          }
          if (done.succeeded()) {
            onListing(done.result());
          } else {
            onLoss(done.cause());
          }
        });
  }

  private void onListing(KeyStore.Listing listing) {
    if (!listed && listing.entries().isEmpty()) { // its data may have been lost a moment ago
      recorder
          .readYoung(KeyedOptions.EMPTY_HOLD_MILLIS)
          .ifPresent(saved -> membership.restore(saved.instances()));
    }
    listed = true;
    membership.list(listing.entries(), worker.now());
    health.onHeard();
    publish();
    catchUps.onTold(listing.revision());
    watching = store.watch(listing.revision(), watcher(attempt));
    probeLater(attempt);
  }

  private KeyStore.Watcher watcher(int mine) {
    return new KeyStore.Watcher() {
      @Override
      public void onChanges(List<KeyStore.Change> changes) {
        during(mine, () -> heard(changes));
      }

      @Override
      public void onAlive(long revision) {
        during(mine, () -> heardUpTo(revision));
      }

      @Override
      public void onEnd(Throwable cause) {
        during(mine, () -> onLoss(cause));
      }
    };
  }

  private void during(int mine, Runnable work) {
    worker.execute(
        () -> {
          if (mine == attempt) {
            work.run();
          }
        });
  }

  private void heard(List<KeyStore.Change> changes) {
    backoff.reset(); // not before: a watch that always ends at once must not be retried at once
    health.onHeard();
    if (!changes.isEmpty()) {
      apply(changes);
    }
  }

  private void heardUpTo(long revision) {
    heard(List.of());
    if (catchUps.awaits(revision)) {
      if (publishing != null) {
        publishing.cancel(false);
        publish();
      }
      catchUps.onTold(revision);
    }
  }

  private void apply(List<KeyStore.Change> changes) {
    for (KeyStore.Change change : changes) {
      if (change.value() == null) {
        membership.delete(change.name(), health.heardAt());
      } else {
        membership.put(change.name(), change.value());
      }
    }
    publishSoon();
  }

  private void onLoss(Throwable cause) {
    attempt++;
    if (watching != null) {
      watching.end();
      watching = null;
    }
    membership.lose(worker.now());
    if (!listed && !restored) {
      restored = true;
      recorder.read().ifPresent(this::restore);
    }
    long delay = backoff.next();
    // a watch that ends while the store is well is nobody's trouble: at the second time it is
    health.onLoss(cause, delay > 0 || !listed);
    worker.after(delay, this::list);
  }

  private void restore(SnapshotFile.Saved saved) {
    membership.restore(saved.instances());
    health.onRestored(saved);
    publish();
  }

  private RegistryFailure silence() {
    return new RegistryFailure("no sign of life for " + health.ageMillis() + " ms", null);
  }

  private void probe() {
    if (watching != null) {
      watching.probe();
    }
  }

  private void probeLater(int mine) {
    worker.after(
        PROBE_MILLIS,
        () -> {
          if (mine != attempt) {
            return;
          }
          if (health.ageMillis() > StoreHealth.SILENCE_MILLIS) {
            onLoss(silence());
            return;
          }
          watching.probe();
          recorder.onTick(membership, worker.now());
          probeLater(mine);
        });
  }

  private void publishSoon() {
    if (publishing == null) {
      long wait = publishedAt + GAP_MILLIS - worker.now();
      publishing = worker.after(Math.max(0, wait), this::publish);
    }
  }

  private void publish() {
    publishing = null;
    long now = worker.now();
    publishedAt = now;
    long next = membership.settle(now);
    if (settling != null) {
      settling.cancel(false);
    }
    settling =
        next == Long.MAX_VALUE ? null : worker.after(Math.max(next, GAP_MILLIS), this::publish);
    health.held(listed ? membership.held() : 0);
    membership.malformed().report(LOG);
    skipped = membership.malformed().some();
    malformed = membership.malformed().size();
    snapshots.publish(membership.instances());
    recorder.onChange();
  }
}
