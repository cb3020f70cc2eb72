package dev.vertxmesh.discovery.etcd.v3;

import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.kind.RuleFollower;
import dev.vertxmesh.net.Backoff;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Dubbo's routing rules in one folder of etcd, where its configuration centre has them: listed and
 * watched as a whole. That a rule is gone is believed at once of a watch that is well, and of a
 * listing after a loss once the rule has been missing for a while: an etcd that has lost its data
 * has none. All on the worker.
 */
final class EtcdRules implements RuleFollower {

  private static final Logger LOG = System.getLogger(EtcdRules.class.getName());

  /** How long a rule counts that a listing after a loss doesn't have. */
  static final long HOLD_MILLIS = 15_000;

  /** How long who has them followed waits for the first listing. */
  static final long PATIENCE_MILLIS = 1_000;

  private static final long LIST_MILLIS = 3_000;
  private static final long PROBE_MILLIS = 1_000;
  private static final long SILENCE_MILLIS = 3_500;
  private static final int FIRST_RETRY_MILLIS = 100;
  private static final int MOST_RETRY_MILLIS = 2_000;

  private final KeyStore store;
  private final RegistryThread worker;
  private final String where;
  private final Backoff backoff;
  private final RuleTexts texts;
  private Consumer<Map<String, String>> listener;
  private Map<String, String> told;
  private KeyStore.Watching watching;
  private int attempt;
  private long heardAt;
  private boolean isLost;
  private boolean ended;

  /**
   * @param store whose folder is the rules'; not closed here
   * @param where which folder that is, for a person
   * @param bytes of heap that all may take
   */
  EtcdRules(KeyStore store, RegistryThread worker, String where, long bytes) {
    this.store = store;
    this.worker = worker;
    this.where = where;
    this.backoff = new Backoff(FIRST_RETRY_MILLIS, MOST_RETRY_MILLIS, worker.random());
    this.texts = new RuleTexts(bytes);
  }

  @Override
  public void follow(Consumer<Map<String, String>> all) {
    worker.execute(
        () -> {
          listener = all;
          list();
          worker.after(PATIENCE_MILLIS, this::tell);
        });
  }

  @Override
  public Map<String, String> skipped() {
    return texts.skipped();
  }

  private void list() {
    if (ended) {
      return;
    }
    int mine = ++attempt;
    worker.await(
        store.list(),
        "listing rules",
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
    if (isLost) {
      LOG.log(Level.INFO, "{0}: routing rules can be read again", where);
    }
    isLost = false;
    texts.list(listing.entries(), worker.now());
    tell();
    heardAt = worker.now();
    watching = store.watch(listing.revision(), watcher(attempt));
    look(attempt);
  }

  /**
   * Once a second, whether the watch is alive, who has been missing for long enough, and whether
   * there's room again.
   */
  private void look(int mine) {
    worker.after(
        PROBE_MILLIS,
        () -> {
          if (mine != attempt) {
            return;
          }
          if (worker.now() - heardAt > SILENCE_MILLIS) {
            onLoss(new IllegalStateException("no sign of life"));
            return;
          }
          watching.probe();
          texts.settle(worker.now() - HOLD_MILLIS);
          tell();
          look(mine);
          listIfRoom();
        });
  }

  private KeyStore.Watcher watcher(int mine) {
    return new KeyStore.Watcher() {
      @Override
      public void onChanges(List<KeyStore.Change> changes) {
        during(
            mine,
            () -> {
              onHeard();
              changes.forEach(one -> texts.put(one.name(), one.value()));
              tell();
            });
      }

      @Override
      public void onAlive(long revision) {
        during(mine, EtcdRules.this::onHeard);
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

  /** Not before: a watch that always ends at once must not be begun again at once. */
  private void onHeard() {
    backoff.reset();
    heardAt = worker.now();
  }

  /** What there was no room for isn't kept here: it's read again. */
  private void listIfRoom() {
    if (texts.mayFitNow()) {
      endWatch();
      list();
    }
  }

  private void onLoss(Throwable cause) {
    attempt++;
    endWatch();
    long delay = backoff.next();
    if (delay > 0 && !isLost) { // the first time it may be one of several servers
      isLost = true;
      LOG.log(
          Level.WARNING,
          "{0}: routing rules can''t be read, and what they said last counts: {1}",
          where,
          cause.getMessage());
    }
    worker.after(delay, this::list);
  }

  private void endWatch() {
    if (watching != null) {
      watching.end();
      watching = null;
    }
  }

  private void tell() {
    Map<String, String> now = texts.all();
    if (!ended && !now.equals(told)) {
      told = now;
      listener.accept(now);
    }
  }

  @Override
  public void end() {
    ended = true;
    attempt++;
    endWatch();
  }
}
