package dev.vertxmesh.simulation.work;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.simulation.agent.SimConsumer;
import dev.vertxmesh.simulation.agent.SimProcess;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.AsyncResult;
import java.util.Map;

/** Those who call through a consumer's agent. */
public final class Callers {

  public static final ServiceKey SERVICE = ServiceKey.of("sim.Echo");

  private static final int METHODS = 5;

  private final Ledger ledger;

  public Callers(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Makes a call on the consumer's loop. */
  public void make(SimConsumer consumer, Plan plan) {
    consumer.process().run(() -> makeNow(consumer, plan));
  }

  private void makeNow(SimConsumer consumer, Plan plan) {
    if (!consumer.isReady() || consumer.process().isGone()) {
      return;
    }
    SimProcess process = consumer.process();
    SimCall known = ledger.open(plan, process);
    if (plan.isStream()) {
      stream(consumer, known);
    } else {
      unary(consumer, known);
    }
    if (plan.cancelNanos() > 0) {
      process.after(
          plan.cancelNanos(),
          () -> {
            if (!known.isOver()) {
              known.cancelled = true;
              known.call.cancel();
            }
          });
    }
  }

  private Target target(SimCall known) {
    String method = (known.plan.idempotent() ? "get" : "put") + known.id % METHODS;
    return new Target(SERVICE, method, "");
  }

  private Deadline deadline(SimCall known) {
    long now = known.caller.nanos();
    long millis = known.plan.timeoutMillis();
    return millis > 0 ? Deadline.after(millis, now) : Deadline.none(now);
  }

  private void unary(SimConsumer consumer, SimCall known) {
    ByteBuf payload = Bytes.of(known.id, known.plan.requestBytes());
    Map<String, String> key = Map.of("key", String.valueOf(known.id));
    known.call = new Call(target(known), Encoding.TEXT, payload, key, deadline(known));
    consumer.call(known.call).onComplete(result -> onEnd(known, result));
  }

  private void onEnd(SimCall known, AsyncResult<Reply> result) {
    if (result.failed()) {
      failed(known, result.cause());
      return;
    }
    ByteBuf payload = result.result().payload();
    if (!Bytes.isWhole(payload, known.id, known.plan.replyBytes())) {
      ledger.world().broken("answers-are-true", known + " got what isn't its answer");
    }
    payload.release();
    ledger.ended(known, result.result().status(), "");
  }

  private void failed(SimCall known, Throwable cause) {
    if (cause instanceof CallFailure failure) {
      ledger.ended(known, failure.status(), failure.where() + ": " + failure.getMessage());
    } else {
      ledger.ended(known, Status.INTERNAL, String.valueOf(cause));
    }
  }

  private void stream(SimConsumer consumer, SimCall known) {
    SimProcess process = known.caller;
    Feeder feeder = feeder(process, known);
    Taker taker = new Taker(process, known, known.answer, known.plan.seed() ^ 4, () -> {});
    boolean[] answered = {false};
    known.call =
        new Call(
            target(known),
            Encoding.GRPC,
            Unpooled.EMPTY_BUFFER,
            Map.of("id", String.valueOf(known.id)),
            deadline(known));
    known.call.exchange(
        new Exchange(
            feeder.stream(),
            (metadata, messages) -> {
              if (answered[0] || known.isOver()) {
                ledger.world().broken("ends-once", known + ": a late or second answer");
              }
              answered[0] = true;
              taker.read(messages);
            }));
    feeder.begin();
    consumer
        .call(known.call)
        .onComplete(
            result -> {
              feeder.fail(new CallFailure(Status.CANCELLED, "caller", "the call is over"));
              onStreamEnd(known, taker, result);
            });
  }

  private Feeder feeder(SimProcess process, SimCall known) {
    Feeder[] self = new Feeder[1];
    self[0] =
        new Feeder(
            process,
            known.request,
            known.request.length,
            known.plan.seed() ^ 3,
            () -> self[0].stream().end());
    return self[0];
  }

  private void onStreamEnd(SimCall known, Taker taker, AsyncResult<Reply> result) {
    if (result.failed()) {
      failed(known, result.cause());
      return;
    }
    Reply reply = result.result();
    reply.payload().release();
    if (reply.status() == Status.OK && !(taker.isEnded() && taker.hasAll())) {
      ledger
          .world()
          .broken(
              "answers-are-true",
              known
                  + ": its reply came, and of its answer "
                  + taker.taken()
                  + " bytes of "
                  + known.answer.length);
    }
    ledger.ended(known, reply.status(), "");
  }
}
