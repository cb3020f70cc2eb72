package dev.vertxmesh.links;

import dev.vertxmesh.call.ServiceKey;
import java.util.List;
import java.util.Map;

/**
 * An endpoint as one event loop sees it at a moment.
 *
 * @param address {@code HOST:PORT} of an agent, {@code PROTOCOL://HOST:PORT} of a provider without
 *     one
 * @param tags the registry's words about it
 * @param note what there is to know about it, for a person to read; may be empty
 * @param inFlight calls that this loop has in flight there
 * @param credit calls that it may have in flight there
 * @param rttMicros the link's last round trip; 0 when none was measured
 */
public record EndpointView(
    String address,
    List<ServiceKey> services,
    int weight,
    Map<String, String> tags,
    String state,
    String note,
    int inFlight,
    int credit,
    long rttMicros) {

  /** The same endpoint, with what another loop has there. */
  public EndpointView plus(EndpointView other) {
    return new EndpointView(
        address,
        services,
        weight,
        tags,
        state,
        note,
        inFlight + other.inFlight,
        Math.max(credit, other.credit),
        Math.max(rttMicros, other.rttMicros));
  }
}
