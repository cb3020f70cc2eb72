package dev.vertxmesh.simulation.net;

import dev.vertxmesh.simulation.world.World;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * What one host's kernel has of a connection: what came and wasn't read, and what is under way to
 * the other end. Packets of one direction arrive in their order, or wait while the line is cut.
 */
final class End {

  private final Network net;
  private final String host;
  private final ArrayDeque<byte[]> inbox = new ArrayDeque<>();
  private final ArrayDeque<Runnable> flight = new ArrayDeque<>();
  private SimChannel channel;
  private End peer;
  private Line there;
  private InetSocketAddress local;
  private InetSocketAddress remote;
  private int inboxBytes;
  private int unread;
  private int held;
  private long lastArrival;
  private boolean ended;
  private boolean reset;
  private boolean closed;
  private boolean vanished;

  /**
   * @param channel null until it's accepted
   */
  End(Network net, String host, SimChannel channel) {
    this.net = net;
    this.host = host;
    this.channel = channel;
  }

  void join(End other) {
    peer = other;
    other.peer = this;
    there = net.line(host, other.host);
    other.there = net.line(other.host, host);
  }

  void addresses(InetSocketAddress own, InetSocketAddress others) {
    local = own;
    remote = others;
  }

  InetSocketAddress local() {
    return local;
  }

  InetSocketAddress remote() {
    return remote;
  }

  String host() {
    return host;
  }

  void accepted(SimChannel by) {
    channel = by;
  }

  boolean isOpen() {
    return !closed && !vanished;
  }

  /** Whether both ends have it. */
  boolean isWhole() {
    return isOpen() && peer.isOpen();
  }

  int room() {
    return net.options().buffer() - unread;
  }

  /** Bytes leave, in pieces. */
  void send(byte[] bytes) {
    if (!isOpen()) {
      return; // the process is gone
    }
    unread += bytes.length;
    SplittableRandom random = net.random();
    int from = 0;
    for (int pieces = random.nextInt(net.options().mostPieces()); from < bytes.length; pieces--) {
      int left = bytes.length - from;
      // mostly within a frame's head, where a cut hurts most
      int length =
          pieces <= 0 ? left : 1 + random.nextInt(random.nextBoolean() ? left : Math.min(left, 40));
      byte[] piece =
          from == 0 && length == left ? bytes : Arrays.copyOfRange(bytes, from, from + length);
      packet(() -> peer.onBytes(piece));
      from += length;
    }
  }

  /** Arrives behind what was sent before, as TCP has it. */
  private void packet(Runnable arrives) {
    flight.add(arrives);
    lastArrival = Math.max(lastArrival + 1, net.arrives(there));
    net.world().at(lastArrival, this::deliverNext);
  }

  private void deliverNext() {
    if (vanished && net.isDark(host)) {
      return; // it was in a host that is off
    }
    if (!net.isReachable(there)) {
      held++;
      return;
    }
    Runnable next = flight.poll();
    if (next != null) { // else the host was off meanwhile
      next.run();
    }
  }

  /** The line is whole again: what waited is sent once more. */
  void sendHeld() {
    if (net.isReachable(there)) {
      while (held > 0) {
        held--;
        lastArrival = Math.max(lastArrival + 1, net.arrives(there));
        net.world().at(lastArrival, this::deliverNext);
      }
    }
  }

  private void onBytes(byte[] bytes) {
    if (!isOpen()) {
      refuse();
    } else if (!reset) {
      inbox.add(bytes);
      inboxBytes += bytes.length;
      wakeReader();
    }
  }

  /** Nobody is there for what came: says so, if the host is there. */
  private void refuse() {
    if (!net.isDark(host)) {
      packet(peer::onReset);
    }
  }

  private void onEnd() {
    if (isOpen()) {
      ended = true;
      wakeReader();
    }
  }

  private void onReset() {
    if (isOpen() && !reset) {
      reset = true;
      inbox.clear();
      inboxBytes = 0;
      wakeReader();
    }
  }

  private void onRoom(int bytes) {
    unread -= bytes;
    if (isOpen() && channel != null) {
      channel.eventLoop().execute(channel::onRoom);
    }
  }

  private void wakeReader() {
    if (channel != null) {
      channel.wakeReader();
    }
  }

  /** Whether the reader would be told something. */
  boolean isReadable() {
    return inboxBytes > 0 || ended || reset;
  }

  boolean isReset() {
    return reset;
  }

  int available() {
    return inboxBytes;
  }

  /** Takes the next bytes out, which makes room at the other end. */
  byte[] read(int most) {
    byte[] first = inbox.poll();
    if (first.length > most) {
      inbox.addFirst(Arrays.copyOfRange(first, most, first.length));
      first = Arrays.copyOf(first, most);
    }
    inboxBytes -= first.length;
    int length = first.length;
    packet(() -> peer.onRoom(length));
    return first;
  }

  /** The process has closed it. What wasn't read is lost, and the other side told so. */
  void close() {
    if (!isOpen()) {
      return;
    }
    closed = true;
    if (reset) {
      return;
    }
    packet(inboxBytes > 0 ? peer::onReset : peer::onEnd);
    inbox.clear();
    inboxBytes = 0;
  }

  /** The client has given up before it heard that it's connected: the server doesn't know. */
  void neverMade() {
    net.world().note(host, "net.half-open", local.getPort(), 0);
    closed = true;
  }

  /** The process is gone. */
  void processGone() {
    close();
    channel = null;
  }

  /** The host is gone. */
  void vanish() {
    vanished = true;
    channel = null;
    inbox.clear();
    inboxBytes = 0;
    flight.clear();
  }

  /** Both ends are told that there's no such connection. */
  void breakBoth() {
    World world = net.world();
    world.note(host, "net.break", local.getPort(), 0);
    onReset();
    peer.onReset();
  }

  static IOException resetByPeer() {
    return new IOException("Connection reset by peer");
  }
}
