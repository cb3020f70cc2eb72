package dev.vertxmesh.admission;

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
import io.netty.buffer.ByteBufAllocator;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdmissionTest {

  private long now;
  private final List<Promise<Reply>> running = new ArrayList<>();
  private final Admission admission = new Admission(3, 2, "here", "", () -> now);
  private final Caller admitted = admission.over(this::provider);

  @AfterEach
  void endAll() {
    for (int i = 0; i < running.size(); i++) { // each end may begin another
      running.get(i).tryFail("the test is over");
    }
    assertThat(admission.inFlight()).isZero();
  }

  private Future<Reply> provider(Call call) {
    call.payload().release();
    Promise<Reply> promise = Promise.promise();
    running.add(promise);
    return promise.future();
  }

  @Test
  void letsThroughAsManyAsTheLimitAllows() {
    calls(5);
    assertThat(running).hasSize(3);
    assertThat(admission.inFlight()).isEqualTo(5);
  }

  @Test
  void letsTheLongestWaitingThroughWhenOneEnds() {
    List<Future<Reply>> replies = calls(5);
    end(1);
    assertThat(running).hasSize(4);
    end(3);
    assertThat(replies.get(3).succeeded()).isTrue();
    assertThat(replies.get(4).isComplete()).isFalse();
  }

  @Test
  void refusesWhatIsOverBoth() {
    CallFailure failure = failureOf(calls(6).get(5));
    assertThat(failure.status()).isEqualTo(Status.REFUSED);
    assertThat(failure).hasMessage("calls in flight: 3, waiting: 2, which is the limit");
  }

  @Test
  void whoIsRefusedLearnsWhatSetsTheLimitIfASettingDoes() {
    Admission one = new Admission(1, 0, "here", "--limit of that agent", () -> now);
    one.apply(call(), this::provider);
    assertThat(failureOf(one.apply(call(), this::provider)))
        .hasMessage(
            "calls in flight: 1, waiting: 0, which is the limit; --limit of that agent sets it");
  }

  @Test
  void forgetsAWaitingCallThatIsCancelled() {
    calls(3);
    Call waiting = call();
    Future<Reply> reply = admitted.call(waiting);
    waiting.cancel();
    assertThat(failureOf(reply).status()).isEqualTo(Status.CANCELLED);
    end(0);
    assertThat(running).hasSize(3);
    assertThat(admission.inFlight()).isEqualTo(2);
  }

  @Test
  void keepsThePlaceOfACancelledCallThatTheProviderStillWorksOn() {
    Call first = call();
    admitted.call(first);
    calls(2);
    first.cancel();
    assertThat(admission.inFlight()).isEqualTo(3);
    admitted.call(call());
    assertThat(running).hasSize(3);
  }

  @Test
  void dropsAWaitingCallWhoseDeadlinePassed() {
    List<Future<Reply>> replies = calls(4);
    now = 1_000_000_000;
    end(0);
    assertThat(failureOf(replies.get(3)).status()).isEqualTo(Status.TIMEOUT);
    assertThat(running).hasSize(3);
  }

  @Test
  void aFailureEndsACallToo() {
    calls(4);
    running.get(0).fail(new CallFailure(Status.LOST, "x", "gone"));
    assertThat(running).hasSize(4);
  }

  @Test
  void oneLinkGetsAllTheCreditAndSeveralGetWhatTheOthersLeave() {
    assertThat(admission.credit(1, 0)).isEqualTo(3);
    calls(2);
    assertThat(admission.credit(1, 2)).isEqualTo(3);
    assertThat(admission.credit(3, 2)).isEqualTo(3);
    assertThat(admission.credit(3, 0)).isEqualTo(1);
    calls(3);
    assertThat(admission.credit(9, 0)).isEqualTo(1);
  }

  @Test
  void aRefusalFromFurtherOnLowersTheLimitForAWhile() {
    admission.limit(10);
    calls(10);
    refuse(0);
    refuse(1); // let through by the same limit
    assertThat(admission.limit()).isEqualTo(8);
    assertThat(admission.told()).isEqualTo(10);
    assertThat(admission.credit(1, 8)).isEqualTo(8);
    calls(1);
    assertThat(running).hasSize(10);

    now += AimdLimit.HOLD_NANOS + 2 * AimdLimit.STEP_NANOS;
    calls(1);
    assertThat(running).hasSize(11);
    assertThat(admission.limit()).isEqualTo(10);
  }

  @Test
  void otherFailuresLeaveTheLimitAsItIs() {
    calls(2);
    running.get(0).fail(new CallFailure(Status.LOST, "x", "gone"));
    running.get(1).fail(new IllegalStateException("a fault"));
    assertThat(admission.limit()).isEqualTo(3);
  }

  @Test
  void aHigherLimitLetsThroughWhoWaitsAtOnce() {
    calls(5);
    admission.limit(4);
    assertThat(running).hasSize(4);
    assertThat(admission.inFlight()).isEqualTo(5);
  }

  @Test
  void theCreditComesBackWithTheLimitThoughNobodyCalls() {
    admission.limit(10);
    calls(1);
    refuse(0);
    assertThat(admission.credit(1, 0)).isEqualTo(8);
    now += AimdLimit.HOLD_NANOS + AimdLimit.STEP_NANOS;
    assertThat(admission.credit(1, 0)).isEqualTo(9);
  }

  @Test
  void whoHadItsTurnIsNotCancelledHereAnyMore() {
    calls(3);
    Call waited = call();
    Future<Reply> reply = admitted.call(waited);
    end(0);
    waited.cancel();
    assertThat(reply.isComplete()).isFalse();
    assertThat(admission.inFlight()).isEqualTo(3);
  }

  @Test
  void aLayerThatThrowsEndsTheCall() {
    Admission throwing = new Admission(1, 0, "here", "", () -> now);
    Future<Reply> reply =
        throwing.apply(
            call(),
            call -> {
              call.payload().release();
              throw new IllegalStateException("a fault");
            });
    assertThat(reply.failed()).isTrue();
    assertThat(throwing.inFlight()).isZero();
  }

  private void refuse(int index) {
    running.get(index).fail(new CallFailure(Status.REFUSED, "x", "no thread is free"));
  }

  private List<Future<Reply>> calls(int count) {
    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      replies.add(admitted.call(call()));
    }
    return replies;
  }

  private Call call() {
    return new Call(
        new Target(ServiceKey.of("s"), "m", ""),
        Encoding.TEXT,
        ByteBufAllocator.DEFAULT.directBuffer(8),
        Map.of(),
        Deadline.after(500, now));
  }

  private void end(int index) {
    running.get(index).complete(new Reply(Status.OK, Encoding.TEXT, null));
  }

  private static CallFailure failureOf(Future<Reply> reply) {
    return (CallFailure) reply.cause();
  }

  @Test
  void manyWaitingCallsThatFailAtOnceDoNotNest() {
    List<Promise<Reply>> first = new ArrayList<>();
    Admission deep = new Admission(1, 20_000, "here", "", () -> now);
    Caller calls =
        deep.over(
            call -> {
              call.payload().release();
              if (first.isEmpty()) {
                first.add(Promise.promise());
                return first.get(0).future();
              }
              return Future.failedFuture(new CallFailure(Status.UNAVAILABLE, "x", "down"));
            });
    List<Future<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      replies.add(calls.call(call()));
    }
    first.get(0).fail(new CallFailure(Status.LOST, "x", "gone"));
    assertThat(replies).allMatch(Future::failed);
    assertThat(deep.inFlight()).isZero();
  }
}
