package dev.vertxmesh.discovery.announced;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.application.MappedApplications;
import dev.vertxmesh.discovery.kind.SafeText;
import io.vertx.core.Future;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Has interfaces say that the mesh has them, beside all others that have: what others wrote is only
 * added to. Nobody takes an application out again, as other agents may be it; nor does Dubbo. May
 * be used on any thread.
 */
final class Mappings {

  private static final Logger LOG = System.getLogger(Mappings.class.getName());

  /** How often somebody else may write one at the same moment. */
  static final int TRIES = 10;

  /** How many are written at a time. */
  private static final int MOST_AT_ONCE = 32;

  /** That an application has an interface. */
  record Mapped(String interfaceName, String application) implements Comparable<Mapped> {
    @Override
    public int compareTo(Mapped other) {
      int byInterface = interfaceName.compareTo(other.interfaceName);
      return byInterface == 0 ? application.compareTo(other.application) : byInterface;
    }
  }

  private final ApplicationPlace place;
  private final Set<Mapped> done = ConcurrentHashMap.newKeySet();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  Mappings(ApplicationPlace place) {
    this.place = place;
  }

  /** They may not be there any more. */
  void forget() {
    done.clear();
  }

  void forget(Collection<Mapped> mapped) {
    mapped.forEach(done::remove);
  }

  /**
   * Completes when all are there that aren't known to be yet. One that can't be written is said
   * once, and holds up none of the others.
   */
  Future<Void> add(Collection<Mapped> mapped) {
    Deque<Mapped> left = new ArrayDeque<>();
    mapped.stream().filter(one -> !done.contains(one)).forEach(left::add);
    return Future.join(
            Stream.generate(() -> next(left)).limit(Math.min(MOST_AT_ONCE, left.size())).toList())
        .mapEmpty();
  }

  private Future<Void> next(Deque<Mapped> left) {
    Mapped one;
    synchronized (left) {
      one = left.poll();
    }
    return one == null ? Future.succeededFuture() : add(one).compose(added -> next(left));
  }

  private Future<Void> add(Mapped one) {
    String interfaceName = one.interfaceName();
    return Future.succeededFuture()
        .compose(begun -> add(one, 1)) // a name may be none that can be asked for
        .onSuccess(added -> refused.remove(interfaceName))
        .recover(
            e -> {
              if (!(e instanceof IllegalArgumentException)) {
                return Future.failedFuture(e);
              }
              if (refused.add(interfaceName)) {
                LOG.log(
                    Level.WARNING,
                    "who has {0} can''t be written for Dubbo''s application level: {1}",
                    SafeText.of(interfaceName),
                    e.getMessage());
              }
              return Future.succeededFuture();
            })
        .onSuccess(added -> done.add(one));
  }

  private Future<Void> add(Mapped one, int turn) {
    String interfaceName = one.interfaceName();
    return place
        .mapping(interfaceName)
        .compose(
            before ->
                MappedApplications.with(before.text(), one.application())
                    .map(text -> place.map(interfaceName, before, text))
                    .orElseGet(() -> Future.succeededFuture(true)))
        .compose(
            isThere -> {
              if (isThere) {
                return Future.succeededFuture();
              }
              return turn < TRIES
                  ? add(one, turn + 1)
                  : Future.failedFuture(
                      new RegistryFailure(
                          "others write who has " + SafeText.of(interfaceName) + " all the time",
                          null));
            });
  }
}
