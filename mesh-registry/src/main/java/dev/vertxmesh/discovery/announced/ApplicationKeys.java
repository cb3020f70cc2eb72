package dev.vertxmesh.discovery.announced;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.announced.Mappings.Claim;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.kind.InstanceJson;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes instances of the application: what a revision serves first, then who has its interfaces,
 * and the instance when both are there. So nobody sees one that can't be understood yet. What the
 * revision before served stays until there's one more, for those who are about to read it.
 *
 * <p>Values are the agents' own JSON; what stands in the registry is Dubbo's.
 */
public final class ApplicationKeys implements KeyStore.WriteOnly {

  /** Revisions of an instance that can be read. */
  private static final int KEPT_REVISIONS = 2;

  /** With each so many signs of life is looked whether what stays is still there. */
  private static final int LOOK_EVERY = 10;

  /** So many interfaces at a time. */
  private static final int LOOKED_AT = 16;

  /** What was put of an instance. */
  private static final class Written {
    private final Deque<AnnouncedApplication> revisions = new ArrayDeque<>();
    private AnnouncedApplication application;
    private String value;
    private String entry;
    private int turn;
  }

  private final ApplicationPlace place;
  private final KeyStore instances;
  private final Mappings mappings;
  private final Map<String, Written> written = new ConcurrentHashMap<>();
  private int turns;
  private int signs;
  private int looked;

  public ApplicationKeys(ApplicationPlace place) {
    this.place = place;
    this.instances = place.instances();
    this.mappings = new Mappings(place);
  }

  /** With a grant all may have been lost. */
  @Override
  public Future<Long> grant() {
    mappings.forget();
    return instances.grant();
  }

  @Override
  public Future<Void> put(long grant, String name, String value) {
    AnnouncedApplication application;
    try {
      application = AnnouncedApplication.of(InstanceJson.read(new JsonObject(value)));
    } catch (IllegalArgumentException e) {
      return Future.failedFuture(e);
    }
    String entry = place.entry(application);
    Written mine = written.computeIfAbsent(name, one -> new Written());
    int turn = begin(mine);
    return place
        .putMetadata(application)
        .compose(put -> mappings.add(claims(application)))
        .compose(
            mapped ->
                isLatest(mine, turn)
                    ? instances.put(grant, name, entry)
                    : Future.failedFuture(
                        new RegistryFailure("another has taken the place of " + name, null)))
        .compose(put -> removeOthers(ended(mine, application, value, entry)));
  }

  private static List<Claim> claims(AnnouncedApplication application) {
    return application.interfaces().stream()
        .map(one -> new Claim(one, application.name()))
        .toList();
  }

  private synchronized int begin(Written mine) {
    mine.turn = ++turns;
    return mine.turn;
  }

  private synchronized boolean isLatest(Written mine, int turn) {
    return mine.turn == turn;
  }

  /**
   * @return revisions that nobody needs any more
   */
  private synchronized List<AnnouncedApplication> ended(
      Written mine, AnnouncedApplication application, String value, String entry) {
    mine.application = application;
    mine.value = value;
    mine.entry = entry;
    mine.revisions.removeIf(one -> one.revision().equals(application.revision()));
    mine.revisions.addLast(application);
    return mine.revisions.size() > KEPT_REVISIONS
        ? List.of(mine.revisions.removeFirst())
        : List.of();
  }

  /** What can't be removed is of no harm. */
  private Future<Void> removeOthers(Collection<AnnouncedApplication> revisions) {
    return Future.join(revisions.stream().map(place::removeMetadata).toList())
        .<Void>mapEmpty()
        .otherwiseEmpty();
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    return instances
        .keepAlive(grant, names)
        .compose(
            held ->
                isTimeToLook()
                    ? look().map(seen -> held.map(all -> seen ? values(all) : Map.of()))
                    : Future.succeededFuture(held.map(this::values)));
  }

  private synchronized boolean isTimeToLook() {
    return ++signs % LOOK_EVERY == 0;
  }

  /** Somebody may have deleted what stays, or written over it. */
  private Future<Boolean> look() {
    List<AnnouncedApplication> all = applications();
    List<Claim> claims =
        all.stream().flatMap(one -> claims(one).stream()).distinct().sorted().toList();
    int from;
    synchronized (this) {
      from = looked < claims.size() ? looked : 0;
      looked = from + LOOKED_AT;
    }
    List<Claim> some = claims.stream().skip(from).limit(LOOKED_AT).toList();
    mappings.forget(some);
    List<Future<Boolean>> seen = all.stream().map(place::hasMetadata).toList();
    return Future.all(seen)
        .compose(done -> mappings.add(some))
        .map(done -> seen.stream().allMatch(Future::result));
  }

  private synchronized List<AnnouncedApplication> applications() {
    return written.values().stream()
        .filter(one -> one.application != null)
        .map(one -> one.application)
        .toList();
  }

  /** What isn't Dubbo's word for what was put is put again. */
  private synchronized Map<String, Held> values(Map<String, Held> found) {
    Map<String, Held> values = new HashMap<>();
    found.forEach(
        (name, held) -> {
          Written mine = written.get(name);
          boolean isSame = mine != null && held.value().equals(mine.entry);
          values.put(name, new Held(isSame ? mine.value : held.value(), held.leased()));
        });
    return values;
  }

  @Override
  public Future<Void> delete(String name) {
    Written gone = written.remove(name);
    List<AnnouncedApplication> revisions = gone == null ? List.of() : revisions(gone);
    return instances.delete(name).compose(deleted -> removeOthers(revisions));
  }

  private synchronized List<AnnouncedApplication> revisions(Written gone) {
    gone.turn = 0; // who is still writing it doesn't, or it would come back for ever
    return List.copyOf(gone.revisions);
  }

  @Override
  public Future<Void> revoke(long grant) {
    return instances.revoke(grant);
  }

  @Override
  public Future<Void> close() {
    return instances.close();
  }
}
