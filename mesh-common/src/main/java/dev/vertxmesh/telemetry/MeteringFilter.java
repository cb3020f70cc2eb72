package dev.vertxmesh.telemetry;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Stage;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Completable;
import io.vertx.core.Future;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Counts what passes, calls and requests that never became one. Belongs to one event loop. */
public final class MeteringFilter implements Filter {

  private final MeshMeters meters;
  private final Predicate<ServiceKey> isKnown;
  private final Count refusals;
  private final LongSupplier nanoClock;
  private int inFlight;
  private long ended;

  /**
   * @param isKnown whether a service may have meters of its own; names that callers make up may not
   * @param refusals counts calls that were refused for too much being in flight
   */
  public MeteringFilter(
      MeshMeters meters, Predicate<ServiceKey> isKnown, Count refusals, LongSupplier nanoClock) {
    this.meters = meters;
    this.isKnown = isKnown;
    this.refusals = refusals;
    this.nanoClock = nanoClock;
  }

  /** Calls that have begun and not ended. */
  public int inFlight() {
    return inFlight;
  }

  /** Calls that have ended, however they did. */
  public long ended() {
    return ended;
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    ServiceKey service = call.target().service();
    CallMeters counted = isKnown.test(service) ? meters.forService(service) : meters.others();
    counted.begun();
    CallRecord record = call.record();
    record.reached(Stage.BEGUN, isJustNow(record) ? record.at(Stage.CAME) : nanoClock.getAsLong());
    inFlight++;
    return callNext(call, next).onComplete(new Counted(counted, record));
  }

  /** Whether it came whole, or is no call: then it begins as it comes. */
  private static boolean isJustNow(CallRecord record) {
    WireProtocol protocol = record.origin().protocol();
    boolean isOneMessage = protocol == WireProtocol.LINK || protocol == WireProtocol.DUBBO;
    return record.refusal() != null || isOneMessage && record.hasReached(Stage.CAME);
  }

  /** Whatever happens below, the call ends. */
  private static Future<Reply> callNext(Call call, Caller next) {
    try {
      return next.call(call);
    } catch (RuntimeException | Error e) {
      return Future.failedFuture(e);
    }
  }

  /** A call that has begun. */
  private final class Counted implements Completable<Reply> {
    private final CallMeters counted;
    private final CallRecord record;

    Counted(CallMeters counted, CallRecord record) {
      this.counted = counted;
      this.record = record;
    }

    @Override
    public void complete(Reply reply, Throwable error) {
      if (error == null) {
        answered(reply.status());
      } else {
        failed(error);
      }
    }

    private void answered(Status status) {
      boolean isStream = record.hasReached(Stage.ANSWERED);
      end(status);
      if (!isStream) {
        record.reached(Stage.ANSWERED, record.at(Stage.ENDED));
      }
    }

    private void failed(Throwable error) {
      Status status = error instanceof CallFailure failure ? failure.status() : Status.INTERNAL;
      if (status == Status.REFUSED && record.refusal() == null) {
        refusals.increment();
      }
      end(status);
    }

    /** As its caller is told, which its ingress may have done before. */
    private void end(Status status) {
      inFlight--;
      ended++;
      long now = nanoClock.getAsLong();
      record.reached(Stage.ENDED, now);
      CallFailure refusal = record.refusal();
      counted.ended(refusal == null ? status : refusal.status(), now - record.at(Stage.BEGUN));
    }
  }
}
