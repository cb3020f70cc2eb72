package dev.vertxmesh.consumer;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.launch.settings.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Has Dubbo's own consumers find this agent: it's announced in Dubbo's layout with each service
 * that the agents' own registry knows, for as long as it knows it. A service that gRPC servers
 * alone have is called by Triple, at the port for gRPC, and any other at the port for Dubbo's
 * protocol. What is only in Dubbo's layout is left out, since consumers find it there. Thread-safe.
 */
final class DubboAnnouncement {

  private static final Logger LOG = System.getLogger(DubboAnnouncement.class.getName());
  private static final long RETRY_MILLIS = 1_000;

  /** Dubbo's own, which every provider has that doesn't say another. */
  private static final int WEIGHT = 100;

  private final Vertx vertx;
  private final Registry own;
  private final Registry dubbo;
  private final String host;
  private final long startedAtMillis = System.currentTimeMillis();
  private final Map<Offer, Future<Registration>> announced = new HashMap<>();
  private Set<Offer> wanted = Set.of();
  private int dubboPort;
  private int grpcPort;
  private boolean retrying;
  private boolean ended;
  private String problem = "";

  private record Offer(ServiceKey service, Protocol protocol) {

    /** The same service by the other protocol. */
    Offer other() {
      return new Offer(service, protocol.equals(Protocol.GRPC) ? Protocol.DUBBO : Protocol.GRPC);
    }
  }

  /**
   * @param host where Dubbo consumers reach this agent
   * @throws StartFailure if there's no place in the registry to announce it
   */
  DubboAnnouncement(Vertx vertx, Registry registry, String host) {
    this.vertx = vertx;
    this.host = host;
    this.own = registry.own();
    this.dubbo =
        registry
            .dubbo()
            .orElseThrow(
                () ->
                    new StartFailure(
                        "--announce-dubbo: Dubbo consumers don't look into %s; expected --registry"
                                .formatted(registry.describe())
                            + " zookeeper://…, nacos://…, or etcd://… with dubbo=ROOT, such as"
                            + " ?dubbo=/dubbo",
                        null));
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
    return own.watch(this::onInstances);
  }

  private synchronized void onInstances(List<Instance> instances) {
    if (ended) {
      return;
    }
    Set<Offer> offers = offers(instances);
    if (!offers.equals(wanted)) {
      LOG.log(
          Level.INFO,
          "announcing {0} services to Dubbo consumers, at {1}, and by Triple at {2}",
          offers.size(),
          new HostPort(host, dubboPort),
          new HostPort(host, grpcPort));
      wanted = offers;
      settle();
    }
  }

  /** Each service once: a consumer would take two ports for two providers of it. */
  private static Set<Offer> offers(List<Instance> instances) {
    Map<ServiceKey, Protocol> protocols = new HashMap<>();
    for (Instance instance : instances) {
      Protocol protocol = protocol(instance);
      for (ServiceKey service : instance.services()) {
        protocols.merge(
            service, protocol, (one, other) -> one.equals(other) ? one : Protocol.DUBBO);
      }
    }
    return protocols.entrySet().stream()
        .map(one -> new Offer(one.getKey(), one.getValue()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Of an agent, what its provider speaks; one that doesn't tell is older than gRPC's was told. */
  private static Protocol protocol(Instance instance) {
    boolean isGrpc =
        instance.protocol().equals(Protocol.GRPC)
            || instance.fronts().stream().anyMatch(one -> one.protocol().equals(Protocol.GRPC));
    return isGrpc ? Protocol.GRPC : Protocol.DUBBO;
  }

  /**
   * Brings about what is wanted. What is still being announced is withdrawn, or not, when that has
   * ended; and what has another protocol now, when it's announced by that: consumers mustn't find
   * nobody in between.
   *
   * @return completes when all is withdrawn that isn't wanted
   */
  private synchronized Future<Void> settle() {
    for (Offer offer : wanted) {
      if (!announced.containsKey(offer)) {
        announce(offer);
      }
    }
    List<Future<Void>> leaving = new ArrayList<>();
    for (Offer offer : List.copyOf(announced.keySet())) {
      Future<Registration> said = announced.get(offer);
      if (!wanted.contains(offer) && said.isComplete() && !isAwaited(offer.other())) {
        announced.remove(offer);
        if (said.succeeded()) {
          leaving.add(said.result().withdraw());
        }
      }
    }
    return Future.join(leaving).onFailure(this::note).mapEmpty();
  }

  /** Whether it's about to be there. */
  private boolean isAwaited(Offer offer) {
    Future<Registration> said = announced.get(offer);
    return wanted.contains(offer) && (said == null || !said.isComplete());
  }

  private void announce(Offer offer) {
    Future<Registration> said = dubbo.announce(instance(offer));
    announced.put(offer, said);
    said.onComplete(
        done -> {
          if (done.failed()) {
            onFailure(offer, done.cause());
          } else {
            onSaid(offer);
          }
        });
  }

  private Instance instance(Offer offer) {
    int port = offer.protocol.equals(Protocol.GRPC) ? grpcPort : dubboPort;
    return new Instance(
        offer.protocol,
        Instance.newId(host, port),
        host,
        port,
        List.of(offer.service),
        WEIGHT,
        Map.of(),
        0,
        startedAtMillis);
  }

  private synchronized void onSaid(Offer offer) {
    problem = "";
    if (!wanted.contains(offer) || announced.containsKey(offer.other())) {
      settle();
    }
  }

  private synchronized void onFailure(Offer offer, Throwable error) {
    note(error);
    if (error instanceof IllegalArgumentException) {
      return; // nor can it be written the next time
    }
    announced.remove(offer);
    if (!retrying) {
      retrying = true;
      vertx.setTimer(
          RETRY_MILLIS,
          id -> {
            synchronized (this) {
              retrying = false;
              settle();
            }
          });
    }
  }

  private synchronized void note(Throwable error) {
    String why = String.valueOf(error.getMessage());
    if (!why.equals(problem)) {
      problem = why;
      LOG.log(Level.WARNING, "Dubbo consumers can''t be told of a change: {0}", why);
    }
  }

  /** Takes all back; completes when that is done, or can't be. */
  synchronized Future<Void> end() {
    ended = true;
    wanted = Set.of();
    return settle().otherwiseEmpty();
  }
}
