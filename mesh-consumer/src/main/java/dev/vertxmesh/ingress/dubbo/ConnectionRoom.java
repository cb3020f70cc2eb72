package dev.vertxmesh.ingress.dubbo;

import io.netty.channel.Channel;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Says which connections the port takes. For one event loop.
 *
 * @param accept is told of one that was accepted; false if there's no room, and it was closed
 * @param prove is told that one has sent something whole, maybe not for the first time
 */
public record ConnectionRoom(Predicate<Channel> accept, Consumer<Channel> prove) {

  /** For any number of them. */
  public static final ConnectionRoom ENDLESS = new ConnectionRoom(channel -> true, channel -> {});
}
