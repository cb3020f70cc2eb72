package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.bridge.dubbo.BridgeState.Closed;
import dev.vertxmesh.bridge.dubbo.BridgeState.Connecting;
import dev.vertxmesh.bridge.dubbo.BridgeState.Open;
import dev.vertxmesh.bridge.dubbo.BridgeState.Trying;
import dev.vertxmesh.bridge.dubbo.BridgeState.Waiting;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.connection.CapabilityProbe;
import dev.vertxmesh.bridge.dubbo.connection.DubboConnection;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.bridge.dubbo.connection.EchoHealthCheck;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.request.DubboAttachments;
import dev.vertxmesh.bridge.dubbo.request.MergedSignatures;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.net.Backoff;
import dev.vertxmesh.net.LookTimer;
import dev.vertxmesh.net.SocketReason;
import io.vertx.core.Context;
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
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Calls one Dubbo provider over one connection, which it opens at once and again whenever it's
 * lost. While there is none a call fails at once.
 *
 * <p>One for each event loop, used from its context only; {@link #isConnected} and {@link #state}
 * may be asked from anywhere.
 */
public final class DubboBridge implements Bridge {

  private final ContextInternal context;
  private final DubboOptions options;
  private final BackendObserver observer;
  private final LongSupplier nanoClock;
  private final Backoff backoff;
  private final RequestEncoder requests;
  private final NetClientInternal client;
  private final Set<DubboConnection> draining = new HashSet<>();
  private final DubboConnection.Owner connectionOwner = new ConnectionOwner();
  private boolean connectedBefore;

  /** Why the provider was leaving; null once it has answered since. */
  private String leftFor;

  private volatile Supplier<Exports> exports = () -> Exports.NONE;
  private volatile Supplier<List<ServiceKey>> services = List::of;
  private volatile Runnable onAnswering = () -> {};
  private final EchoHealthCheck echoes =
      new EchoHealthCheck(() -> services.get(), this::askForEcho, () -> onAnswering.run());
  private final LookTimer echoLooks;
  private volatile BridgeState state = new Connecting(null);

  private DubboBridge(
      ContextInternal context,
      DubboOptions options,
      BackendObserver observer,
      ApiClasses api,
      LongSupplier nanoClock,
      RandomGenerator random) {
    this.context = context;
    this.requests =
        new RequestEncoder(
            options.serializations(),
            new MergedSignatures(api, () -> exports.get()),
            api,
            new DubboAttachments(options.allowedAttachments()));
    this.options = options;
    this.observer = observer;
    this.nanoClock = nanoClock;
    this.echoLooks = new LookTimer(context.owner(), options.echoInterval(), nanoClock, this::tick);
    this.backoff = new Backoff(options.retryDelay(), options.maxRetryDelay(), random);
    NetClientOptions tcp =
        new NetClientOptions().setConnectTimeout(options.connectTimeout()).setTcpNoDelay(true);
    this.client = (NetClientInternal) context.owner().createNetClient(tcp);
  }

  /**
   * Starts to connect.
   *
   * @param context a verticle's own, on whose event loop everything happens
   */
  public static DubboBridge open(Context context, DubboOptions options, BackendObserver observer) {
    return open(context, options, observer, ApiClasses.NONE);
  }

  /**
   * Starts to connect.
   *
   * @param context a verticle's own, on whose event loop everything happens
   * @param api what is known of the provider's
   */
  public static DubboBridge open(
      Context context, DubboOptions options, BackendObserver observer, ApiClasses api) {
    return open(context, options, observer, api, System::nanoTime, RandomGenerator.getDefault());
  }

  /**
   * Starts to connect.
   *
   * @param api what is known of the provider's
   * @param nanoClock for heartbeats
   * @param random for the jitter between attempts
   */
  public static DubboBridge open(
      Context context,
      DubboOptions options,
      BackendObserver observer,
      ApiClasses api,
      LongSupplier nanoClock,
      RandomGenerator random) {
    ContextInternal root = ((ContextInternal) context).unwrap();
    DubboBridge bridge = new DubboBridge(root, options, observer, api, nanoClock, random);
    root.runOnContext(v -> bridge.connect());
    return bridge;
  }

  @Override
  public Future<Reply> call(Call call) {
    if (call.encoding() == Encoding.GRPC) {
      call.payload().release();
      return context.failedFuture(
          new CallFailure(
              Status.NO_METHOD,
              options.where(),
              "the call comes as gRPC, expected JSON or Dubbo: that's what the provider speaks"));
    }
    if (state instanceof Open open) {
      return open.connection().call(call);
    }
    call.payload().release();
    return context.failedFuture(
        new CallFailure(Status.UNAVAILABLE, options.where(), state.describe()));
  }

  @Override
  public boolean isConnected() {
    return state instanceof Open;
  }

  @Override
  public String state() {
    return state.describe();
  }

  @Override
  public String problem() {
    return echoes.problem();
  }

  /** It is asked {@code $echo}. */
  @Override
  public void watch(Supplier<List<ServiceKey>> source, Runnable onChange) {
    services = source;
    onAnswering = onChange;
  }

  @Override
  public void onServices() {
    echoes.onServices();
  }

  /** The watched services that answer {@code $echo}; may be asked from anywhere. */
  @Override
  public Set<ServiceKey> answering() {
    return echoes.answering();
  }

  /**
   * In which serialization the provider takes requests, as {@code --serialization} names it; empty
   * until a service has answered in it. May be asked from anywhere.
   */
  @Override
  public String serialization() {
    return answering().isEmpty()
        ? ""
        : requests.serialization().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What the provider exports, as far as anyone knows; asked anew for each call. */
  public Exports exports() {
    return exports.get();
  }

  /**
   * @param source knows what the provider exports
   */
  public void exports(Supplier<Exports> source) {
    exports = source;
  }

  /** Calls whose answer is outstanding, cancelled ones too. */
  public int inFlight() {
    int count = state instanceof Open open ? open.connection().inFlight() : 0;
    for (DubboConnection connection : draining) {
      count += connection.inFlight();
    }
    return count;
  }

  @Override
  public Future<Void> close() {
    BridgeState last = state;
    state = new Closed();
    echoLooks.stop();
    if (last instanceof Waiting waiting) {
      context.owner().cancelTimer(waiting.timer());
    }
    List<DubboConnection> open = new ArrayList<>(draining);
    if (last instanceof Open current) {
      open.add(current.connection());
    } else if (last instanceof Trying trying) {
      open.add(trying.connection());
    }
    open.forEach(connection -> connection.end("the bridge is closed"));
    return client.close();
  }

  private void connect() {
    if (state instanceof Closed) {
      return;
    }
    ConnectOptions to = new ConnectOptions().setHost(options.host()).setPort(options.port());
    var connecting = context.<NetSocket>promise();
    connecting.future().onComplete(this::onSocket, error -> onLost(SocketReason.of(error)));
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
    observer.onConnected(connectedBefore);
    connectedBefore = true;
    echoLooks.start(); // they go on while there's no connection
    echoes.onConnected();
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
    observer.onDisconnected(cause);
    echoes.onDisconnected();
    long delay = Math.max(leastDelay, backoff.next());
    if (delay == 0) {
      state = new Connecting(cause);
      connect();
    } else {
      state = new Waiting(cause, context.setTimer(delay, timer -> onRetry(cause)));
    }
  }

  private void tick() {
    echoes.onTick(state instanceof Open open ? open.connection().answers() : 0);
  }

  private void askForEcho(ServiceKey service, CapabilityProbe.Answer answer) {
    if (state instanceof Open open) {
      open.connection().echo(service, answer);
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
