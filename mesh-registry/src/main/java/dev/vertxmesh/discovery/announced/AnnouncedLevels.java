package dev.vertxmesh.discovery.announced;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.kind.Announcer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Announces each service at the interface level by itself, and at the application level together
 * with all others of the same port and the same tags. What the interface level has is tried at the
 * other for as long as it takes. Thread-safe.
 */
public final class AnnouncedLevels implements Registry {

  private static final long RETRY_MILLIS = 1_000;

  /** One port may belong to several applications, which its tags tell apart. */
  private record Place(Protocol protocol, HostPort address, Map<String, String> tags) {}

  private final Vertx vertx;
  private final Registry interfaces;
  private final Registry applications;
  private final Map<Place, Port> ports = new HashMap<>();
  private volatile boolean closed;

  /**
   * @param interfaces takes instances of one service
   * @param applications takes instances of many; both are closed with this
   */
  public AnnouncedLevels(Vertx vertx, Registry interfaces, Registry applications) {
    this.vertx = vertx;
    this.interfaces = interfaces;
    this.applications = applications;
  }

  @Override
  public Future<Registration> announce(Instance instance) {
    return interfaces
        .announce(instance)
        .map(
            made -> {
              change(instance, instance.services(), Set.of());
              Set<ServiceKey> gone = Set.copyOf(instance.services());
              return () ->
                  Future.join(made.withdraw(), change(instance, List.of(), gone)).mapEmpty();
            });
  }

  /** Completes when the registry has been told, or couldn't be once. */
  private synchronized Future<Void> change(
      Instance instance, List<ServiceKey> come, Set<ServiceKey> gone) {
    Place place = new Place(instance.protocol(), instance.address(), instance.tags());
    return ports.computeIfAbsent(place, one -> new Port(place, instance)).change(come, gone);
  }

  /** Nothing is there any more, unless something has come again. */
  private synchronized void forget(Port port) {
    if (port.isEmpty()) {
      ports.remove(port.place, port);
    }
  }

  /** Of which anything is announced. */
  synchronized int ports() {
    return ports.size();
  }

  /** One of the application's instances. */
  private final class Port {
    private final Announcer announcer = new Announcer(applications);
    private final Place place;
    private final Instance empty;
    private final Set<ServiceKey> services = new HashSet<>();
    private boolean retrying;

    Port(Place place, Instance first) {
      this.place = place;
      this.empty = first.serving(List.of());
    }

    synchronized boolean isEmpty() {
      return services.isEmpty();
    }

    synchronized Future<Void> change(List<ServiceKey> come, Set<ServiceKey> gone) {
      services.addAll(come);
      services.removeAll(gone);
      return tell();
    }

    private synchronized Future<Void> tell() {
      List<ServiceKey> all = new ArrayList<>(services);
      all.sort(Comparator.comparing(ServiceKey::toString));
      Future<Void> told =
          all.isEmpty()
              ? announcer.retract().onSuccess(gone -> vertx.runOnContext(free -> forget(this)))
              : announcer.announce(empty.serving(all));
      return told.onFailure(e -> tellLater());
    }

    private synchronized void tellLater() {
      if (!retrying && !closed) {
        retrying = true;
        vertx.setTimer(RETRY_MILLIS, timer -> tellAgain());
      }
    }

    private synchronized void tellAgain() {
      retrying = false;
      if (!closed) {
        tell();
      }
    }
  }

  @Override
  public Future<Void> watch(Consumer<List<Instance>> listener) {
    return Future.failedFuture(
        new RegistryFailure("who is announced here is followed elsewhere", null));
  }

  @Override
  public String describe() {
    return interfaces.describe();
  }

  @Override
  public long ageMillis() {
    return Math.max(interfaces.ageMillis(), applications.ageMillis());
  }

  @Override
  public String problem() {
    return interfaces.problem().isEmpty() ? applications.problem() : interfaces.problem();
  }

  @Override
  public int size() {
    return 0;
  }

  @Override
  public int malformed() {
    return 0;
  }

  @Override
  public Future<Void> close() {
    closed = true;
    return Future.join(interfaces.close(), applications.close()).mapEmpty();
  }
}
