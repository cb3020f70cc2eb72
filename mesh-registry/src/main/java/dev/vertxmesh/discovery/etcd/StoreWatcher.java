package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import dev.vertxmesh.net.Backoff;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
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

  /** Three signs of life missing. */
  private static final long SILENCE_MILLIS = 3_500;

  private static final long GAP_MILLIS = 50;

  private final KeyStore store;
  private final RegistryThread worker;
  private final SnapshotPublisher snapshots;
  private final SnapshotRecorder recorder;
  private final Membership membership;
  private final Backoff backoff;
  private KeyStore.Watching watching;
  private int attempt;
  private boolean begun;
  private boolean listed;
  private boolean restored;
  private long publishedAt;
  private ScheduledFuture<?> publishing;
  private ScheduledFuture<?> settling;
  private volatile long heardAt;
  private volatile boolean confirmed;
  private volatile int held;
  private volatile int malformed;
  private volatile String problem = "";

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
    this.heardAt = worker.now();
    this.recorder = new SnapshotRecorder(file);
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

  long ageMillis() {
    return worker.now() - heardAt;
  }

  /** Whether the store said a moment ago what is known, and none is there by indulgence only. */
  boolean isConfirmed() {
    return confirmed && held == 0 && ageMillis() <= SILENCE_MILLIS;
  }

  int malformed() {
    return malformed;
  }

  /** For a person; empty when all is well. */
  String problem() {
    if (!confirmed && !problem.isEmpty()) {
      return problem + whatIsKnown();
    }
    return held == 0 ? "" : held + " not there any more without a goodbye; kept for a while";
  }

  private String whatIsKnown() {
    return snapshots.size() == 0
        ? "; no instance is known yet, and it's tried again"
        : "; what was known last stays";
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
    if (!listed && listing.entries().isEmpty()) {
      restoreIfYoung();
    }
    listed = true;
    membership.list(listing.entries(), worker.now());
    onHeard();
    publish();
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
      public void onAlive() {
        during(mine, () -> heard(List.of()));
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
    onHeard();
    if (!changes.isEmpty()) {
      apply(changes);
    }
  }

  private void onHeard() {
    heardAt = worker.now();
    if (!confirmed) {
      confirmed = true;
      if (!problem.isEmpty()) {
        LOG.log(Level.INFO, "the registry can be read again");
        problem = "";
      }
    }
  }

  private void apply(List<KeyStore.Change> changes) {
    for (KeyStore.Change change : changes) {
      if (change.value() == null) {
        membership.delete(change.name(), heardAt);
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
    String why = "the registry can't be read: " + cause.getMessage();
    if (!confirmed && !problem.isEmpty()) {
      problem = why; // it may be another by now; the log has been told that there is one
    } else if (delay > 0 || !listed) {
      // a watch that ends while the store is well is nobody's trouble: at the second time it is
      confirmed = false;
      problem = why;
      LOG.log(Level.WARNING, problem + whatIsKnown());
    }
    worker.after(delay, this::list);
  }

  private void restore(SnapshotFile.Saved saved) {
    long age = System.currentTimeMillis() - saved.savedAtMillis();
    LOG.log(
        Level.WARNING,
        "starting with the {0} instances of {1} s ago",
        saved.instances().size(),
        String.valueOf(age / 1_000));
    membership.restore(saved.instances());
    heardAt = worker.now() - Math.max(0, age);
    publish();
  }

  /** A registry that has nobody when it's first read may have lost its data a moment ago. */
  private void restoreIfYoung() {
    recorder
        .read()
        .filter(
            saved ->
                System.currentTimeMillis() - saved.savedAtMillis() < KeyedOptions.EMPTY_HOLD_MILLIS)
        .ifPresent(saved -> membership.restore(saved.instances()));
  }

  private void probeLater(int mine) {
    worker.after(
        PROBE_MILLIS,
        () -> {
          if (mine != attempt) {
            return;
          }
          if (ageMillis() > SILENCE_MILLIS) {
            onLoss(new StoreUnresponsiveException(ageMillis()));
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
    held = listed ? membership.held() : 0;
    report();
    snapshots.publish(membership.instances());
    recorder.onChange();
  }

  private void report() {
    membership
        .malformed()
        .news()
        .forEach((name, why) -> LOG.log(Level.WARNING, "entry {0} is skipped: {1}", name, why));
    malformed = membership.malformed().size();
  }
}
