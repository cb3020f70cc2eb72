package dev.vertxmesh.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Stage;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.TriedEndpoint;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeadlineFilterTest {

  private static final long MILLI = 1_000_000;

  private long now;
  private int begun;
  private final Promise<Reply> answer = Promise.promise();
  private final DeadlineWheel wheel = new DeadlineWheel(8, MILLI, () -> now, () -> begun++);
  private final Caller caller =
      new DeadlineFilter(wheel, () -> now, "mesh-consumer")
          .over(
              call -> {
                call.payload().release();
                return answer.future();
              });

  @Test
  void anAnswerInTimeGoesThroughAndLeavesNoTimer() {
    Future<Reply> reply = caller.call(call());
    answer.complete(reply());
    assertThat(reply.result().status()).isEqualTo(Status.OK);
    reply.result().payload().release();
    assertThat(wheel.isEmpty()).isTrue();
    assertThat(begun).isEqualTo(1);
  }

  @Test
  void aFailureInTimeGoesThrough() {
    Future<Reply> reply = caller.call(call());
    answer.fail(new CallFailure(Status.LOST, "x", "gone"));
    assertThat(reply.cause()).hasMessage("gone");
    assertThat(wheel.isEmpty()).isTrue();
  }

  @Test
  void aDeadlineThatPassesEndsTheCallAndCancelsItUnderneath() {
    Call call = call();
    Future<Reply> reply = caller.call(call);
    now += 51 * MILLI;
    wheel.advance();
    assertThat(((CallFailure) reply.cause()).status()).isEqualTo(Status.TIMEOUT);
    assertThat(call.isCancelled()).isTrue();
    assertThat(reply.cause())
        .hasMessage("no answer came within 50 ms: no endpoint had been given the call");
  }

  @Test
  void aCallerIsToldWhoSetTheDeadlineAndWhoHadTheCall() {
    Call call = call();
    call.record().timeoutOf("header x-mesh-timeout");
    Future<Reply> reply = caller.call(call);
    call.takenBy(endpoint("a:1"), now + 10 * MILLI);
    pass();
    assertThat(reply.cause())
        .hasMessage(
            "no answer came within 50 ms (set by header x-mesh-timeout):"
                + " a:1 has had the call for 41 ms");
  }

  @Test
  void aCallerIsToldHowManyHadTheCallAndThatAnAnswerHadBegun() {
    Call call = call();
    Future<Reply> reply = caller.call(call);
    call.takenBy(endpoint("a:1"), now);
    call.takenBy(endpoint("b:2"), now + 20 * MILLI);
    call.record().reached(Stage.ANSWERED, now + 30 * MILLI);
    pass();
    assertThat(reply.cause())
        .hasMessageEndingWith(
            "b:2, the last of 2 endpoints, had begun its answer, 31 ms after it was given the"
                + " call");
  }

  private void pass() {
    now += 51 * MILLI;
    wheel.advance();
  }

  private static TriedEndpoint endpoint(String key) {
    return new TriedEndpoint() {
      @Override
      public String key() {
        return key;
      }

      @Override
      public void passedOver(boolean isPassedOver) {}
    };
  }

  @Test
  void anAnswerThatComesTooLateIsReleased() {
    caller.call(call());
    now += 51 * MILLI;
    wheel.advance();
    Reply late = reply();
    answer.complete(late);
    assertThat(late.payload().refCnt()).isZero();
  }

  private Call call() {
    return new Call(
        new Target(ServiceKey.of("s"), "m", ""),
        Encoding.TEXT,
        payload(),
        Map.of(),
        Deadline.after(50, now));
  }

  private static Reply reply() {
    return new Reply(Status.OK, Encoding.TEXT, payload());
  }

  private static ByteBuf payload() {
    return ByteBufAllocator.DEFAULT.directBuffer(8);
  }

  @Test
  void aCallWithoutADeadlineHasNoTimer() {
    Call call =
        new Call(
            new Target(ServiceKey.of("s"), "m", ""),
            Encoding.TEXT,
            payload(),
            Map.of(),
            Deadline.none(now));
    Future<Reply> reply = caller.call(call);
    assertThat(wheel.isEmpty()).isTrue();
    answer.complete(reply());
    reply.result().payload().release();
  }
}
