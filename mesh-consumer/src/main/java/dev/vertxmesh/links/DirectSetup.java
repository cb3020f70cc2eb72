package dev.vertxmesh.links;

import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.discovery.Protocol;
import io.vertx.core.Context;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What one event loop's connections straight to providers have in common.
 *
 * @param context the verticle's own
 * @param kinds the protocols that providers may speak, by their names
 * @param plainText to whom calls may go in plain text
 * @param loops how many event loops share a provider's limit
 */
public record DirectSetup(
    Context context,
    Map<String, BackendFactory> kinds,
    PlainTextRule plainText,
    int loops,
    LongSupplier nanoClock) {

  /** Where plain text may go to anybody. */
  public DirectSetup(
      Context context, Map<String, BackendFactory> kinds, int loops, LongSupplier nanoClock) {
    this(context, kinds, PlainTextRule.ANY, loops, nanoClock);
  }

  boolean knows(Protocol protocol) {
    return kinds.containsKey(protocol.name());
  }

  Backend open(Protocol protocol, BackendOwner owner) {
    return kinds.get(protocol.name()).open(owner, context);
  }
}
