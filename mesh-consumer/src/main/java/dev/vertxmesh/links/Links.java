package dev.vertxmesh.links;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.balance.pick.Subset;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.net.Backoff;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.NetClient;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** All links of one event loop, kept as the registry says. */
public final class Links {

  private static final Logger LOG = System.getLogger(Links.class.getName());
  private static final int RETRY_MILLIS = 50;
  private static final int MOST_MILLIS = 1_000;

  /** So many instances are connected to at once; others when one of their services is called. */
  private static final int MOST_AT_ONCE = 256;

  /** Ticks without a call after which a link is closed. */
  private static final int IDLE_TICKS = 4;

  private final Dialer dialer;
  private final RandomGenerator random;
  private final Consumer<Map<ServiceKey, ? extends List<? extends Endpoint>>> onChange;
  private final DirectSetup straight;
  private final Subsets subsets;
  private final IdleLinks idleLinks;
  private Set<Protocol> unknown = Set.of();
  private List<Instance> latest = List.of();
  private FrontedProviders fronted = FrontedProviders.of(List.of());
  private boolean isToUpdate;
  private boolean closed;
  private int version;
  private AwaitedEndpoints awaited;
  private Map<HostPort, RemoteEndpoint> endpoints = new LinkedHashMap<>();
  private Map<ServiceKey, List<RemoteEndpoint>> services = Map.of();

  /**
   * @param context the verticle's own context
   * @param straight how providers without an agent are reached
   * @param subset which of a service's instances are called from here
   * @param random for the jitter between attempts to connect
   * @param needsAll the services of which a call belongs to one instance, and no other will do
   * @param onChange told the endpoints of every service, whenever the registry's truth has changed
   */
  public Links(
      ContextInternal context,
      NetClient client,
      LinkSetup setup,
      DirectSetup straight,
      Subset subset,
      RandomGenerator random,
      Predicate<ServiceKey> needsAll,
      Consumer<Map<ServiceKey, ? extends List<? extends Endpoint>>> onChange) {
    this.dialer = new Dialer(context, client, setup);
    this.straight = straight;
    this.subsets = new Subsets(subset);
    this.random = random;
    this.idleLinks = new IdleLinks(needsAll);
    this.onChange = onChange;
  }

  /**
   * Takes the registry's present truth. Addresses that stay keep their link; one that has gone, or
   * isn't in the subset any more, ends its calls and closes.
   */
  public void update(List<Instance> instances) {
    latest = instances;
    isToUpdate = false;
    Map<HostPort, RemoteEndpoint> next = new LinkedHashMap<>();
    fronted = FrontedProviders.of(Subsets.newestByAddress(known(instances)));
    for (Instance instance : subsets.of(fronted.without(this::isUsable))) {
      HostPort address = instance.address();
      RemoteEndpoint known = endpoints.get(address);
      if (known == null || !known.instance().protocol().equals(instance.protocol())) {
        known = endpoint(instance, next.size() < MOST_AT_ONCE);
      } else {
        endpoints.remove(address);
        known.update(instance);
      }
      next.put(address, known);
    }
    endpoints.values().forEach(RemoteEndpoint::remove);
    endpoints = next;
    onServices();
  }

  /** Whether an agent is called, and not the provider behind it. */
  private boolean isUsable(Instance agent) {
    boolean isProviderOpen = agent.fronts().stream().anyMatch(front -> isOpen(front.address()));
    return endpoints.get(agent.address()) instanceof LinkEndpoint link
        ? link.isUsable(isProviderOpen)
        : !isProviderOpen;
  }

  private boolean isOpen(HostPort address) {
    RemoteEndpoint endpoint = endpoints.get(address);
    return endpoint != null && endpoint.isOpen();
  }

  /** An agent can be called, or can't any more: who is called instead may be another. */
  private void onUsable(HostPort agent) {
    if (fronted.isBefore(agent) && !isToUpdate) {
      isToUpdate = true;
      dialer.after(0, this::updateIfNeeded);
    }
  }

  private void updateIfNeeded() {
    if (isToUpdate && !closed) {
      update(latest);
    }
  }

  /** A link to one of the others would carry nonsense. */
  private List<Instance> known(List<Instance> instances) {
    Set<Protocol> others = new TreeSet<>(Comparator.comparing(Protocol::name));
    List<Instance> known = new ArrayList<>(instances.size());
    for (Instance instance : instances) {
      Protocol protocol = instance.protocol();
      if (protocol.equals(Protocol.MESH) || straight.knows(protocol)) {
        known.add(instance);
      } else {
        others.add(protocol);
      }
    }
    if (!others.equals(unknown) && !others.isEmpty()) {
      LOG.log(Level.WARNING, "instances are left out that speak {0}, which nobody knows", others);
    }
    unknown = others;
    return known;
  }

  private void onServices() {
    version++;
    services = byService();
    idleLinks.update(services);
    onChange.accept(services);
  }

  private RemoteEndpoint endpoint(Instance instance, boolean atOnce) {
    if (instance.protocol().equals(Protocol.MESH)) {
      return new LinkEndpoint(
          instance,
          dialer,
          new Backoff(RETRY_MILLIS, MOST_MILLIS, random),
          atOnce,
          () -> onUsable(instance.address()));
    }
    return straight.endpoint(instance, atOnce, this::onServices);
  }

  /**
   * Closes links that nobody calls for a while.
   *
   * @param idleMillis how long
   */
  public void closeIdle(long idleMillis) {
    dialer.every(
        Math.max(1, idleMillis / IDLE_TICKS),
        () -> {
          endpoints.values().forEach(endpoint -> endpoint.tick(IDLE_TICKS));
          if (endpoints.values().stream().anyMatch(IdleLink::isAsleep)) {
            idleLinks.update(byService());
          }
        });
  }

  /**
   * What calls wait for: the links of a service that is about to be called, where they are closed,
   * and who is about to be there.
   */
  LazyConnectFilter.Waking waking(Registry registry) {
    Present present = new Present();
    awaited = new AwaitedEndpoints(present, registry::catchUp, dialer::after);
    if (registry.isSelective()) {
      return new FollowedServices(registry::follow, dialer::after).before(waking(present));
    }
    return waking(present);
  }

  private LazyConnectFilter.Waking waking(Present present) {
    return new LazyConnectFilter.Waking() {
      @Override
      public boolean mustWait(ServiceKey service) {
        return idleLinks.wake(service) != null || !present.isOpen(service);
      }

      @Override
      public boolean isKnown(ServiceKey service) {
        return present.isKnown(service);
      }

      @Override
      public Future<Void> begin(ServiceKey service) {
        return orNow(idleLinks.wake(service)) // the same again, unless it's over already
            .compose(woken -> orNow(awaited.of(service)))
            .compose(there -> orNow(idleLinks.wake(service))); // who has come may be asleep, too
      }

      private static Future<Void> orNow(Future<Void> awaited) {
        return awaited == null ? Future.succeededFuture() : awaited;
      }
    };
  }

  private final class Present implements AwaitedEndpoints.Known {

    @Override
    public boolean isOpen(ServiceKey service) {
      for (RemoteEndpoint endpoint : services.getOrDefault(service, List.of())) {
        if (endpoint.isOpen()) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean isKnown(ServiceKey service) {
      return services.containsKey(service);
    }

    /** One whose services nobody has told yet may have it, too. */
    @Override
    public List<RemoteEndpoint> candidates(ServiceKey service) {
      updateIfNeeded(); // now, as an agent was just lost: another one is called instead
      return endpoints.values().stream()
          .filter(one -> one.services().isEmpty() || one.services().contains(service))
          .toList();
    }

    @Override
    public int version() {
      return version;
    }
  }

  /** Completes when each endpoint that is known now has been tried once. */
  public Future<Void> tried() {
    return Future.join(endpoints.values().stream().map(RemoteEndpoint::tried).toList()).mapEmpty();
  }

  /** Ends all links at once. */
  public void close() {
    closed = true;
    if (awaited != null) {
      awaited.close();
    }
    endpoints.values().forEach(RemoteEndpoint::close);
  }

  /** The services that are registered now. */
  public Set<ServiceKey> services() {
    return Collections.unmodifiableSet(services.keySet());
  }

  /** Whether somebody who serves it can be called: is there, or asleep until called. */
  public boolean isServing(ServiceKey service) {
    return services.getOrDefault(service, List.of()).stream()
        .anyMatch(endpoint -> endpoint.isOpen() || endpoint.isAsleep());
  }

  /** What is known of each endpoint now, to be shown. */
  public List<EndpointView> view() {
    return endpoints.values().stream().map(RemoteEndpoint::view).toList();
  }

  private Map<ServiceKey, List<RemoteEndpoint>> byService() {
    Map<ServiceKey, List<RemoteEndpoint>> found = new HashMap<>();
    for (RemoteEndpoint endpoint : endpoints.values()) {
      for (ServiceKey service : endpoint.services()) {
        found.computeIfAbsent(service, key -> new ArrayList<>()).add(endpoint);
      }
    }
    return found;
  }
}
