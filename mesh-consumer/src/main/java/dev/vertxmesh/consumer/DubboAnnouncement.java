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
 * Has Dubbo's own consumers find the port for them: it's announced in Dubbo's layout with each
 * service that the agents' own registry knows, for as long as it knows it. What is only in Dubbo's
 * layout is left out, since consumers find it there. Thread-safe.
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
  private final Map<ServiceKey, Future<Registration>> announced = new HashMap<>();
  private Set<ServiceKey> wanted = Set.of();
  private int port;
  private boolean retrying;
  private boolean ended;
  private String problem = "";

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
   * @param listening the port for Dubbo consumers
   */
  Future<Void> begin(int listening) {
    port = listening;
    return own.watch(this::onInstances);
  }

  private synchronized void onInstances(List<Instance> instances) {
    if (ended) {
      return;
    }
    Set<ServiceKey> services =
        instances.stream()
            .flatMap(instance -> instance.services().stream())
            .collect(Collectors.toUnmodifiableSet());
    if (!services.equals(wanted)) {
      LOG.log(
          Level.INFO,
          "announcing {0} services to Dubbo consumers, at {1}",
          services.size(),
          new HostPort(host, port));
      wanted = services;
      settle();
    }
  }

  /**
   * Brings about what is wanted. What is still being announced is withdrawn, or not, when that has
   * ended.
   *
   * @return completes when all is withdrawn that isn't wanted
   */
  private synchronized Future<Void> settle() {
    List<Future<Void>> leaving = new ArrayList<>();
    for (ServiceKey service : List.copyOf(announced.keySet())) {
      Future<Registration> said = announced.get(service);
      if (!wanted.contains(service) && said.isComplete()) {
        announced.remove(service);
        if (said.succeeded()) {
          leaving.add(said.result().withdraw());
        }
      }
    }
    for (ServiceKey service : wanted) {
      if (!announced.containsKey(service)) {
        announce(service);
      }
    }
    return Future.join(leaving).onFailure(this::note).mapEmpty();
  }

  private void announce(ServiceKey service) {
    Future<Registration> said = dubbo.announce(instance(service));
    announced.put(service, said);
    said.onComplete(
        done -> {
          if (done.failed()) {
            onFailure(service, done.cause());
          } else {
            onSaid(service);
          }
        });
  }

  private Instance instance(ServiceKey service) {
    String id = Instance.newId(host, port);
    return new Instance(
        Protocol.DUBBO, id, host, port, List.of(service), WEIGHT, Map.of(), 0, startedAtMillis);
  }

  private synchronized void onSaid(ServiceKey service) {
    problem = "";
    if (!wanted.contains(service)) {
      settle();
    }
  }

  private synchronized void onFailure(ServiceKey service, Throwable error) {
    note(error);
    if (error instanceof IllegalArgumentException) {
      return; // nor can it be written the next time
    }
    announced.remove(service);
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
