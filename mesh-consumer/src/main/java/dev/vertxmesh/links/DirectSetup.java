package dev.vertxmesh.links;

import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import io.vertx.core.Context;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * What one event loop's connections straight to providers have in common.
 *
 * @param context the verticle's own
 * @param kinds the protocols that providers may speak, by their names
 * @param plainText to whom calls may go in plain text
 * @param loops how many event loops share a provider's limit
 * @param types what the registry tells of a provider's; null if nothing
 */
public record DirectSetup(
    Context context,
    Map<String, BackendFactory> kinds,
    PlainTextRule plainText,
    int loops,
    LongSupplier nanoClock,
    BiFunction<Instance, ServiceKey, ServiceTypes> types) {

  /** Where plain text may go to anybody, and no registry tells of types. */
  public DirectSetup(
      Context context, Map<String, BackendFactory> kinds, int loops, LongSupplier nanoClock) {
    this(context, kinds, PlainTextRule.ANY, loops, nanoClock, (instance, service) -> null);
  }

  boolean knows(Protocol protocol) {
    return kinds.containsKey(protocol.name());
  }

  /**
   * A provider without an agent, which is connected to unless that would be in plain text.
   *
   * @param atOnce whether it's connected to now, or when one of its services is called; if nobody
   *     tells those, it has to be asked
   */
  RemoteEndpoint endpoint(Instance instance, boolean atOnce, Runnable onServices) {
    String refusal = plainText.refusal(instance);
    if (refusal != null) {
      plainText.warn(instance, refusal);
      return new RefusedEndpoint(instance, refusal);
    }
    return atOnce || instance.services().isEmpty()
        ? new DirectEndpoint(instance, this, onServices)
        : new SleepingEndpoint(instance, told -> new DirectEndpoint(told, this, onServices));
  }

  Backend open(Protocol protocol, BackendOwner owner) {
    return kinds.get(protocol.name()).open(owner, context);
  }
}
