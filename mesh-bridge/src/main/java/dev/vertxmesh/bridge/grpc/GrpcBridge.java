package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.net.Backoff;
import dev.vertxmesh.net.tls.HandshakeReason;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientConnection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Calls one gRPC server over one connection, which it opens at once and again whenever it's lost,
 * and over more of them while the server's bound on streams is reached. While there's none a call
 * waits for the attempt to connect that is under way, and between two of them fails at once.
 *
 * <p>One for each event loop, used from its context only; {@link #isConnected} and {@link #state}
 * may be asked from anywhere.
 */
public final class GrpcBridge implements Caller {
  private static final long IDLE_MILLIS = 30_000;

  private final Context context;
  private final GrpcOptions options;
  private final BackendObserver observer;
  private final LongSupplier nanoClock;
  private final Backoff backoff;
  private final StreamErrors endings;
  private final Connector connector;
  private final long idleTimer;
  private final GrpcConnection.Owner connectionOwner = new ConnectionOwner();

  /** Those that take calls, the oldest first. */
  private final List<GrpcConnection> open = new ArrayList<>(1);

  /** Those that only finish what they have. */
  private final Set<GrpcConnection> leaving = new HashSet<>();

  private final WaitingCalls waiting;
  private long retryTimer = -1;
  private boolean connecting;
  private boolean connectedBefore;
  private boolean closed;
  private Runnable onConnection = () -> {};
  private volatile boolean connected;
  private volatile String state = "connecting";

  private GrpcBridge(
      Context context,
      GrpcOptions options,
      BackendObserver observer,
      LongSupplier nanoClock,
      RandomGenerator random) {
    this.context = context;
    this.options = options;
    this.observer = observer;
    this.nanoClock = nanoClock;
    this.backoff = new Backoff(options.retryDelay(), options.maxRetryDelay(), random);
    this.endings = new StreamErrors(options.where());
    this.waiting = new WaitingCalls(endings);
    this.connector = new Connector(context, options);
    this.idleTimer = context.owner().setPeriodic(IDLE_MILLIS, timer -> closeIdle());
  }

  /**
   * Starts to connect.
   *
   * @param context a verticle's own, on whose event loop everything happens, and on which this is
   *     called
   */
  public static GrpcBridge open(Context context, GrpcOptions options, BackendObserver observer) {
    GrpcBridge bridge =
        new GrpcBridge(context, options, observer, System::nanoTime, RandomGenerator.getDefault());
    context.runOnContext(v -> bridge.connect());
    return bridge;
  }

  @Override
  public Future<Reply> call(Call call) {
    call.payload().release();
    if (call.encoding() != Encoding.GRPC) {
      return failed(
          Status.BAD_REQUEST,
          "this is a gRPC service, and the call comes in %s: call it by gRPC, or POST JSON to"
              + " /{interface}/{method}".formatted(call.encoding()));
    } else if (call.isCancelled()) {
      return Future.failedFuture(endings.cancelled());
    } else if (call.deadline().hasPassed(nanoClock.getAsLong())) {
      return failed(Status.TIMEOUT, "the deadline passed before the call was sent");
    }
    CallFailure refused = GrpcRequestHead.refused(call, endings);
    return refused != null ? Future.failedFuture(refused) : begin(call);
  }

  /** What a server that is leaving hasn't taken, the next connection's may. */
  private Future<Reply> begin(Call call) {
    SentRequest sent = new SentRequest();
    return attempt(call, sent).onComplete(ended -> sent.forget());
  }

  private Future<Reply> attempt(Call call, SentRequest sent) {
    return send(call, sent)
        .recover(
            error ->
                error instanceof CallFailure failure
                        && failure.status() == Status.UNAVAILABLE
                        && !call.isCancelled()
                        && sent.mayRepeat()
                    ? attempt(call, sent)
                    : Future.failedFuture(error));
  }

  private Future<Reply> send(Call call, SentRequest sent) {
    GrpcConnection connection = withRoom();
    if (connection != null) {
      return connection.call(call, sent);
    } else if (open.isEmpty() && !connecting) {
      return failed(Status.UNAVAILABLE, state);
    } else if (waiting.size() >= options.maxWaiting()) {
      return failed(
          Status.REFUSED,
          "no connection has room, and %d calls wait for one".formatted(waiting.size()));
    }
    Future<Reply> reply = waiting.add(call, sent);
    connectForWaiting();
    return reply;
  }

  private Future<Reply> failed(Status status, String detail) {
    return Future.failedFuture(endings.of(status, detail));
  }

  private GrpcConnection withRoom() {
    for (GrpcConnection connection : open) {
      if (connection.hasRoom()) {
        return connection;
      }
    }
    return null;
  }

  /** May be asked from anywhere. */
  public boolean isConnected() {
    return connected;
  }

  /** How it stands with the server, for a person to read; may be asked from anywhere. */
  public String state() {
    return state;
  }

  /** Run on the event loop whenever there's a connection where there was none. */
  public void onConnection(Runnable action) {
    onConnection = action;
  }

  /** Calls whose answer is outstanding. */
  public int inFlight() {
    Stream<GrpcConnection> all = Stream.concat(open.stream(), leaving.stream());
    return waiting.size() + all.mapToInt(GrpcConnection::active).sum();
  }

  /** Ends all connections; calls in flight fail. */
  public Future<Void> close() {
    closed = true;
    connected = false;
    state = "closed";
    List.of(idleTimer, retryTimer).forEach(context.owner()::cancelTimer);
    List.copyOf(open).forEach(GrpcConnection::close);
    List.copyOf(leaving).forEach(GrpcConnection::close);
    failWaiting();
    return connector.close();
  }

  private void connect() {
    if (closed || connecting) {
      return;
    }
    connecting = true;
    connector.connect().onComplete(this::onHttp, error -> onFailed(HandshakeReason.of(error)));
  }

  private void onHttp(HttpClientConnection http) {
    connecting = false;
    if (closed) {
      http.close();
      return;
    }
    boolean isFirst = open.isEmpty();
    open.add(new GrpcConnection(context, http, options, observer, nanoClock, connectionOwner));
    List.copyOf(open).forEach(GrpcConnection::leaveIfReplaced);
    connected = true;
    state = "connected";
    if (isFirst) {
      observer.onConnected(connectedBefore);
      connectedBefore = true;
      onConnection.run();
    }
    admit();
    connectForWaiting();
  }

  private void connectForWaiting() {
    if (!waiting.isEmpty() && open.size() < options.maxConnections()) {
      connect();
    }
  }

  private void onFailed(String why) {
    connecting = false;
    if (open.isEmpty()) {
      onLost(why);
    } // else those who wait get room when others end
  }

  /** There's no connection left that takes calls. */
  private void onLost(String why) {
    if (closed) {
      return;
    }
    connected = false;
    state = "not connected: " + why;
    observer.onDisconnected(why);
    long delay = backoff.next();
    if (delay == 0) {
      connect(); // for which calls wait: a server that sent a connection away takes the next
    } else {
      failWaiting();
      retryTimer = context.owner().setTimer(delay, timer -> connect());
    }
  }

  private void failWaiting() {
    waiting.fail(endings.of(Status.UNAVAILABLE, state));
  }

  private void admit() {
    GrpcConnection connection = waiting.isEmpty() ? null : withRoom();
    while (connection != null) {
      waiting.beginNext(connection);
      connection = waiting.isEmpty() ? null : withRoom();
    }
  }

  /** What was opened for a rush isn't kept after it. */
  private void closeIdle() {
    for (GrpcConnection connection : List.copyOf(open)) {
      if (connection.isIdle() && open.size() > 1) {
        connection.leave("nobody calls");
      }
    }
  }

  private final class ConnectionOwner implements GrpcConnection.Owner {

    @Override
    public void onRoom() {
      backoff.reset(); // it is of use
      admit();
    }

    @Override
    public void onManyResets() {
      if (open.size() + leaving.size() < options.maxConnections()) {
        connect(); // before the other leaves, as there's nothing wrong with the server
      }
      admit();
    }

    @Override
    public void onLeaving(GrpcConnection connection, String why) {
      if (open.remove(connection)) {
        leaving.add(connection);
        if (open.isEmpty()) {
          onLost(why);
        }
      }
    }

    @Override
    public void onEnd(GrpcConnection connection, String why) {
      connector.ended(connection.http());
      leaving.remove(connection);
      if (open.remove(connection) && open.isEmpty()) {
        onLost(why);
      }
    }
  }
}
