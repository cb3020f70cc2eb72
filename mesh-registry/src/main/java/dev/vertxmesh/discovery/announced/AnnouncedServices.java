package dev.vertxmesh.discovery.announced;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Has Dubbo's own consumers find services of agents: each is announced in Dubbo's layout for as
 * long as some agent has it. A service that gRPC servers alone have is called by Triple, and any
 * other by Dubbo's protocol. Thread-safe.
 */
public final class AnnouncedServices {

  private static final Logger LOG = System.getLogger(AnnouncedServices.class.getName());
  private static final long RETRY_MILLIS = 1_000;

  /** Where there's nothing to withdraw. */
  private static final Future<Void> NONE = Future.succeededFuture();

  /** Dubbo's own, which every provider has that doesn't say another. */
  public static final int WEIGHT = 100;

  /**
   * A service by the protocol that Dubbo's consumers call it by.
   *
   * @param protocol Dubbo's or gRPC's
   */
  public record Offer(ServiceKey service, Protocol protocol) {

    /** The same service by the other protocol. */
    Offer other() {
      return new Offer(service, protocol.equals(Protocol.GRPC) ? Protocol.DUBBO : Protocol.GRPC);
    }
  }

  private final Vertx vertx;
  private final Registry dubbo;
  private final Function<Offer, Instance> instances;
  private final Map<Offer, Future<Registration>> announced = new HashMap<>();
  private Set<Offer> wanted = Set.of();
  private boolean retrying;
  private boolean ended;
  private String problem = "";

  /**
   * @param instances what is announced of each
   * @throws IllegalArgumentException if Dubbo's consumers don't look into this registry
   */
  public AnnouncedServices(Vertx vertx, Registry registry, Function<Offer, Instance> instances) {
    this.vertx = vertx;
    this.instances = instances;
    this.dubbo =
        registry
            .dubbo()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--announce-dubbo: Dubbo consumers don't look into %s; expected --registry"
                                .formatted(registry.describe())
                            + " zookeeper://…, nacos://…, or etcd://… with dubbo=ROOT, such as"
                            + " ?dubbo=/dubbo"));
  }

  /** Announces what these agents serve, and from now on nothing else. */
  public synchronized void announce(List<Instance> agents) {
    if (ended) {
      return;
    }
    Set<Offer> offers = offers(agents);
    if (!offers.equals(wanted)) {
      LOG.log(
          Level.INFO,
          "announcing {0} services to Dubbo consumers{1}",
          offers.isEmpty() ? "no" : offers.size(),
          places(offers).stream().map(one -> ", at " + one).collect(Collectors.joining()));
      wanted = offers;
      settle();
    }
  }

  private Set<HostPort> places(Set<Offer> offers) {
    return offers.stream().map(instances).map(Instance::address).collect(Collectors.toSet());
  }

  /** Each service once: a consumer would take two ports for two providers of it. */
  private static Set<Offer> offers(List<Instance> agents) {
    Map<ServiceKey, Protocol> protocols = new HashMap<>();
    for (Instance agent : agents) {
      Protocol protocol = protocol(agent);
      for (ServiceKey service : agent.services()) {
        protocols.merge(
            service, protocol, (one, other) -> one.equals(other) ? one : Protocol.DUBBO);
      }
    }
    return protocols.entrySet().stream()
        .map(one -> new Offer(one.getKey(), one.getValue()))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Of an agent, what its provider speaks; one that doesn't tell is older than gRPC's was told. */
  private static Protocol protocol(Instance agent) {
    boolean isGrpc =
        agent.protocol().equals(Protocol.GRPC)
            || agent.fronts().stream().anyMatch(one -> one.protocol().equals(Protocol.GRPC));
    return isGrpc ? Protocol.GRPC : Protocol.DUBBO;
  }

  /**
   * Brings about what is wanted. What is still being announced is withdrawn, or not, when that has
   * ended, for which the end of all waits; and what has another protocol now, when it's announced
   * by that: consumers mustn't find nobody in between.
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
      boolean isSettled = said.isComplete() || ended;
      if (!wanted.contains(offer) && isSettled && !isAwaited(offer.other())) {
        announced.remove(offer);
        leaving.add(said.transform(done -> done.succeeded() ? done.result().withdraw() : NONE));
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
    Future<Registration> said = dubbo.announce(instances.apply(offer));
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

  private synchronized void onSaid(Offer offer) {
    problem = "";
    if (!wanted.contains(offer) || announced.containsKey(offer.other())) {
      settle();
    }
  }

  private synchronized void onFailure(Offer offer, Throwable error) {
    note(error);
    if (ended || error instanceof IllegalArgumentException) {
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
  public synchronized Future<Void> end() {
    ended = true;
    wanted = Set.of();
    return settle().otherwiseEmpty();
  }
}
