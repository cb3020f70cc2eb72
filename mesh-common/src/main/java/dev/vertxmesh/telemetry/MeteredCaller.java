package dev.vertxmesh.telemetry;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import io.vertx.core.Future;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Counts the calls that pass. Belongs to one event loop. */
public final class MeteredCaller implements Caller {

  private final MeshMeters meters;
  private final Predicate<ServiceKey> isKnown;
  private final Count refusals;
  private final LongSupplier nanoClock;
  private final Caller next;
  private int inFlight;

  /**
   * @param isKnown whether a service may have meters of its own; names that callers make up may not
   * @param refusals counts calls that were refused for too much being in flight
   */
  public MeteredCaller(
      MeshMeters meters,
      Predicate<ServiceKey> isKnown,
      Count refusals,
      LongSupplier nanoClock,
      Caller next) {
    this.meters = meters;
    this.isKnown = isKnown;
    this.refusals = refusals;
    this.nanoClock = nanoClock;
    this.next = next;
  }

  /** Calls that have begun and not ended. */
  public int inFlight() {
    return inFlight;
  }

  @Override
  public Future<Reply> call(Call call) {
    ServiceKey service = call.target().service();
    CallMeters counted = isKnown.test(service) ? meters.forService(service) : meters.others();
    counted.begun();
    long begin = nanoClock.getAsLong();
    inFlight++;
    return callNext(call)
        .onComplete(
            reply -> ended(counted, reply.status(), nanoClock.getAsLong() - begin),
            error -> failed(counted, error, nanoClock.getAsLong() - begin));
  }

  /** Whatever happens below, the call ends. */
  private Future<Reply> callNext(Call call) {
    try {
      return next.call(call);
    } catch (RuntimeException | Error e) {
      return Future.failedFuture(e);
    }
  }

  private void ended(CallMeters counted, Status status, long nanos) {
    inFlight--;
    counted.ended(status, nanos);
  }

  private void failed(CallMeters counted, Throwable error, long nanos) {
    Status status = error instanceof CallFailure failure ? failure.status() : Status.INTERNAL;
    if (status == Status.REFUSED) {
      refusals.increment();
    }
    ended(counted, status, nanos);
  }
}
