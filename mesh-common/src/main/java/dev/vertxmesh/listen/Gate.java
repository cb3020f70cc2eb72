package dev.vertxmesh.listen;

import dev.vertxmesh.memory.MemoryBudget;
import dev.vertxmesh.net.SocketBacklog;
import dev.vertxmesh.net.UnreadTime;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Lets connections of one event loop in, and looks at all of them once a second; while there are
 * none there's no timer. Time here goes on by at most two intervals from one look to the next: when
 * the loop has stood still, what has come in the meantime is read before anybody is late.
 *
 * <p>When there's no room, the oldest connection that never made a request makes some. Who is in
 * service isn't touched for who comes.
 */
public final class Gate implements AcceptBrake.Room {

  private static final long LONGEST_INTERVAL_MILLIS = 1_000;

  /** Looks within the shortest bound, which make it right to a quarter. */
  private static final int LOOKS = 4;

  /** While more than seven eighths are taken, this long is idle enough to make room. */
  private static final long PRESSED_IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** That a connection may wait to be accepted by an agent that has just begun and is behind. */
  private static final long MOST_UNREAD_MILLIS = 3_000;

  private final Vertx vertx;
  private final ListenOptions options;
  private final ConnectionCount count;
  private final ConnectionObserver observer;
  private final LongSupplier nanoClock;
  private final long interval;
  private final Set<ConnectionGuard> open = new LinkedHashSet<>();
  private final HeldBytes held;
  private final OpenStreams streams;

  /** Those that haven't made a request, in their order. */
  private final Set<ConnectionGuard> unproven = new LinkedHashSet<>();

  private long now;
  private long lookedAt;
  private boolean watching;
  private PausedReads heldReads;
  private PortRoom otherPort;
  private volatile BooleanSupplier isCold = () -> false;

  /**
   * @param count of all loops together
   * @param observer is told of each connection that isn't taken, or is ended here
   */
  public Gate(
      Vertx vertx,
      ListenOptions options,
      ConnectionCount count,
      ConnectionObserver observer,
      LongSupplier nanoClock) {
    this(vertx, options, count, observer, nanoClock, MemoryBudget.ofStanding());
  }

  Gate(
      Vertx vertx,
      ListenOptions options,
      ConnectionCount count,
      ConnectionObserver observer,
      LongSupplier nanoClock,
      MemoryBudget heap) {
    this.vertx = vertx;
    this.options = options;
    this.count = count;
    this.observer = observer;
    this.nanoClock = nanoClock;
    this.held = new HeldBytes(options.heldBytes(), heap, open);
    this.streams = new OpenStreams(options, heap);
    long shortest = Math.min(options.headMillis(), options.idleMillis());
    this.interval = Math.max(1, Math.min(LONGEST_INTERVAL_MILLIS, shortest / LOOKS));
  }

  /** Those that are refused call after call aren't read for a while. */
  public void hold(PausedReads reads) {
    heldReads = reads;
  }

  /**
   * What has waited too long to be accepted is closed.
   *
   * @param loopIsCold whether the agent has just begun and is behind, which any thread may ask
   */
  public void closeLate(BooleanSupplier loopIsCold) {
    isCold = loopIsCold;
  }

  void onRefused(Channel channel, int inARow) {
    if (heldReads != null) {
      heldReads.onRefused(channel, inARow);
    }
  }

  /**
   * A connection was accepted.
   *
   * @param begin makes it one of HTTP; not called if it isn't taken
   */
  public void onAccept(Channel channel, Runnable begin) {
    if (channel.parent() != null) {
      AcceptBrake.of(channel.parent(), this).onLooked(channel.parent());
    }
    InetAddress address =
        channel.remoteAddress() instanceof InetSocketAddress inet ? inet.getAddress() : null;
    int weight = ConnectionCount.weightOf(channel);
    if (!count.addFrom(address)) {
      refuse(channel, CloseReason.ADDRESS);
    } else if (!add(weight)) {
      count.removeFrom(address);
      refuse(channel, CloseReason.FULL);
    } else {
      watch();
      ConnectionGuard guard = new ConnectionGuard(this, address, weight);
      open.add(guard);
      unproven.add(guard);
      count.onUnproven(1);
      putFirst(channel.pipeline(), guard);
      SocketBacklog.charge(channel, () -> guard.end(CloseReason.UNTAKEN));
      begin.run();
      guard.onBegun();
    }
  }

  /** Of those that read; TLS is before all of them. */
  private void putFirst(ChannelPipeline pipeline, ConnectionGuard guard) {
    ChannelHandlerContext tls = pipeline.context(SslHandler.class);
    if (tls == null) {
      pipeline.addFirst(guard);
    } else {
      pipeline.addAfter(
          tls.name(), null, new HandshakeWatch(guard::onSecured, () -> tell(CloseReason.TLS)));
      pipeline.addAfter(tls.name(), null, guard);
    }
  }

  /** Vert.x knows it now: what only Vert.x may send on it goes by this. */
  public void onConnection(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      ConnectionGuard guard = server.channelHandlerContext().pipeline().get(ConnectionGuard.class);
      if (guard != null) {
        guard.onConnection(connection);
      }
    }
  }

  /** Nobody of any loop would make room. */
  @Override
  public boolean isFull() {
    return count.isFull();
  }

  /**
   * First come is first served in the kernel's queue: where it isn't emptied as fast as it fills,
   * each has waited nearly as long as its caller does, and no answer comes in time. So those are
   * left out by an agent that has just begun and is behind.
   */
  @Override
  public boolean isLate(Channel connection) {
    return isCold.getAsBoolean() && UnreadTime.millis(connection) > MOST_UNREAD_MILLIS;
  }

  @Override
  public void onRefused(CloseReason reason) {
    observer.onEnd(reason);
  }

  private void refuse(Channel channel, CloseReason end) {
    observer.onEnd(end);
    channel.pipeline().firstContext().close(); // past Vert.x, which would flush first
  }

  private boolean add(int weight) {
    while (!count.add(weight)) {
      if (!makeRoom() && (otherPort == null || !otherPort.makeRoom())) {
        return false;
      }
    }
    return true;
  }

  /** False if each of this port's has made a request. */
  private boolean makeRoom() {
    if (unproven.isEmpty()) {
      return false;
    }
    unproven.iterator().next().end(CloseReason.ROOM);
    return true;
  }

  /** A port that isn't HTTP's, whose connections have their room with this one's. */
  public PortRoom otherPort() {
    otherPort = new PortRoom(count, observer, this::makeRoom);
    return otherPort;
  }

  /** A connection turned out to be one of HTTP/2, which weighs more. */
  boolean onHttp2(ConnectionGuard guard) {
    boolean young = unproven.remove(guard); // it isn't the one that makes room for itself
    boolean added = add(ConnectionCount.HTTP2 - 1);
    if (young) {
      unproven.add(guard);
    }
    return added;
  }

  private void watch() {
    if (!watching) {
      watching = true;
      lookedAt = nanoClock.getAsLong();
      vertx.setPeriodic(interval, this::onInterval);
    }
  }

  private void onInterval(long timer) {
    sweep();
    if (open.isEmpty()) {
      watching = false;
      vertx.cancelTimer(timer);
    }
  }

  /** Looks at each connection, and ends those that are late. */
  void sweep() {
    long at = nanoClock.getAsLong();
    now += Math.min(at - lookedAt, 2 * TimeUnit.MILLISECONDS.toNanos(interval));
    lookedAt = at;
    boolean pressed = count.open() > count.most() / 8L * 7;
    for (ConnectionGuard guard : List.copyOf(open)) {
      guard.look(options, pressed ? PRESSED_IDLE_NANOS : Long.MAX_VALUE);
    }
  }

  /** Nanoseconds of this gate's time, which is right to an interval. */
  long now() {
    return now;
  }

  void tell(CloseReason end) {
    observer.onEnd(end);
  }

  /** It has made a request. */
  void onProven(ConnectionGuard guard) {
    if (unproven.remove(guard)) {
      count.onUnproven(-1);
    }
  }

  /** A connection counts as so much less. */
  void onLighter(int weight) {
    count.remove(weight);
  }

  void onGone(ConnectionGuard guard, InetAddress address, int weight) {
    open.remove(guard);
    onProven(guard);
    count.remove(weight);
    count.removeFrom(address);
  }

  HeldBytes held() {
    return held;
  }

  OpenStreams streams() {
    return streams;
  }
}
