package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.application.MetadataSource;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.etcd.SnapshotFile;
import dev.vertxmesh.discovery.etcd.SnapshotRecorder;
import dev.vertxmesh.discovery.etcd.StoreHealth;
import dev.vertxmesh.discovery.kind.SnapshotPublisher;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;

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
  private final SnapshotRecorder file;
  private final FollowedDefinitions definitions;
  private final FollowedRules rules;
  private final NamedInterfaces named;
  private final FirstSnapshot first = new FirstSnapshot();
  private Optional<SnapshotFile.Saved> saved = Optional.empty();
  private boolean begun;
  private boolean ended;
  private boolean heard;
  private boolean troubled;
  private boolean away;
  private boolean restored;
  private boolean isFirstTold;
  private boolean changed;
  private boolean isTelling;
  private List<Instance> published;
  private long sweptAt;
  private long probedAt;
  private long publishedAt;
  private ScheduledFuture<?> publishing;
  private volatile int skipped;

  /**
   * @param reader of what providers say of their types; null for nobody
   */
  FollowWatcher(
      FollowedStore store,
      MetadataSource source,
      BackendKind reader,
      RegistryThread worker,
      SnapshotPublisher snapshots,
      FollowOptions options) {
    this.store = store;
    this.worker = worker;
    this.snapshots = snapshots;
    this.health = new StoreHealth(options.description(), worker::now, snapshots::size);
    this.follower = new Follower(store, source, worker, options, this::publishSoon);
    String name = options.description();
    this.named = new NamedInterfaces(name, store, worker, follower, this::publishSoon);
    this.definitions =
        new FollowedDefinitions(store, reader, worker, follower::isBelieved, this::onText);
    this.rules = new FollowedRules(store, worker, follower::isBelieved, this::onText);
    this.file = new SnapshotRecorder(new SnapshotFile(options.snapshot(), options.description()));
  }

  StoreHealth health() {
    return health;
  }

  /** How many entries are skipped. */
  int skipped() {
    return skipped;
  }

  /** What a person is told; may be asked on any thread. */
  FollowNotes notes() {
    return follower.notes();
  }

  /** What providers say of their types; may be asked on any thread. */
  FollowedDefinitions definitions() {
    return definitions;
  }

  /** Routing rules are read from now on, and told on the worker. */
  void followRules(String application, Consumer<Map<String, String>> listener) {
    rules.begin(application, listener);
    publishSoon();
  }

  /** Begins, if it hasn't. */
  void begin() {
    if (begun) {
      return;
    }
    begun = true;
    sweptAt = worker.now();
    saved = file.read();
    if (saved.filter(one -> one.ageMillis() < FollowOptions.EMPTY_HOLD_MILLIS).isPresent()) {
      restore();
    }
    probe();
  }

  private void restore() {
    saved.ifPresent(
        one -> {
          follower.restore(one.instances());
          health.onRestored(one);
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
      first.onHeard(worker.now());
      named.look();
    }
    health.onHeard();
    follower.recover();
    if (follower.held() > 0 || rules.areHeld() || definitions.areHeld() || !isFirstTold) {
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
      named.look();
    } else if (named.hasFailed()) {
      named.look();
    }
    if (changed && health.isConfirmed()) {
      changed = false;
      file.onTick(instances(), now);
    }
    probe();
  }

  /**
   * A service is needed.
   *
   * @param known completes when it's published who serves it, as far as that can be known
   */
  void follow(ServiceKey service, Promise<Void> known) {
    Optional<FollowedInterface> one = ended ? Optional.empty() : follower.follow(service);
    if (one.isEmpty() || (isKnown(one.get(), service) && publishing == null)) {
      known.tryComplete();
    } else {
      one.get().waiting().add(service, known);
      publishSoon();
    }
  }

  /** Whether who calls a service of it needn't wait any more, for anything. */
  private boolean isKnown(FollowedInterface one, ServiceKey service) {
    return one.isKnown(service) && definitions.areTold(one) && rules.areTold(one);
  }

  /** A rule or a definition is known that wasn't; who waits for it doesn't wait for a snapshot. */
  private void onText() {
    if (!isTelling && !ended) {
      isTelling = true;
      worker.execute(this::tellTexts); // after what else has come meanwhile
    }
  }

  private void tellTexts() {
    isTelling = false;
    rules.tell();
    skipped = follower.skipped() + named.refused() + definitions.skipped() + rules.skipped();
    if (isFirstTold && publishing == null) {
      tell(away);
    }
  }

  /** Those are told who wait for what is known now; all of them if the registry is away. */
  private void tell(boolean isAway) {
    follower.interfaces().stream()
        .filter(one -> !one.waiting().isEmpty())
        .forEach(one -> one.waiting().tell(service -> isAway || isKnown(one, service)));
  }

  /** All interfaces of such names are followed, whether or not somebody calls them. */
  void followAlways(Collection<NamePattern> all) {
    named.add(all);
    if (begun) {
      named.look();
    }
  }

  private void publishSoon() {
    if (publishing == null && !ended) {
      long wait = publishedAt + GAP_MILLIS - worker.now();
      publishing = worker.after(Math.max(0, wait), this::publish);
    }
  }

  private void publish() {
    publishing = null;
    boolean areAll = !named.isLooking();
    if (!isFirstTold && heard && !first.isWhole(follower.interfaces(), areAll, worker.now())) {
      publishedAt = worker.now();
      publishSoon(); // soon all is known that is followed from the beginning
      return;
    }
    follower.settle();
    health.held(heard ? follower.held() : 0);
    List<Instance> instances = instances();
    definitions.want(follower.interfaces());
    rules.want(instances);
    notes().take(follower.interfaces(), named.problem());
    skipped = follower.skipped() + named.refused() + definitions.skipped() + rules.skipped();
    if (isFirstTold || heard || !instances.isEmpty() || (away && restored)) {
      isFirstTold = true;
      if (instances != published) {
        published = instances;
        snapshots.publish(instances);
        changed = true;
      }
    }
    if (isFirstTold || away) {
      tell(away); // nobody waits for a registry that isn't there
    }
    publishedAt = worker.now();
  }

  List<Instance> instances() {
    return follower.instances();
  }

  void end() {
    ended = true;
    named.end();
    if (isFirstTold && health.isConfirmed()) {
      file.onTick(instances(), worker.now());
    }
    definitions.end();
    rules.end();
    follower.end();
  }
}
