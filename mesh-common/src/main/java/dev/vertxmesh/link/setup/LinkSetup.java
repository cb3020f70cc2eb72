package dev.vertxmesh.link.setup;

import dev.vertxmesh.link.tls.LinkTls;
import io.vertx.core.Vertx;
import java.util.function.LongSupplier;

/**
 * What all links of one event loop have in common.
 *
 * @param name this agent and its version, for the other side's people and for failures
 * @param bounds shared with the links of other event loops
 * @param nanoClock {@link System#nanoTime} outside of tests
 * @param tls null for plain text
 */
public record LinkSetup(
    Vertx vertx,
    String name,
    LinkOptions options,
    LinkBounds bounds,
    LinkMeter meter,
    LongSupplier nanoClock,
    LinkTls tls) {

  /** In plain text. */
  public LinkSetup(
      Vertx vertx,
      String name,
      LinkOptions options,
      LinkBounds bounds,
      LinkMeter meter,
      LongSupplier nanoClock) {
    this(vertx, name, options, bounds, meter, nanoClock, null);
  }

  /** The same with bounds of its own. */
  public LinkSetup(
      Vertx vertx, String name, LinkOptions options, LinkMeter meter, LongSupplier nanoClock) {
    this(
        vertx,
        name,
        options,
        LinkBounds.of(Runtime.getRuntime().maxMemory(), options.maxMessage(), 0),
        meter,
        nanoClock);
  }

  /**
   * The same over TLS.
   *
   * @param other null for plain text
   */
  public LinkSetup over(LinkTls other) {
    return new LinkSetup(vertx, name, options, bounds, meter, nanoClock, other);
  }
}
