package dev.vertxmesh.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetryFilterTest {

  private static final long MILLI = 1_000_000;

  /** An attempt that reached an endpoint, and what it read there. */
  private record Taken(Call call, String arguments, Promise<Reply> answer) {
    void fail(Status status) {
      answer.fail(new CallFailure(status, "endpoint", status.name()));
    }

    void succeed(String result) {
      answer.complete(
          new Reply(
              Status.OK, Encoding.TEXT, ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, result)));
    }
  }

  private final class Observed implements RetryObserver {
    int retries;
    int hedges;
    int exhausted;

    @Override
    public void onRetry() {
      retries++;
    }

    @Override
    public void onHedge() {
      hedges++;
    }

    @Override
    public void onExhausted() {
      exhausted++;
    }
  }

  private long now;
  private int endpoints = 5;
  private final DeadlineWheel wheel = new DeadlineWheel(8, MILLI, () -> now, () -> {});
  private final List<Taken> taken = new ArrayList<>();
  private final Observed observed = new Observed();
  private final Call call = call("find");

  private static Call call(String method) {
    return new Call(
        new Target(ServiceKey.of("s"), method, ""),
        Encoding.TEXT,
        ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, "arguments"),
        Map.of(),
        Deadline.after(1_000, 0));
  }

  private Caller caller(RetryPolicy policy, int budgetPercent) {
    return new RetryFilter(
            policy,
            new Idempotence(List.of("s#find")),
            new RetryBudget(budgetPercent, () -> now),
            wheel,
            () -> now,
            observed)
        .over(this::take);
  }

  private Caller caller() {
    return caller(new RetryPolicy(3, 0), 20);
  }

  /** As the balancer does it: each endpoint is taken once, and when none is left, none. */
  private Future<Reply> take(Call attempt) {
    ByteBuf payload = attempt.payload();
    String arguments = payload.readCharSequence(9, StandardCharsets.UTF_8).toString();
    payload.release();
    int endpoint = 0;
    while (attempt.record().tried().contains(new Numbered(endpoint))) {
      endpoint++;
    }
    if (endpoint >= endpoints) {
      return Future.failedFuture(new CallFailure(Status.UNAVAILABLE, "x", "nobody is left"));
    }
    attempt.takenBy(new Numbered(endpoint), now);
    Taken one = new Taken(attempt, arguments, Promise.promise());
    attempt.onCancel(() -> one.answer.tryFail(new CallFailure(Status.CANCELLED, "x", "gone")));
    taken.add(one);
    return one.answer.future();
  }

  @AfterEach
  void theArgumentsAreReleasedWhenTheCallHasEnded() {
    assertThat(call.payload().refCnt()).isZero();
    assertThat(wheel.isEmpty()).isTrue();
  }

  private static String text(Future<Reply> reply) {
    String text = reply.result().payload().toString(StandardCharsets.UTF_8);
    reply.result().payload().release();
    return text;
  }

  private static Status status(Future<Reply> reply) {
    return ((CallFailure) reply.cause()).status();
  }

  @Test
  void anAnswerGoesThrough() {
    Future<Reply> reply = caller().call(call);
    taken.get(0).succeed("result");
    assertThat(text(reply)).isEqualTo("result");
    assertThat(taken).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "UNAVAILABLE"})
  void whatNeverRanIsMadeAgainAtAnotherEndpointWithTheSameArguments(Status status) {
    Call any = call("change");
    Future<Reply> reply = caller().call(any);
    taken.get(0).fail(status);
    taken.get(1).succeed("second");
    assertThat(text(reply)).isEqualTo("second");
    assertThat(taken).extracting(Taken::arguments).containsExactly("arguments", "arguments");
    assertThat(taken).hasSize(2);
    assertThat(any.record().tried()).containsExactly(new Numbered(0), new Numbered(1));
    assertThat(observed.retries).isEqualTo(1);
    assertThat(any.payload().refCnt()).isZero();
    call.payload().release();
  }

  @ParameterizedTest
  @EnumSource(names = {"LOST", "PROVIDER_ERROR", "INTERNAL"})
  void whatMayHaveRunIsMadeAgainOnlyIfItIsDeclaredIdempotent(Status status) {
    Call changes = call("change");
    Future<Reply> change = caller().call(changes);
    taken.get(0).fail(status);
    assertThat(status(change)).isEqualTo(status);

    Future<Reply> find = caller().call(call);
    taken.get(1).fail(status);
    taken.get(2).succeed("found");
    assertThat(text(find)).isEqualTo("found");
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "BAD_REQUEST",
        "NO_SERVICE",
        "NO_METHOD",
        "TOO_LARGE",
        "CANCELLED",
        "DENIED",
        "SERIALIZATION",
        "LIMITED",
        "TIMEOUT"
      })
  void whatWouldEndTheSameWayIsNotMadeAgain(Status status) {
    Future<Reply> reply = caller().call(call);
    taken.get(0).fail(status);
    assertThat(status(reply)).isEqualTo(status);
    assertThat(taken).hasSize(1);
  }

  @Test
  void noMoreAttemptsAreMadeThanThePolicySays() {
    Future<Reply> reply = caller().call(call);
    for (int i = 0; i < 3; i++) {
      taken.get(i).fail(Status.REFUSED);
    }
    assertThat(status(reply)).isEqualTo(Status.REFUSED);
    assertThat(taken).hasSize(3);
  }

  @Test
  void whenNobodyIsLeftTheLastEndpointHasTheSay() {
    endpoints = 1;
    Future<Reply> reply = caller().call(call);
    taken.get(0).fail(Status.REFUSED);
    assertThat(reply.cause()).hasMessage("REFUSED");
  }

  @Test
  void whatMayHaveRunIsNotCalledSafeBecauseTheLastEndpointRefused() {
    Future<Reply> reply = caller().call(call);
    taken.get(0).fail(Status.LOST);
    taken.get(1).fail(Status.REFUSED);
    taken.get(2).fail(Status.UNAVAILABLE);
    assertThat(status(reply)).isEqualTo(Status.LOST);
  }

  @Test
  void withoutAnyEndpointTheBalancersReasonIsTold() {
    endpoints = 0;
    assertThat(caller().call(call).cause()).hasMessage("nobody is left");
    assertThat(observed.retries).isZero();
  }

  @Test
  void nothingIsMadeAgainPastTheDeadline() {
    Future<Reply> reply = caller().call(call);
    now = 1_000 * MILLI;
    taken.get(0).fail(Status.REFUSED);
    assertThat(status(reply)).isEqualTo(Status.REFUSED);
  }

  @Test
  void nothingIsMadeAgainOverTheBudget() {
    Future<Reply> reply = caller(new RetryPolicy(3, 0), 0).call(call);
    taken.get(0).fail(Status.REFUSED);
    assertThat(status(reply)).isEqualTo(Status.REFUSED);
    assertThat(observed.exhausted).isEqualTo(1);
  }

  @Test
  void cancellingReachesTheAttemptThatRunsAndEndsTheCall() {
    Future<Reply> reply = caller().call(call);
    taken.get(0).fail(Status.REFUSED);
    call.cancel();
    assertThat(status(reply)).isEqualTo(Status.CANCELLED);
    assertThat(taken.get(1).call.isCancelled()).isTrue();
    assertThat(taken).hasSize(2);
  }

  private Future<Reply> hedged() {
    Future<Reply> reply = caller(new RetryPolicy(3, 50), 20).call(call);
    now = 51 * MILLI;
    wheel.advance();
    assertThat(taken).hasSize(2);
    return reply;
  }

  @Test
  void aSlowIdempotentCallIsAskedOfAnotherEndpointAndTheFasterAnswerWins() {
    Future<Reply> reply = hedged();
    taken.get(1).succeed("faster");
    assertThat(text(reply)).isEqualTo("faster");
    assertThat(taken.get(0).call.isCancelled()).isTrue();
    assertThat(taken).hasSize(2);
    assertThat(call.record().tried()).containsExactly(new Numbered(0), new Numbered(1));
    assertThat(observed.hedges).isEqualTo(1);
  }

  @Test
  void anAnswerOfTheLoserIsReleased() {
    Future<Reply> reply = hedged();
    taken.get(0).call.onCancel(null); // it doesn't hear
    taken.get(1).succeed("faster");
    assertThat(text(reply)).isEqualTo("faster");
    Promise<Reply> late = taken.get(0).answer;
    taken.get(0).succeed("late");
    assertThat(late.future().result().payload().refCnt()).isZero();
  }

  @Test
  void aHedgedCallFailsOnlyWhenBothHaveFailed() {
    Future<Reply> reply = hedged();
    taken.get(0).fail(Status.BAD_REQUEST);
    assertThat(reply.isComplete()).isFalse();
    taken.get(1).succeed("well");
    assertThat(text(reply)).isEqualTo("well");
  }

  @Test
  void aCallThatNobodyHasTakenYetIsNotHedged() {
    Promise<Reply> waiting = Promise.promise();
    Caller caller =
        new RetryFilter(
                new RetryPolicy(3, 50),
                new Idempotence(List.of("s#find")),
                new RetryBudget(20, () -> now),
                wheel,
                () -> now,
                observed)
            .over(attempt -> waiting.future().onComplete(made -> attempt.payload().release()));
    Future<Reply> reply = caller.call(call);
    now = 51 * MILLI;
    wheel.advance();
    assertThat(observed.hedges).isZero();
    waiting.fail(new CallFailure(Status.UNAVAILABLE, "x", "no link could be made"));
    assertThat(status(reply)).isEqualTo(Status.UNAVAILABLE);
  }

  @Test
  void aCallThatIsNotIdempotentIsNeverHedged() {
    Call changes = call("change");
    Future<Reply> reply = caller(new RetryPolicy(3, 50), 20).call(changes);
    now = 51 * MILLI;
    wheel.advance();
    assertThat(taken).hasSize(1);
    taken.get(0).succeed("once");
    assertThat(text(reply)).isEqualTo("once");
    call.payload().release();
  }

  @Test
  void whereNothingIsMadeAgainTheCallIsPassedOnAsItIs() {
    Future<Reply> reply = caller(new RetryPolicy(1, 50), 20).call(call);
    assertThat(taken.get(0).call()).isSameAs(call);
    taken.get(0).succeed("result");
    assertThat(text(reply)).isEqualTo("result");
  }

  @Test
  void aSecondEndpointIsAskedWhenItIsTimeAndNotBefore() {
    now = 7 * MILLI;
    Future<Reply> reply = caller(new RetryPolicy(2, 5), 20).call(call);
    now += 5 * MILLI - 1;
    wheel.advance();
    assertThat(taken).hasSize(1);
    now++;
    wheel.advance();
    assertThat(taken).hasSize(2);
    taken.get(1).succeed("result");
    assertThat(text(reply)).isEqualTo("result");
  }

  @Test
  void anAnswerBeforeThatTakesTheTimerBack() {
    Future<Reply> reply = caller(new RetryPolicy(2, 5), 20).call(call);
    assertThat(wheel.isEmpty()).isFalse();
    taken.get(0).succeed("result");
    assertThat(wheel.isEmpty()).isTrue();
    text(reply);
  }

  @Test
  void aCallThatWasMadeAgainIsNotHedgedBeyondItsAttempts() {
    Future<Reply> reply = caller(new RetryPolicy(2, 5), 20).call(call);
    taken.get(0).fail(Status.REFUSED);
    now += 5 * MILLI;
    wheel.advance();
    assertThat(taken).hasSize(2);
    assertThat(observed.hedges).isZero();
    taken.get(1).succeed("result");
    text(reply);
  }

  @Test
  void aFifthOfTheCallsMayBeMadeAgain() {
    call.payload().release();
    Caller caller = caller();
    for (int i = 0; i < 60; i++) {
      Future<Reply> reply = caller.call(call("find"));
      while (!reply.isComplete()) {
        taken.get(taken.size() - 1).fail(Status.REFUSED);
      }
    }
    assertThat(observed.retries).isEqualTo(100 + 60 / 5); // a hundred to begin with
  }
}
