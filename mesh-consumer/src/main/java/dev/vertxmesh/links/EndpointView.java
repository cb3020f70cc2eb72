package dev.vertxmesh.links;

import dev.vertxmesh.call.ServiceKey;
import java.util.List;

/**
 * An endpoint as one event loop sees it at a moment.
 *
 * @param note what the state is about, for a person to read
 * @param inFlight calls that this loop has in flight there
 * @param credit calls that it may have in flight there
 */
public record EndpointView(
    String address,
    List<ServiceKey> services,
    int weight,
    String state,
    String note,
    int inFlight,
    int credit) {

  static EndpointView of(LinkEndpoint endpoint) {
    return new EndpointView(
        endpoint.address().toString(),
        endpoint.instance().services(),
        endpoint.weight(),
        endpoint.stateName(),
        endpoint.state(),
        endpoint.inFlight(),
        endpoint.credit());
  }

  /** The same endpoint, with what another loop has there. */
  public EndpointView plus(EndpointView other) {
    return new EndpointView(
        address,
        services,
        weight,
        state,
        note,
        inFlight + other.inFlight,
        Math.max(credit, other.credit));
  }
}
