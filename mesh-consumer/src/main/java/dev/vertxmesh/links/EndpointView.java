package dev.vertxmesh.links;

import dev.vertxmesh.call.ServiceKey;
import java.util.List;

/**
 * An endpoint as one event loop sees it at a moment.
 *
 * @param note what the state is about, for a person to read; empty when it is open
 * @param inFlight calls that this loop has in flight there
 * @param credit calls that it may have in flight there
 * @param rttMicros the link's last round trip; 0 when none was measured
 */
public record EndpointView(
    String address,
    List<ServiceKey> services,
    int weight,
    String state,
    String note,
    int inFlight,
    int credit,
    long rttMicros) {

  static EndpointView of(LinkEndpoint endpoint) {
    return new EndpointView(
        endpoint.address().toString(),
        endpoint.instance().services(),
        endpoint.weight(),
        endpoint.stateName(),
        endpoint.isOpen() ? "" : endpoint.state(),
        endpoint.inFlight(),
        endpoint.credit(),
        endpoint.roundTripNanos() / 1_000);
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
        Math.max(credit, other.credit),
        Math.max(rttMicros, other.rttMicros));
  }
}
