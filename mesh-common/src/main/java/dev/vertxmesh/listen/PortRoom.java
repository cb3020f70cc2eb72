package dev.vertxmesh.listen;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Lets connections of one event loop in at a port that isn't HTTP's. They are of the same count as
 * those of HTTP, since they take the same heap and the same file descriptors. When there's no room,
 * the oldest that hasn't said anything whole makes some.
 */
public final class PortRoom implements AcceptBrake.Room {

  private final ConnectionCount count;
  private final ConnectionObserver observer;
  private final BooleanSupplier elsewhere;

  /** By connection the address it's from, null where it has none. */
  private final Map<Channel, InetAddress> open = new HashMap<>();

  /** Those that count as more than one, as their handshake hasn't ended. */
  private final Map<Channel, Integer> heavy = new HashMap<>();

  /** Those that haven't said anything whole, in their order. */
  private final Set<Channel> unproven = new LinkedHashSet<>();

  /**
   * @param count of all loops together
   * @param observer is told of each connection that isn't taken, or makes room
   * @param elsewhere has a connection of another port make room, where this one has none that can;
   *     false if there's none either
   */
  public PortRoom(ConnectionCount count, ConnectionObserver observer, BooleanSupplier elsewhere) {
    this.count = count;
    this.observer = observer;
    this.elsewhere = elsewhere;
  }

  /**
   * A connection was accepted, and has its TLS in its pipeline if there's any.
   *
   * @return false if there's no room, and it was closed
   */
  public boolean onAccept(Channel channel) {
    if (channel.parent() != null) {
      AcceptBrake.of(channel.parent(), this).onLooked(channel.parent());
    }
    InetAddress address =
        channel.remoteAddress() instanceof InetSocketAddress inet ? inet.getAddress() : null;
    if (!count.addFrom(address)) {
      end(channel, CloseReason.ADDRESS);
      return false;
    }
    int weight = ConnectionCount.weightOf(channel);
    if (!add(weight)) {
      count.removeFrom(address);
      end(channel, CloseReason.FULL);
      return false;
    }
    open.put(channel, address);
    if (weight > 1) {
      heavy.put(channel, weight - 1);
      SslHandler tls = channel.pipeline().get(SslHandler.class);
      tls.handshakeFuture().addListener(ended -> onLighter(channel));
    }
    unproven.add(channel);
    count.onUnproven(1);
    channel.closeFuture().addListener(closed -> onGone(channel));
    return true;
  }

  private boolean add(int weight) {
    while (!count.add(weight)) {
      if (!makeRoom() && !elsewhere.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  /** False if each of this port's has said something whole. */
  boolean makeRoom() {
    if (unproven.isEmpty()) {
      return false;
    }
    Channel oldest = unproven.iterator().next();
    onGone(oldest); // not only once it has closed, or more would have to go
    end(oldest, CloseReason.ROOM);
    return true;
  }

  private void end(Channel channel, CloseReason reason) {
    observer.onEnd(reason);
    channel.pipeline().firstContext().close(); // past Vert.x, which would flush first
  }

  /** It has said something whole; does nothing with one that has before. */
  public void onProven(Channel channel) {
    if (unproven.remove(channel)) {
      count.onUnproven(-1);
    }
  }

  /** Its handshake has ended, or it is gone. */
  private void onLighter(Channel channel) {
    Integer more = heavy.remove(channel);
    count.remove(more == null ? 0 : more);
  }

  private void onGone(Channel channel) {
    onProven(channel);
    onLighter(channel);
    if (open.containsKey(channel)) {
      count.removeFrom(open.remove(channel));
      count.remove(1);
    }
  }

  @Override
  public boolean isFull() {
    return count.isFull();
  }

  @Override
  public void onRefused(CloseReason reason) {
    observer.onEnd(reason);
  }
}
