package dev.vertxmesh.balance;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Sends a call to one of its service's endpoints. A service that has had endpoints is remembered,
 * so that one that is down is told apart from one that never was.
 */
public final class Balancer implements Caller {

  private record Group(List<? extends Endpoint> endpoints, Picker picker) {}

  /** How often the picker is asked for somebody who hasn't been tried. */
  private static final int PICKS = 3;

  private final Map<ServiceKey, Group> groups = new HashMap<>();
  private final Function<List<? extends Endpoint>, Picker> pickers;
  private final String where;

  /**
   * @param pickers makes the picker of a service from its endpoints
   * @param where this agent, as failures name it
   */
  public Balancer(Function<List<? extends Endpoint>, Picker> pickers, String where) {
    this.pickers = pickers;
    this.where = where;
  }

  /** Takes the present truth: a service keeps its picker while its endpoints stay the same. */
  public void update(Map<ServiceKey, ? extends List<? extends Endpoint>> services) {
    for (Map.Entry<ServiceKey, Group> known : groups.entrySet()) {
      if (!services.containsKey(known.getKey())) {
        known.setValue(new Group(List.of(), () -> null));
      }
    }
    services.forEach(
        (service, endpoints) -> {
          Group known = groups.get(service);
          if (known == null || !known.endpoints.equals(endpoints)) {
            groups.put(service, new Group(endpoints, pickers.apply(endpoints)));
          }
        });
  }

  /** Whether the service has, or has had, endpoints. */
  public boolean knows(ServiceKey service) {
    return groups.containsKey(service);
  }

  @Override
  public Future<Reply> call(Call call) {
    Group group = groups.get(call.target().service());
    Endpoint endpoint = group == null ? null : choose(group, call);
    if (endpoint == null) {
      call.payload().release();
      return Future.failedFuture(group == null ? noService(call) : noEndpoint(call, group));
    }
    call.takenBy(endpoint);
    return endpoint.call(call);
  }

  private static Endpoint choose(Group group, Call call) {
    Endpoint endpoint = group.picker.pick();
    Collection<Object> avoided = call.avoided();
    if (avoided.isEmpty() || !avoided.contains(endpoint)) {
      return endpoint;
    }
    return another(group, avoided);
  }

  /** Picks go by weight; who has to be found among few at last is found by looking at each. */
  private static Endpoint another(Group group, Collection<Object> avoided) {
    for (int i = 0; i < PICKS; i++) {
      Endpoint endpoint = group.picker.pick();
      if (!avoided.contains(endpoint)) {
        return endpoint;
      }
    }
    for (Endpoint endpoint : group.endpoints) {
      if (endpoint.isOpen() && !avoided.contains(endpoint)) {
        return endpoint;
      }
    }
    return null;
  }

  private CallFailure noEndpoint(Call call, Group group) {
    String reason =
        group.endpoints.isEmpty()
            ? "every instance has left the registry"
            : group.endpoints.stream().map(Endpoint::state).collect(Collectors.joining("; "));
    return new CallFailure(
        Status.UNAVAILABLE,
        where,
        "no endpoint of %s can be reached: %s".formatted(call.target().service(), reason));
  }

  private CallFailure noService(Call call) {
    ServiceKey asked = call.target().service();
    if (groups.isEmpty()) {
      return new CallFailure(
          Status.UNAVAILABLE, where, "the registry knows no instance of any service yet");
    }
    String others =
        groups.keySet().stream()
            .filter(key -> key.interfaceName().equals(asked.interfaceName()))
            .map(ServiceKey::toString)
            .sorted()
            .collect(Collectors.joining(", "));
    return new CallFailure(
        Status.NO_SERVICE,
        where,
        others.isEmpty()
            ? "interface: no service %s is registered".formatted(asked)
            : "no service %s is registered; there is %s".formatted(asked, others));
  }
}
