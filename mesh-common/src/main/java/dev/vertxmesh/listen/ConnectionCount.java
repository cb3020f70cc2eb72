package dev.vertxmesh.listen;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections there are at a port, in all and by address. One of HTTP/2 counts as {@link
 * #HTTP2}, for that's what it weighs. Thread-safe.
 */
public final class ConnectionCount {

  /**
   * How many of HTTP/1.1 one of HTTP/2 weighs as much as: with its table of headers full (RFC 7541,
   * 4.2) it takes 30 kB of the heap, and one of HTTP/1.1 takes 8.
   */
  public static final int HTTP2 = 4;

  /**
   * The same of one until its handshake by the JDK's TLS has ended, which takes 12 kB of the heap.
   */
  private static final int IN_HANDSHAKE = 2;

  private final int most;
  private final int perAddress;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger unproven = new AtomicInteger();
  private final ConcurrentMap<InetAddress, Integer> byAddress = new ConcurrentHashMap<>();

  /**
   * @param most in all
   * @param perAddress from one address; 0 for no bound of its own
   */
  public ConnectionCount(int most, int perAddress) {
    this.most = most;
    this.perAddress = perAddress;
  }

  /** What one counts as that was just accepted. */
  static int weightOf(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    return tls == null || tls.engine() instanceof ReferenceCountedOpenSslEngine ? 1 : IN_HANDSHAKE;
  }

  /** What there is now. */
  public int open() {
    return open.get();
  }

  public int most() {
    return most;
  }

  /** Whether there's no room for one more, and nobody who'd make some. */
  boolean isFull() {
    return open.get() >= most && unproven.get() == 0;
  }

  /** So many more connections, or fewer, never made a request, and would make room. */
  void onUnproven(int change) {
    unproven.addAndGet(change);
  }

  /** So much more, if there's room in all; to be given back by {@link #remove}. */
  boolean add(int weight) {
    int before;
    do { // never added and then removed: others would be refused the room that there is
      before = open.get();
      if (before + weight > most) {
        return false;
      }
    } while (!open.compareAndSet(before, before + weight));
    return true;
  }

  void remove(int weight) {
    open.addAndGet(-weight);
  }

  /** One more from an address, if it may; to be given back by {@link #removeFrom}. */
  boolean addFrom(InetAddress address) {
    if (perAddress == 0 || address == null) {
      return true;
    }
    boolean[] added = {false}; // a race between loops: the map decides
    byAddress.compute(
        address,
        (key, count) -> {
          int now = count == null ? 0 : count;
          added[0] = now < perAddress;
          return added[0] ? Integer.valueOf(now + 1) : count;
        });
    return added[0];
  }

  /** How many addresses have any now: one that has none takes no memory. */
  int addresses() {
    return byAddress.size();
  }

  void removeFrom(InetAddress address) {
    if (perAddress > 0 && address != null) {
      byAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
    }
  }
}
