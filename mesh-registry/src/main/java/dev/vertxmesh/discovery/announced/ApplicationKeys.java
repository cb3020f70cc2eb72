package dev.vertxmesh.discovery.announced;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.announced.Mappings.Mapped;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.kind.InstanceJson;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
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

  /** So many instances and interfaces at a time. */
  private static final int LOOKED_AT = 16;

  /** What was put of an instance. */
  private static final class Written {
    private final Deque<AnnouncedApplication> revisions = new ArrayDeque<>();
    private AnnouncedApplication application;
    private String value;
    private String entry;
    private int turn;

    /** Whether what its revision serves isn't there any more. */
    private boolean isLost;
  }

  private final ApplicationPlace place;
  private final KeyStore instances;
  private final Mappings mappings;
  private final Map<String, Written> written = new ConcurrentHashMap<>();
  private int turns;
  private int signs;
  private int looked;
  private int lookedAt;

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
        .compose(put -> mappings.add(mapped(application)))
        .compose(
            added ->
                isLatest(mine, turn)
                    ? instances.put(grant, name, entry)
                    : Future.failedFuture(
                        new RegistryFailure("another has taken the place of " + name, null)))
        .compose(put -> removeOthers(ended(mine, application, value, entry)));
  }

  private static List<Mapped> mapped(AnnouncedApplication application) {
    return application.interfaces().stream()
        .map(one -> new Mapped(one, application.name()))
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
    mine.isLost = false;
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
                    ? look().map(seen -> held.map(this::values))
                    : Future.succeededFuture(held.map(this::values)));
  }

  private synchronized boolean isTimeToLook() {
    return ++signs % LOOK_EVERY == 0;
  }

  /** Somebody may have deleted what stays, or written over it. */
  private Future<Void> look() {
    Map<String, AnnouncedApplication> all = applications();
    List<Mapped> interfaces = new ArrayList<>();
    List<String> names = new ArrayList<>();
    synchronized (this) {
      lookedAt = next(lookedAt, all.keySet().stream().sorted().toList(), names);
      List<Mapped> every =
          all.values().stream().flatMap(one -> mapped(one).stream()).distinct().sorted().toList();
      looked = next(looked, every, interfaces);
    }
    mappings.forget(interfaces);
    List<Future<Boolean>> seen =
        names.stream().map(one -> place.hasMetadata(all.get(one))).toList();
    return Future.all(seen)
        .compose(done -> mappings.add(interfaces))
        .onSuccess(done -> note(names, seen));
  }

  /**
   * Takes the next few.
   *
   * @return where to go on
   */
  private static <T> int next(int looked, List<T> all, List<T> taken) {
    int from = looked < all.size() ? looked : 0;
    all.stream().skip(from).limit(LOOKED_AT).forEach(taken::add);
    return from + LOOKED_AT;
  }

  private synchronized void note(List<String> names, List<Future<Boolean>> seen) {
    for (int i = 0; i < names.size(); i++) {
      Written one = written.get(names.get(i));
      if (one != null && !seen.get(i).result()) {
        one.isLost = true;
      }
    }
  }

  private synchronized Map<String, AnnouncedApplication> applications() {
    Map<String, AnnouncedApplication> all = new HashMap<>();
    written.forEach(
        (name, one) -> {
          if (one.application != null) {
            all.put(name, one.application);
          }
        });
    return all;
  }

  /** What isn't Dubbo's word for what was put is put again, and what has lost its metadata. */
  private synchronized Map<String, Held> values(Map<String, Held> found) {
    Map<String, Held> values = new HashMap<>();
    found.forEach(
        (name, held) -> {
          Written mine = written.get(name);
          boolean isSame = mine != null && held.value().equals(mine.entry);
          if (mine == null || !mine.isLost) {
            values.put(name, new Held(isSame ? mine.value : held.value(), held.leased()));
          }
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
