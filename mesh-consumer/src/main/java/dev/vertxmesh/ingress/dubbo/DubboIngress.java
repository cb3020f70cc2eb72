package dev.vertxmesh.ingress.dubbo;

import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.ingress.BodyBudget;
import dev.vertxmesh.memory.MemoryBudget;
import dev.vertxmesh.net.tls.listener.TlsListener;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The port for Dubbo's consumers, on one event loop: everything in it is touched on that loop
 * alone.
 */
public final class DubboIngress {

  private final Vertx vertx;
  private final CallPath path;
  private final BooleanSupplier sheds;
  private final DubboIngressOptions options;
  private final ConnectionRoom room;
  private final IngressObserver observer;
  private final LongSupplier nanoClock;
  private final BodyBudget budget;
  private final RequestDecoder requests;
  private final Set<ConsumerConnection> connections = new LinkedHashSet<>();
  private NetServer server; // null until it listens, which it need not do
  private Promise<Void> drained;

  /**
   * @param sheds whether a request that has come is refused, as the event loop is short of CPU
   * @param room for the port's connections
   * @param nanoClock for deadlines and heartbeats
   */
  public DubboIngress(
      Vertx vertx,
      CallPath path,
      BooleanSupplier sheds,
      DubboIngressOptions options,
      ConnectionRoom room,
      IngressObserver observer,
      LongSupplier nanoClock) {
    this.vertx = vertx;
    this.path = path;
    this.sheds = sheds;
    this.options = options;
    this.room = room;
    this.observer = observer;
    this.nanoClock = nanoClock;
    this.budget = new BodyBudget(new MemoryBudget(options.maxBodies()));
    this.requests =
        new RequestDecoder(
            options.timeoutMillis(), options.asksWho(), options.noted(), options.hidden());
  }

  /**
   * Listens; the future has the port, or fails when it can't be had.
   *
   * @param tls null for plain text
   */
  public Future<Integer> listen(NetServerOptions port, TlsListener tls) {
    server =
        vertx
            .createNetServer(port)
            .connectHandler(socket -> onAccept((NetSocketInternal) socket, tls));
    return server.listen().map(NetServer::actualPort);
  }

  /** Calls in flight of each connection, by its consumer's address. */
  public List<ConsumerView> view() {
    return connections.stream()
        .map(each -> new ConsumerView(each.remote(), each.inFlight()))
        .toList();
  }

  /**
   * Tells every consumer to go, answers what is in flight, and closes; completes when no connection
   * is left.
   *
   * @param graceMillis how long that may take; in the second half of it new calls are refused
   */
  public Future<Void> drain(long graceMillis) {
    if (drained == null) {
      drained = Promise.promise();
      List.copyOf(connections).forEach(connection -> connection.drain(graceMillis / 2));
      completeIfDrained();
    }
    return drained.future().compose(done -> closeServer());
  }

  /** Ends all connections at once. */
  public Future<Void> close() {
    List.copyOf(connections).forEach(ConsumerConnection::end);
    return closeServer();
  }

  private Future<Void> closeServer() {
    return server == null ? Future.succeededFuture() : server.close();
  }

  private void onAccept(NetSocketInternal socket, TlsListener tls) {
    Channel channel = socket.channelHandlerContext().channel();
    if (tls != null) { // before it's accepted: with TLS it may count as two
      ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
      tls.begin(channel, () -> context.emit(socket, this::onConnect));
    }
    if (room.accept().test(channel) && tls == null) {
      onConnect(socket);
    }
  }

  private void onConnect(NetSocketInternal socket) {
    if (drained != null) {
      socket.close();
      return;
    }
    connections.add(new ConsumerConnection(this, socket));
    observer.onConnected();
  }

  /** It has said something whole, and so isn't the one to make room for others. */
  void onProven(NetSocketInternal socket) {
    room.prove().accept(socket.channelHandlerContext().channel());
  }

  void onClosed(ConsumerConnection connection) {
    connection.end();
    if (connections.remove(connection)) {
      observer.onDisconnected();
    }
    completeIfDrained();
  }

  private void completeIfDrained() {
    if (drained != null && connections.isEmpty()) {
      drained.tryComplete();
    }
  }

  Vertx vertx() {
    return vertx;
  }

  CallPath path() {
    return path;
  }

  /**
   * Why one call more isn't taken; null if it is.
   *
   * @param inFlight on its connection
   */
  String refusal(int inFlight) {
    return inFlight >= options.maxInFlight()
        ? options.maxInFlight() + " calls are in flight on this connection"
        : null;
  }

  /** Whether it isn't taken because the event loop is short of CPU. */
  boolean sheds() {
    return sheds.getAsBoolean();
  }

  DubboIngressOptions options() {
    return options;
  }

  IngressObserver observer() {
    return observer;
  }

  BodyBudget budget() {
    return budget;
  }

  RequestDecoder requests() {
    return requests;
  }

  long now() {
    return nanoClock.getAsLong();
  }
}
