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

  /** By its tags one port may be several applications'. */
  private record Place(Protocol protocol, HostPort address, Map<String, String> tags) {}

  private final Vertx vertx;
  private final Registry interfaces;
  private final Registry applications;
  private final Map<Place, Port> ports = new HashMap<>();
  private boolean closed;

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
              Port port = port(instance);
              port.change(instance.services(), Set.of());
              return () ->
                  Future.join(
                          made.withdraw(), port.change(List.of(), Set.copyOf(instance.services())))
                      .mapEmpty();
            });
  }

  private synchronized Port port(Instance instance) {
    Place place = new Place(instance.protocol(), instance.address(), instance.tags());
    return ports.computeIfAbsent(place, one -> new Port(instance));
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** One of the application's instances. */
  private final class Port {
    private final Announcer announcer = new Announcer(applications);
    private final Instance empty;
    private final Set<ServiceKey> services = new HashSet<>();
    private boolean retrying;

    Port(Instance first) {
      this.empty = first.serving(List.of());
    }

    /** Completes when the registry has been told, or couldn't be once. */
    synchronized Future<Void> change(List<ServiceKey> come, Set<ServiceKey> gone) {
      services.addAll(come);
      services.removeAll(gone);
      return tell();
    }

    private synchronized Future<Void> tell() {
      List<ServiceKey> all = new ArrayList<>(services);
      all.sort(Comparator.comparing(ServiceKey::toString));
      Future<Void> told =
          all.isEmpty() ? announcer.retract() : announcer.announce(empty.serving(all));
      return told.onFailure(e -> tellLater());
    }

    private synchronized void tellLater() {
      if (!retrying && !isClosed()) {
        retrying = true;
        vertx.setTimer(RETRY_MILLIS, timer -> tellAgain());
      }
    }

    private synchronized void tellAgain() {
      retrying = false;
      if (!isClosed()) {
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
    synchronized (this) {
      closed = true;
    }
    return Future.join(interfaces.close(), applications.close()).mapEmpty();
  }
}
