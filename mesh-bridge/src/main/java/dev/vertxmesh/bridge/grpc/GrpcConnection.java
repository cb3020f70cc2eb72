package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.http2.Flushes;
import dev.vertxmesh.http2.Http2Windows;
import dev.vertxmesh.http2.ResetPace;
import dev.vertxmesh.http2.Resets;
import dev.vertxmesh.http2.WindowLimits;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import java.util.function.LongSupplier;

/** One HTTP/2 connection to the server, and the calls that it has. */
final class GrpcConnection {

  /** Told what changes for other calls. */
  interface Owner {

    /** A call has ended. */
    void onRoom();

    /** So many calls were cancelled that another connection had better take the new ones. */
    void onManyResets();

    /** The server takes no new calls on it; those that it has go on. */
    void onLeaving(GrpcConnection connection, String why);

    void onEnd(GrpcConnection connection, String why);
  }

  /**
   * Each stream takes a new odd number below 2^31; long before the last the next connection is
   * made.
   */
  private static final int MOST_CALLS = 1 << 29;

  private final Context context;
  private final HttpClientConnection http;
  private final GrpcOptions options;
  private final BackendObserver observer;
  private final LongSupplier nanoClock;
  private final Http2Windows windows;
  private final ResetPace resets;
  private final StreamErrors endings;
  private final Owner owner;
  private int active;
  private int begun;
  private boolean leaving;
  private boolean sendingAway;
  private boolean ended;
  private boolean idleBefore;
  private boolean isToBeReplaced;

  GrpcConnection(
      Context context,
      HttpClientConnection http,
      GrpcOptions options,
      BackendObserver observer,
      LongSupplier nanoClock,
      Owner owner) {
    this.context = context;
    this.http = http;
    this.options = options;
    this.observer = observer;
    this.nanoClock = nanoClock;
    this.endings = new StreamErrors(options.where());
    this.owner = owner;
    this.windows =
        Http2Windows.over(
            http, new WindowLimits(options.windowMax(), options.connectionWindow()), nanoClock);
    Flushes.together(http);
    this.resets = Resets.paced(http, nanoClock, () -> context.runOnContext(v -> onManyResets()));
    http.shutdownHandler(goAway -> onGoAway()); // Vert.x's goAwayHandler loses a pooled buffer
    http.closeHandler(closed -> onClosed());
    http.exceptionHandler(error -> {}); // it closes too
  }

  /** Whether one more call fits in what the server allows at a time. */
  boolean hasRoom() {
    return !leaving && active + resets.waiting() < http.maxActiveStreams();
  }

  int active() {
    return active;
  }

  HttpClientConnection http() {
    return http;
  }

  /**
   * Sends a call; only while there's room.
   *
   * @param sent what was sent of it before
   */
  Future<Reply> call(Call call, SentRequest sent) {
    active++;
    Promise<Reply> promise = Promise.promise();
    stream(call)
        .onComplete(
            stream ->
                new BridgedCall(
                        context,
                        call,
                        sent,
                        windows,
                        options,
                        endings,
                        observer,
                        this::isSendingAway)
                    .begin(stream, nanoClock.getAsLong())
                    .onComplete(promise),
            error -> promise.fail(endings.broken(error, true)));
    if (++begun == MOST_CALLS) {
      leave("it has no numbers for more streams");
    }
    return promise.future().onComplete(done -> onCallEnded());
  }

  private Future<HttpClientRequest> stream(Call call) {
    try {
      return http.request(GrpcRequestHead.options(call));
    } catch (RuntimeException e) { // of Vert.x, whatever it be: the call is counted already
      return Future.failedFuture(e);
    }
  }

  private void onCallEnded() {
    active--;
    if (leaving && active == 0) {
      http.shutdown();
    }
    owner.onRoom();
  }

  /** Whether it had nothing to do since this was asked before. */
  boolean isIdle() {
    boolean idle = active == 0;
    boolean idleTwice = idle && idleBefore;
    idleBefore = idle;
    return idleTwice;
  }

  /** Takes no new calls, and closes when it has none. */
  void leave(String why) {
    if (!leaving) {
      leaving = true;
      owner.onLeaving(this, why);
      if (active == 0) {
        http.shutdown();
      }
    }
  }

  void close() {
    http.close();
  }

  /**
   * Whether the server is just telling which streams it hasn't taken: those that break off
   * meanwhile.
   */
  boolean isSendingAway() {
    return sendingAway;
  }

  private void onManyResets() {
    if (!leaving) {
      isToBeReplaced = true;
      owner.onManyResets();
    }
  }

  /** There's another now. */
  void leaveIfReplaced() {
    if (isToBeReplaced) {
      leave("its callers cancelled many calls");
    }
  }

  private void onGoAway() {
    sendingAway = true;
    context.runOnContext(told -> sendingAway = false);
    leave("the server is leaving");
  }

  private void onClosed() {
    if (!ended) {
      ended = true;
      leaving = true;
      owner.onEnd(this, "the server closed the connection");
    }
  }
}
