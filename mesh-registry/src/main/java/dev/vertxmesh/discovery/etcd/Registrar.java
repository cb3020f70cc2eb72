package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.net.Backoff;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;

/**
 * Keeps instances announced: a grant, each instance's key bound to it, and a sign of life three
 * times a TTL. A grant that's lost is asked for anew and every key is put again. All on the worker.
 *
 * <p>A sign of life writes no key. It looks at what is there, and what a person changed is adopted
 * by {@link ManualEdits}' rule; only a key that is away, broken or no longer bound to the grant is
 * put again.
 */
final class Registrar {

  private static final Logger LOG = System.getLogger(Registrar.class.getName());
  private static final int FIRST_RETRY_MILLIS = 50;

  /** Small, since those who are missing are believed to be gone soon after the store is back. */
  static final int MOST_RETRY_MILLIS = 500;

  /** More than a store gives one of its servers, so that the next attempt is at another. */
  private static final long ATTEMPT_MILLIS = 3_000;

  /** How long announcing or replacing waits for a store that can't be reached. */
  private static final long PATIENCE_MILLIS = 10_000;

  private final KeyStore store;
  private final Layout layout;
  private final BatchKeys keys;
  private final RegistryThread worker;
  private final KeyedOptions options;
  private final Backoff backoff;
  private final LeasedRegistrations leased;
  private long grant = KeyStore.NO_GRANT;
  private boolean busy;
  private ScheduledFuture<?> next;
  private volatile String problem = "";
  private volatile long heardAt;
  private volatile boolean idle = true;

  Registrar(KeyStore store, Layout layout, RegistryThread worker, KeyedOptions options) {
    this.store = store;
    this.layout = layout;
    this.keys = new BatchKeys(store, layout);
    this.leased = new LeasedRegistrations(layout);
    this.worker = worker;
    this.options = options;
    this.backoff = new Backoff(FIRST_RETRY_MILLIS, MOST_RETRY_MILLIS, worker.random());
    this.heardAt = worker.now();
  }

  /** Completes when it's in the store; fails if that takes too long, and then it isn't kept. */
  Future<Void> announce(Instance instance) {
    return wish(instance, true)
        .recover(
            e -> {
              withdraw(instance.id());
              return Future.failedFuture(e);
            });
  }

  /** Completes when it's in the store; if that takes too long it fails, and is tried on. */
  Future<Void> replace(Instance instance) {
    return wish(instance, false);
  }

  private Future<Void> wish(Instance instance, boolean isNew) {
    Promise<Void> written = Promise.promise();
    worker.execute(
        () -> {
          LeasedRegistration before = leased.get(instance.id());
          if (!isNew && (before == null || before.isLeaving())) {
            String why = instance.id() + " is not announced, and can't be replaced";
            written.fail(new RegistryFailure(why, null));
            return;
          }
          LeasedRegistration known = leased.getOrAdd(instance);
          if (!known.name().equals(layout.name(instance))) {
            String why = instance.id() + " stands under another name, and can't change it";
            written.fail(new RegistryFailure(why, null));
            return;
          }
          if (idle) {
            heardAt = worker.now();
          }
          known.say(instance, written);
          leased.note(known);
          worker.after(PATIENCE_MILLIS, () -> giveUp(known, written));
          step();
        });
    return written.future();
  }

  private void giveUp(LeasedRegistration known, Promise<Void> written) {
    if (written.tryFail(failure("announce", known.id()))) {
      known.forget(written);
    }
  }

  /** What a person has made of an entry, while it differs from the agent's; on any thread. */
  Optional<Instance> edited(String id) {
    return leased.edited(id);
  }

  /** Milliseconds since all was last seen to be announced; 0 while there's nothing to announce. */
  long ageMillis() {
    return idle ? 0 : worker.now() - heardAt;
  }

  /** For a person; empty when all is announced. */
  String problem() {
    return problem.isEmpty() ? "" : "the registry can't be told: " + problem;
  }

  private RegistryFailure failure(String what, String id) {
    String why = problem.isEmpty() ? "it takes too long" : problem;
    return new RegistryFailure(
        "registry %s: can't %s %s: %s".formatted(options.description(), what, id, why), null);
  }

  /** Completes when others have been told, and fails if that can't be done. */
  Future<Void> withdraw(String id) {
    Promise<Void> gone = Promise.promise();
    worker.execute(
        () -> {
          LeasedRegistration known = leased.get(id);
          if (known == null) {
            gone.tryComplete();
          } else {
            known.leave(gone);
            step();
          }
        });
    return gone.future();
  }

  /** Withdraws all, and gives the grant back; never fails. */
  Future<Void> close() {
    Promise<Void> done = Promise.promise();
    worker.execute(
        () -> {
          List<Future<Void>> all = leased.ids().stream().map(this::withdraw).toList();
          Future<Void> left = Future.join(all).otherwiseEmpty().compose(said -> giveBack());
          worker.await(left, "leaving", 2 * ATTEMPT_MILLIS, end -> done.tryComplete());
        });
    return done.future();
  }

  private Future<Void> giveBack() {
    return grant == KeyStore.NO_GRANT ? Future.succeededFuture() : store.revoke(grant);
  }

  /** Does what is to be done next, unless something is being done. */
  private void step() {
    if (busy) {
      return;
    }
    idle = leased.isEmpty();
    if (idle) {
      problem = "";
      return;
    }
    busy = true;
    List<LeasedRegistration> leaving = leased.leaving();
    List<LeasedRegistration> dirty = leased.dirty();
    if (!leaving.isEmpty()) {
      leave(leaving);
    } else if (grant == KeyStore.NO_GRANT) {
      worker.await(
          store.grant(),
          "asking for a lease",
          ATTEMPT_MILLIS,
          done -> {
            busy = false;
            if (done.failed()) {
              onFailure(done.cause());
            } else {
              grant = done.result();
              leased.markDirty();
              step();
            }
          });
    } else if (!dirty.isEmpty()) {
      write(dirty);
    } else {
      busy = false;
      onRecovery();
      long period = options.keepAliveMillis();
      later(period - worker.random().nextLong(period / 5), this::signOfLife);
    }
  }

  /**
   * Tried once: if it can't be told, its lease tells it, and is left to end; the others get
   * another.
   */
  private void leave(List<LeasedRegistration> some) {
    leased.remove(some);
    worker.await(
        keys.leave(some, grant),
        "withdrawing",
        ATTEMPT_MILLIS,
        done -> {
          busy = false;
          some.forEach(one -> one.left(done, failure("announce", one.id())));
          if (done.failed() && !leased.isEmpty()) {
            grant = KeyStore.NO_GRANT;
          }
          step();
        });
  }

  private void write(List<LeasedRegistration> some) {
    Map<LeasedRegistration, List<Promise<Void>>> waiting = new LinkedHashMap<>();
    some.forEach(one -> waiting.put(one, one.writing()));
    worker.await(
        keys.put(some, grant),
        "writing",
        ATTEMPT_MILLIS,
        done -> {
          busy = false;
          if (done.failed()) {
            some.forEach(LeasedRegistration::markDirty);
            onFailure(done.cause());
          } else {
            waiting.forEach(LeasedRegistration::written);
            step();
          }
        });
  }

  private void signOfLife() {
    if (busy || leased.isEmpty()) {
      return;
    }
    busy = true;
    List<LeasedRegistration> some = leased.nextToLookAt();
    worker.await(
        keys.keepAlive(some, grant),
        "keeping alive",
        ATTEMPT_MILLIS,
        done -> {
          busy = false;
          if (done.failed()) {
            onFailure(done.cause());
          } else if (done.result().isEmpty()) {
            LOG.log(Level.INFO, "the registry has lost the lease; announcing anew");
            grant = KeyStore.NO_GRANT;
            step();
          } else {
            leased.compare(some, done.result().get());
            step();
          }
        });
  }

  private void onFailure(Throwable cause) {
    if (cause instanceof LeaseLostException) {
      grant = KeyStore.NO_GRANT;
    }
    String why = String.valueOf(cause.getMessage());
    if (problem.isEmpty()) {
      LOG.log(Level.WARNING, "the registry can''t be told that this agent is there: {0}", why);
    }
    problem = why;
    // what can't be written mustn't cost the lease of what is; nobody who leaves waits for a store
    boolean isLeased = grant != KeyStore.NO_GRANT && !leased.isEmpty();
    boolean leaves = !leased.leaving().isEmpty();
    later(leaves ? 0 : backoff.next(), isLeased && !leaves ? this::signOfLife : this::step);
  }

  private void onRecovery() {
    backoff.reset();
    heardAt = worker.now();
    if (!problem.isEmpty()) {
      problem = "";
      LOG.log(Level.INFO, "the registry knows again that this agent is there");
    }
  }

  private void later(long millis, Runnable work) {
    if (next != null) {
      next.cancel(false);
    }
    next = worker.after(millis, work);
  }
}
