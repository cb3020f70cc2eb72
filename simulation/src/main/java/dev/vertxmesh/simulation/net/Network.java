package dev.vertxmesh.simulation.net;

import dev.vertxmesh.simulation.world.World;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** All hosts, the lines between them, who listens, and every connection. */
public final class Network {

  private final World world;
  private final SplittableRandom random;
  private final NetworkOptions options;
  private final Map<String, Line> lines = new LinkedHashMap<>();
  private final Set<String> dark = new HashSet<>();
  private final Map<String, SimServerChannel> listeners = new LinkedHashMap<>();
  private final List<End> ends = new ArrayList<>();
  private final List<SimChannel> channels = new ArrayList<>();
  private int ports = 40_000;

  public Network(World world, NetworkOptions options) {
    this.world = world;
    this.random = world.split();
    this.options = options;
  }

  World world() {
    return world;
  }

  SplittableRandom random() {
    return random;
  }

  NetworkOptions options() {
    return options;
  }

  public Line line(String from, String to) {
    return lines.computeIfAbsent(
        from + ">" + to, key -> new Line(from, options.latency(), options.jitter()));
  }

  /** Every line is as it was in the beginning. */
  public void healAll() {
    for (Line line : lines.values()) {
      line.slow(options.latency(), options.jitter());
      line.cut(false);
    }
    List.copyOf(ends).forEach(End::sendHeld);
  }

  /** Nothing gets through from one to the other until it's {@link #heal healed}. */
  public void cut(String from, String to) {
    line(from, to).cut(true);
  }

  public void heal(String from, String to) {
    Line line = line(from, to);
    if (line.isCut()) {
      line.cut(false);
      List.copyOf(ends).forEach(End::sendHeld);
    }
  }

  /** When a packet that's sent now would arrive, in nanoseconds. */
  public long arrives(Line line) {
    long jitter = line.jitter() > 0 ? random.nextLong(line.jitter()) : 0;
    return world.now() + line.latency() + jitter;
  }

  boolean isReachable(Line line) {
    return !line.isCut() && !isDark(line.from());
  }

  /** Whether its power is off. */
  boolean isDark(String host) {
    return dark.contains(host);
  }

  int nextPort() {
    return ports++;
  }

  /** An address as programs see it; the host is its number, so nothing is looked up. */
  static InetSocketAddress address(String host, int port) {
    return new InetSocketAddress(NetUtil.createInetAddressFromIpAddressString(host), port);
  }

  private static String key(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  void listen(InetSocketAddress address, SimServerChannel channel) throws IOException {
    if (listeners.putIfAbsent(key(address), channel) != null) {
      throw new BindException("Address already in use");
    }
  }

  void unlisten(InetSocketAddress address, SimServerChannel channel) {
    listeners.remove(key(address), channel);
  }

  void add(SimChannel channel) {
    channels.add(channel);
  }

  /** The first channel that some process hasn't closed; null if all have. */
  public String unclosed() {
    return channels.stream()
        .filter(channel -> channel.isRegistered() && !channel.isGone())
        .findFirst()
        .map(SimChannel::describe)
        .orElse(null);
  }

  void add(End end) {
    ends.add(end);
  }

  /** A SYN is on its way; what comes of it the channel is told, if anything does. */
  void connect(SimChannel client, String from, InetSocketAddress to) {
    String host = to.getHostString();
    if (line(from, host).isCut()) {
      return; // it would be sent again, but nobody waits for so long
    }
    world.at(arrives(line(from, host)), () -> onSyn(client, from, to));
  }

  private void onSyn(SimChannel client, String from, InetSocketAddress to) {
    String host = to.getHostString();
    if (isDark(host)) {
      return;
    }
    SimServerChannel listener = listeners.get(key(to));
    if (listener == null) {
      answer(
          client,
          host,
          from,
          0,
          () -> client.refused(new ConnectException("Connection refused")),
          () -> {});
      return;
    }
    End near = new End(this, from, client);
    End far = new End(this, host, null);
    near.join(far);
    far.addresses(to, client.local());
    near.addresses(client.local(), to);
    add(near);
    add(far);
    world.note(host, "net.accept", client.local().getPort(), 0);
    listener.offer(far);
    long late = random.nextInt(1_000) < options.lateAccepts() ? World.millis(1_500) : 0;
    answer(client, host, from, late, () -> client.connected(near), near::neverMade);
  }

  private void answer(
      SimChannel client, String host, String from, long late, Runnable told, Runnable missed) {
    world.at(
        arrives(line(host, from)) + late,
        () -> {
          if (isReachable(line(host, from)) && !client.isGone()) {
            client.eventLoop().execute(told);
          } else {
            missed.run();
          }
        });
  }

  /** The process is gone; its kernel closes what it had. */
  public void kill(String host) {
    listeners.values().removeIf(channel -> channel.host().equals(host));
    endsOf(host).forEach(End::processGone);
  }

  /** The host is gone without a word; nobody hears of it. */
  public void powerOff(String host) {
    listeners.values().removeIf(channel -> channel.host().equals(host));
    dark.add(host);
    endsOf(host).forEach(End::vanish);
  }

  /** It's there again, and knows of no connection. */
  public void powerOn(String host) {
    dark.remove(host);
  }

  /** Breaks one connection between hosts, as a router does that has forgotten it. */
  public boolean breakOne() {
    List<End> whole = ends.stream().filter(End::isWhole).toList();
    if (whole.isEmpty()) {
      return false;
    }
    whole.get(random.nextInt(whole.size())).breakBoth();
    return true;
  }

  /** Connections that either end still has open. */
  public int open() {
    return (int) ends.stream().filter(End::isOpen).count();
  }

  private List<End> endsOf(String host) {
    return ends.stream().filter(end -> end.isOpen() && end.host().equals(host)).toList();
  }
}
