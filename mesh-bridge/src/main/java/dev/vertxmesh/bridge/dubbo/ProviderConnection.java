package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.bridge.dubbo.BridgeState.Closed;
import dev.vertxmesh.bridge.dubbo.BridgeState.Connecting;
import dev.vertxmesh.bridge.dubbo.BridgeState.Open;
import dev.vertxmesh.bridge.dubbo.BridgeState.Trying;
import dev.vertxmesh.bridge.dubbo.BridgeState.Waiting;
import dev.vertxmesh.bridge.dubbo.connection.DubboConnection;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.net.Backoff;
import dev.vertxmesh.net.tls.HandshakeReason;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.net.NetClientInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.ConnectOptions;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The one connection to a provider that takes calls, made at once and again whenever it's lost; and
 * those before it, for as long as they have calls. Used on its event loop, but for what says how it
 * stands.
 */
final class ProviderConnection {

  /** Told on the event loop. */
  interface Owner {

    /** There's a connection for new calls. */
    void onOpen();

    /** There's none any more, or still none. */
    void onLost(String cause);
  }

  private final ContextInternal context;
  private final DubboOptions options;
  private final BackendObserver observer;
  private final LongSupplier nanoClock;
  private final Backoff backoff;
  private final RequestEncoder requests;
  private final Owner owner;
  private final NetClientInternal client;
  private final Set<DubboConnection> draining = new HashSet<>();
  private final DubboConnection.Owner connectionOwner = new ConnectionOwner();

  /** Why the provider was leaving; null once it has answered since. */
  private String leftFor;

  private volatile BridgeState state = new Connecting(null);

  ProviderConnection(
      ContextInternal context,
      DubboOptions options,
      BackendObserver observer,
      LongSupplier nanoClock,
      RandomGenerator random,
      RequestEncoder requests,
      Owner owner) {
    this.context = context;
    this.options = options;
    this.observer = observer;
    this.nanoClock = nanoClock;
    this.backoff = new Backoff(options.retryDelay(), options.maxRetryDelay(), random);
    this.requests = requests;
    this.owner = owner;
    NetClientOptions tcp =
        TlsClient.options(options.tls()).setConnectTimeout(options.connectTimeout());
    this.client = (NetClientInternal) context.owner().createNetClient(tcp);
  }

  /** The one that takes calls; null if there's none. May be asked from anywhere. */
  DubboConnection open() {
    return state instanceof Open open ? open.connection() : null;
  }

  /** For a person to read; may be asked from anywhere. */
  String state() {
    return state.describe();
  }

  /** Calls whose answer is outstanding, cancelled ones too. */
  int inFlight() {
    int count = state instanceof Open open ? open.connection().inFlight() : 0;
    for (DubboConnection connection : draining) {
      count += connection.inFlight();
    }
    return count;
  }

  Future<Void> close() {
    BridgeState last = state;
    state = new Closed();
    if (last instanceof Waiting waiting) {
      context.owner().cancelTimer(waiting.timer());
    }
    List<DubboConnection> all = new ArrayList<>(draining);
    if (last instanceof Open current) {
      all.add(current.connection());
    } else if (last instanceof Trying trying) {
      all.add(trying.connection());
    }
    all.forEach(connection -> connection.end("the bridge is closed"));
    return client.close();
  }

  void connect() {
    if (state instanceof Closed) {
      return;
    }
    ConnectOptions to = TlsClient.to(options.host(), options.port(), options.tls());
    var connecting = context.<NetSocket>promise();
    connecting.future().onComplete(this::onSocket, error -> onLost(HandshakeReason.of(error)));
    client.connectInternal(to, connecting, context);
  }

  private void onSocket(NetSocket socket) {
    if (state instanceof Closed) {
      socket.close();
      return;
    }
    DubboConnection connection =
        new DubboConnection(
            context,
            (NetSocketInternal) socket,
            options,
            observer,
            nanoClock,
            requests,
            connectionOwner);
    if (leftFor == null) {
      open(connection);
    } else {
      prove(connection);
    }
  }

  /** A provider that shuts down may take connections, and end them with the calls on them. */
  private void prove(DubboConnection connection) {
    state = new Trying(connection, leftFor);
    connection.askForLife();
    context.setTimer(
        options.connectTimeout(),
        timer -> {
          if (isTried(connection)) {
            connection.end("the provider doesn't answer on a new connection");
          }
        });
  }

  private void open(DubboConnection connection) {
    state = new Open(connection);
    owner.onOpen();
  }

  /** There's no connection for new calls any more, or still none. */
  private void onLost(String cause) {
    onLost(cause, 0);
  }

  /**
   * @param leastDelay milliseconds before the next attempt, at least
   */
  private void onLost(String cause, int leastDelay) {
    if (state instanceof Closed) {
      return;
    }
    owner.onLost(cause);
    long delay = Math.max(leastDelay, backoff.next());
    if (delay == 0) {
      state = new Connecting(cause);
      connect();
    } else {
      state = new Waiting(cause, context.setTimer(delay, timer -> onRetry(cause)));
    }
  }

  private void onRetry(String cause) {
    state = new Connecting(cause);
    connect();
  }

  private boolean isCurrent(DubboConnection connection) {
    return state instanceof Open open && open.connection() == connection;
  }

  private boolean isTried(DubboConnection connection) {
    return state instanceof Trying trying && trying.connection() == connection;
  }

  private final class ConnectionOwner implements DubboConnection.Owner {

    @Override
    public void onProven(DubboConnection connection) {
      backoff.reset();
      if (isTried(connection)) {
        leftFor = null;
        open(connection);
      }
    }

    @Override
    public void onReadOnly(DubboConnection connection) {
      if (isCurrent(connection)) {
        draining.add(connection);
        leftFor = DubboConnection.TAKES_NO_CALLS;
        // it is leaving: a connection made at once would reach the same process
        onLost(leftFor, options.maxRetryDelay());
        connection.drain();
      }
    }

    @Override
    public void onWriteable(DubboConnection connection) {
      if (draining.contains(connection) && state instanceof Waiting waiting) {
        context.owner().cancelTimer(waiting.timer());
        draining.remove(connection);
        connection.keep();
        leftFor = null;
        open(connection);
      }
    }

    @Override
    public void onEnd(DubboConnection connection, String cause) {
      if (isCurrent(connection) || isTried(connection)) {
        onLost(cause);
      }
      draining.remove(connection);
    }
  }
}
