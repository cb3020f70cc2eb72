package dev.vertxmesh.consumer;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.announced.AnnouncedServices;
import dev.vertxmesh.launch.settings.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;

/**
 * Has Dubbo's own consumers find this agent: it's announced in Dubbo's layout with each service
 * that the agents' own registry knows, for as long as it knows it. A service that gRPC servers
 * alone have is called by Triple, at the port for gRPC, and any other at the port for Dubbo's
 * protocol. What is only in Dubbo's layout is left out, since consumers find it there. Thread-safe.
 */
final class DubboAnnouncement {

  private final Registry own;
  private final AnnouncedServices services;
  private final String host;
  private final long startedAtMillis = System.currentTimeMillis();
  private volatile int dubboPort;
  private volatile int grpcPort;

  /**
   * @param host where Dubbo consumers reach this agent
   * @throws StartFailure if there's no place in the registry to announce it
   */
  DubboAnnouncement(Vertx vertx, Registry registry, String host) {
    this.own = registry.own();
    this.host = host;
    try {
      this.services = new AnnouncedServices(vertx, registry, this::instance);
    } catch (IllegalArgumentException e) {
      throw new StartFailure(e.getMessage(), null);
    }
  }

  /**
   * Completes when it's known which services there are; whatever can't be announced is tried on.
   *
   * @param listeningForDubbo the port for Dubbo's protocol
   * @param listeningForGrpc the port for all others
   */
  Future<Void> begin(int listeningForDubbo, int listeningForGrpc) {
    dubboPort = listeningForDubbo;
    grpcPort = listeningForGrpc;
    return own.watch(services::announce);
  }

  private Instance instance(AnnouncedServices.Offer offer) {
    int port = offer.protocol().equals(Protocol.GRPC) ? grpcPort : dubboPort;
    return new Instance(
        offer.protocol(),
        Instance.newId(host, port),
        host,
        port,
        List.of(offer.service()),
        AnnouncedServices.WEIGHT,
        Map.of(),
        0,
        startedAtMillis);
  }

  /** Takes all back; completes when that is done, or can't be. */
  Future<Void> end() {
    return services.end();
  }
}
