package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.UnaryAnswer;
import dev.vertxmesh.exchange.UnaryCall;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.function.LongSupplier;

/** Calls that the agent makes for itself: one message, one answer, and no long wait for it. */
final class UnaryClient {

  /** How long an answer may take. */
  private static final long PATIENCE_MILLIS = 2_000;

  /**
   * What an answer may take, 4 MiB with a heap of 64: a server with thousands of services lists
   * them in one message.
   */
  private static final int MOST_BYTES =
      (int) Math.min(16 << 20, Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 16));

  private final Vertx vertx;
  private final Caller server;
  private final LongSupplier nanoClock;
  private final String where;
  private final long patienceMillis;

  UnaryClient(Vertx vertx, Caller server, LongSupplier nanoClock, String where) {
    this(vertx, server, nanoClock, where, PATIENCE_MILLIS);
  }

  UnaryClient(
      Vertx vertx, Caller server, LongSupplier nanoClock, String where, long patienceMillis) {
    this.vertx = vertx;
    this.server = server;
    this.nanoClock = nanoClock;
    this.where = where;
    this.patienceMillis = patienceMillis;
  }

  /** Fails with a {@link CallFailure}; UNAVAILABLE if there's no answer in time. */
  Future<UnaryAnswer> ask(String service, String method, byte[] message) {
    UnaryCall call =
        new UnaryCall(
            new Target(ServiceKey.of(service), method, ""),
            Map.of(),
            message,
            Deadline.after(patienceMillis, nanoClock.getAsLong()),
            MOST_BYTES,
            where);
    long timer = vertx.setTimer(patienceMillis, id -> call.breakOff(unanswered(service)));
    return call.make(server).onComplete(done -> vertx.cancelTimer(timer));
  }

  /** What it was asked for hasn't run. */
  private CallFailure unanswered(String service) {
    String detail = "the server hasn't answered %s within %d ms".formatted(service, patienceMillis);
    return new CallFailure(Status.UNAVAILABLE, where, detail);
  }
}
