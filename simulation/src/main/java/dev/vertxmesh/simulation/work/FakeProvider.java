package dev.vertxmesh.simulation.work;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.simulation.agent.SimProcess;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;

/** Stands behind an agent's admission, and does with each call what its plan says. */
public final class FakeProvider implements Caller {

  private final Ledger ledger;
  private final SimProcess process;
  private boolean away;
  private int running;

  public FakeProvider(Ledger ledger, SimProcess process) {
    this.ledger = ledger;
    this.process = process;
  }

  /** Whether it can't be reached: calls aren't sent to it. */
  public void away(boolean is) {
    away = is;
  }

  /** Calls that it hasn't answered. */
  public int running() {
    return running;
  }

  @Override
  public Future<Reply> call(Call call) {
    SimCall known = find(call);
    if (known == null) {
      return fail(call, Status.BAD_REQUEST, "nobody knows of this call");
    }
    if (away) {
      return fail(call, Status.UNAVAILABLE, "not connected");
    }
    if (known.refused < known.plan.refusals()) {
      known.refused++;
      return fail(call, Status.REFUSED, "no thread is free");
    }
    if (!process.isGone()) {
      ledger.ran(known, process.name());
    }
    running++;
    Future<Reply> reply = known.plan.isStream() ? stream(known, call) : answer(known, call);
    return reply.onComplete(done -> running--);
  }

  private SimCall find(Call call) {
    if (call.exchange() != null) {
      return ledger.get(Long.parseLong(call.attachments().get("id")));
    }
    SimCall known = ledger.get(Bytes.id(call.payload()));
    if (known == null || !Bytes.isWhole(call.payload(), known.id, known.plan.requestBytes())) {
      ledger.world().broken("answers-are-true", "a request is not as it was sent: " + known);
      return null;
    }
    return known;
  }

  private static Future<Reply> fail(Call call, Status status, String detail) {
    call.payload().release();
    return Future.failedFuture(new CallFailure(status, "provider", detail));
  }

  private Future<Reply> answer(SimCall known, Call call) {
    call.payload().release();
    Promise<Reply> promise = Promise.promise();
    if (known.plan.heedsCancel()) {
      call.onCancel(() -> promise.tryFail(cancelled()));
    }
    later(
        known.plan.serviceNanos(),
        () -> {
          if (promise.future().isComplete()) {
            return;
          }
          if (known.plan.manner() == Plan.Manner.FAIL) {
            promise.fail(new CallFailure(Status.PROVIDER_ERROR, "provider", "as planned"));
            return;
          }
          Status status = known.plan.manner() == Plan.Manner.THROW ? Status.EXCEPTION : Status.OK;
          promise.complete(
              new Reply(
                  status, call.encoding(), Bytes.of(known.id, known.plan.replyBytes()), Map.of()));
        });
    return promise.future();
  }

  private Future<Reply> stream(SimCall known, Call call) {
    return new Stream(known, call).begin();
  }

  private static CallFailure cancelled() {
    return new CallFailure(Status.CANCELLED, "provider", "nobody waits");
  }

  /** Also in a process that's gone: what it holds has to be given back. */
  private void later(long nanos, Runnable action) {
    process.always(nanos, action);
  }

  /** A call with two directions, being answered. */
  private final class Stream {
    private final SimCall known;
    private final Call call;
    private final Promise<Reply> promise = Promise.promise();
    private final Taker taker;
    private final Feeder feeder;
    private boolean answering;
    private boolean fed;

    Stream(SimCall known, Call call) {
      this.known = known;
      this.call = call;
      Plan plan = known.plan;
      this.taker = new Taker(process, known, known.request, plan.seed() ^ 1, this::onRequestsRead);
      boolean breaks = plan.manner() == Plan.Manner.BREAK;
      int until = breaks ? known.answer.length / 2 : known.answer.length;
      this.feeder = new Feeder(process, known.answer, until, plan.seed() ^ 2, this::onFed);
    }

    Future<Reply> begin() {
      call.onCancel(this::onCancel);
      taker.read(call.exchange().requests());
      if (known.plan.manner() == Plan.Manner.EARLY) {
        later(known.plan.serviceNanos(), this::answer);
      }
      return promise.future();
    }

    private void onRequestsRead() {
      if (!taker.hasAll()) {
        ledger.world().broken("answers-are-true", known + ": its requests end early");
      }
      later(known.plan.serviceNanos(), this::answer);
    }

    private void answer() {
      if (answering || promise.future().isComplete()) {
        return;
      }
      answering = true;
      if (known.plan.manner() == Plan.Manner.FAIL) {
        promise.fail(new CallFailure(Status.PROVIDER_ERROR, "provider", "as planned"));
      } else if (known.plan.manner() == Plan.Manner.THROW) {
        end(Status.EXCEPTION);
      } else {
        call.exchange().answer(Map.of(), feeder.stream());
        feeder.begin();
      }
    }

    private void onFed() {
      if (fed || promise.future().isComplete()) {
        return;
      }
      fed = true;
      if (known.plan.manner() == Plan.Manner.BREAK) {
        CallFailure cause = new CallFailure(Status.PROVIDER_ERROR, "provider", "broke off");
        feeder.fail(cause);
        promise.fail(cause);
      } else {
        feeder.stream().end();
        end(Status.OK);
      }
    }

    private void end(Status status) {
      promise.complete(
          new Reply(status, Encoding.GRPC, Unpooled.EMPTY_BUFFER, Map.of("grpc-status", "0")));
    }

    private void onCancel() {
      CallFailure cause = cancelled();
      feeder.fail(cause);
      promise.tryFail(cause);
    }
  }
}
