package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.announced.AnnouncedApplication;
import dev.vertxmesh.discovery.announced.AnnouncedServices;
import dev.vertxmesh.launch.settings.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Has Dubbo's own consumers find what this agent serves: each service is announced in Dubbo's
 * layout, at the address of a gateway, which is a consumer agent. It says which agent it's from, as
 * others may announce the same services at the same gateway. Thread-safe.
 */
final class GatewayAnnouncement {

  /** What can't stand in one of Dubbo's URLs as it is. */
  private static final Pattern UNWRITABLE = Pattern.compile("[^A-Za-z0-9._:-]");

  /** What the end waits for of a registry, of the time that an agent has to leave. */
  private static final long END_MILLIS = 1_000;

  private final HostPort gateway;
  private final Supplier<Instance> self;
  private final AnnouncedServices services;
  private final long startedAtMillis = System.currentTimeMillis();

  /** Where consumer agents reach this one, as Dubbo's URLs can have it. */
  private volatile String agent = "";

  private Future<Void> ended;

  /**
   * @param gateway where Dubbo consumers reach it
   * @param self this agent as it's announced now; null while it isn't
   * @throws StartFailure if there's no place in the registry to announce it
   */
  GatewayAnnouncement(Vertx vertx, Registry registry, HostPort gateway, Supplier<Instance> self) {
    this.gateway = gateway;
    this.self = self;
    try {
      this.services = new AnnouncedServices(vertx, registry, this::instance);
    } catch (IllegalArgumentException e) {
      throw new StartFailure(e.getMessage(), null);
    }
  }

  /** What this agent announces of itself may have changed; whatever can't be told is tried on. */
  synchronized void update() {
    Instance now = self.get();
    if (now != null) {
      agent = UNWRITABLE.matcher(now.address().toString()).replaceAll("-");
    }
    services.announce(now == null ? List.of() : List.of(now));
  }

  private Instance instance(AnnouncedServices.Offer offer) {
    return new Instance(
        offer.protocol(),
        Instance.newId(gateway.host(), gateway.port()),
        gateway.host(),
        gateway.port(),
        List.of(offer.service()),
        AnnouncedServices.WEIGHT,
        AnnouncedApplication.tags(offer.service(), agent),
        0,
        startedAtMillis);
  }

  /**
   * Takes all back, once; completes when that is done, or can't be, and soon: a registry that is
   * away mustn't keep the agent's own entry in another, nor take its links' time to drain.
   */
  synchronized Future<Void> end() {
    if (ended == null) {
      ended = services.end().timeout(END_MILLIS, TimeUnit.MILLISECONDS).otherwiseEmpty();
    }
    return ended;
  }
}
