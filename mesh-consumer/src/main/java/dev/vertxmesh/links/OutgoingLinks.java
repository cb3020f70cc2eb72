package dev.vertxmesh.links;

import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.link.tls.LinkTls;
import dev.vertxmesh.net.SocketSetup;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import java.util.function.Supplier;

/**
 * How an agent's links are made, on whatever event loop.
 *
 * @param name this agent and its version
 * @param meter one for each event loop
 * @param tls null for plain text
 */
public record OutgoingLinks(
    String name, LinkOptions options, Supplier<LinkMeter> meter, LinkTls tls) {

  public LinkSetup setup(Vertx vertx) {
    return new LinkSetup(vertx, name, options, meter.get(), System::nanoTime).over(tls);
  }

  /** Connects now, and with newer certificates once there are some. */
  public NetClient client(Vertx vertx) {
    return tls == null ? vertx.createNetClient(SocketSetup.client()) : tls.client(vertx);
  }

  /** Looks for newer certificates no more. */
  public void close() {
    if (tls != null) {
      tls.close();
    }
  }
}
