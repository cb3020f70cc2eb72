package dev.vertxmesh.link;

import static dev.vertxmesh.link.LinkHarness.failureOf;
import static dev.vertxmesh.link.LinkHarness.get;
import static dev.vertxmesh.link.LinkHarness.reply;
import static dev.vertxmesh.link.LinkHarness.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.link.setup.LinkOptions;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinkTest {

  private final LinkHarness harness = new LinkHarness();

  @AfterEach
  void close() {
    harness.close();
  }

  @Test
  void aCallGoesThroughAndItsAnswerComesBack() {
    assertThat(harness.ask(harness.connect(), "hello")).isEqualTo("hello");
  }

  @Test
  void whatTheCallSaysArrivesUnchanged() {
    ClientLink link = harness.connect();
    Target target = new Target(new ServiceKey("a.B", "blue", "1.2"), "m", "IJ");
    ByteBuf payload = ByteBufAllocator.DEFAULT.directBuffer().writeInt(42);
    Deadline deadline = Deadline.after(60_000, System.nanoTime());
    Map<String, String> attachments = Map.of("trace", "é漢😀");
    Reply reply =
        get(harness.send(link, new Call(target, Encoding.JSON, payload, attachments, deadline)));
    assertThat(reply.attachments()).isEqualTo(attachments);
    assertThat(reply.encoding()).isEqualTo(Encoding.JSON);
    assertThat(reply.payload().readInt()).isEqualTo(42);
    reply.payload().release();
    assertThat(harness.received.get(0).target()).isEqualTo(target);
    assertThat(harness.received.get(0).deadline().millisLeft(System.nanoTime()))
        .isBetween(1L, 60_000L);
  }

  @Test
  void answersFindTheirCallsInWhateverOrderTheyCome() {
    List<Promise<Reply>> held = harness.holdAnswers();
    ClientLink link = harness.connect();
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      replies.add(harness.send(link, harness.call("call " + i)));
    }
    await().until(() -> held.size() == 3);
    for (int i : new int[] {2, 0, 1}) {
      harness.run(() -> held.get(i).complete(reply("answer " + i)));
    }
    for (int i = 0; i < 3; i++) {
      assertThat(text(get(replies.get(i)))).isEqualTo("answer " + i);
    }
  }

  @Test
  void aLinkWhoseConnectionHasJustBrokenTakesNoMoreCalls() {
    ClientLink link = harness.connect();
    Channel channel = harness.clientSockets.get(0).channelHandlerContext().channel();
    CompletableFuture<Reply> reply =
        harness.onLoop(
            () -> {
              channel.unsafe().close(channel.voidPromise()); // handlers are told a turn later
              assertThat(harness.closedReasons).isEmpty();
              return link.call(harness.call("x"));
            });
    assertThat(failureOf(reply).status()).isEqualTo(Status.UNAVAILABLE);
  }

  @Test
  void aFailureKeepsItsStatusAndItsReason() {
    harness.callee =
        call -> {
          call.payload().release();
          return Future.failedFuture(new CallFailure(Status.NO_METHOD, "dubbo x:1", "no method m"));
        };
    CallFailure failure = failureOf(harness.send(harness.connect(), harness.call("x")));
    assertThat(failure.status()).isEqualTo(Status.NO_METHOD);
    assertThat(failure).hasMessage("dubbo x:1: no method m");
    assertThat(failure.where()).isEqualTo("mesh-provider test");
  }

  @Test
  void aLargeMessageArrivesWhole() {
    ClientLink link = harness.connect();
    byte[] large = new byte[5 << 20];
    for (int i = 0; i < large.length; i++) {
      large[i] = (byte) (i * 31);
    }
    Reply reply = get(harness.send(link, harness.call(LinkHarness.TARGET, large)));
    byte[] back = new byte[reply.payload().readableBytes()];
    reply.payload().readBytes(back).release();
    assertThat(Arrays.equals(back, large)).isTrue();
  }

  @Test
  void aSmallCallOvertakesALargeOne() {
    ClientLink link = harness.connect();
    List<String> order = new CopyOnWriteArrayList<>();
    Call large = harness.call(LinkHarness.TARGET, new byte[8 << 20]);
    Call small = harness.call("small");
    harness.run(
        () -> {
          link.call(large).onSuccess(reply -> arrived("large", reply, order));
          link.call(small).onSuccess(reply -> arrived("small", reply, order));
        });
    await().until(() -> order.size() == 2);
    assertThat(order).containsExactly("small", "large");
  }

  private static void arrived(String name, Reply reply, List<String> order) {
    reply.payload().release();
    order.add(name);
  }

  @Test
  void manyTargetsCrossALinkWhoseDictionaryIsSmall() {
    harness.serverOptions =
        new LinkOptions(
            1 << 20, 32 << 10, 1 << 20, 1 << 20, 16, 100_000, 100_000, 1 << 16, 1 << 16, 1 << 24);
    ClientLink link = harness.connect();
    for (int i = 0; i < 100; i++) {
      Target target = new Target(ServiceKey.of("s" + i % 40), "m", "I");
      get(harness.send(link, harness.call(target, new byte[0]))).payload().release();
      assertThat(harness.received.get(i).target()).isEqualTo(target);
    }
  }

  @Test
  void cancellingACallCancelsItAtTheOtherEnd() {
    List<Promise<Reply>> held = harness.holdAnswers();
    ClientLink link = harness.connect();
    Call call = harness.call("x");
    CompletableFuture<Reply> reply = harness.send(link, call);
    await().until(() -> held.size() == 1);
    harness.run(call::cancel);
    assertThat(failureOf(reply).status()).isEqualTo(Status.CANCELLED);
    await().until(() -> harness.received.get(0).isCancelled());
    harness.run(() -> held.get(0).complete(reply("too late")));
    harness.callee = this::answerOk;
    assertThat(harness.ask(link, "next")).isEqualTo("ok");
  }

  private Future<Reply> answerOk(Call call) {
    call.payload().release();
    return Future.succeededFuture(reply("ok"));
  }

  @Test
  void aLostLinkFailsEveryCallInFlightOnceAndCancelsThemAtTheOtherEnd() {
    List<Promise<Reply>> held = harness.holdAnswers();
    ClientLink link = harness.connect();
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      replies.add(harness.send(link, harness.call("x")));
    }
    await().until(() -> held.size() == 10);
    harness.run(() -> harness.serverLinks.get(0).close("the test ends it"));
    for (CompletableFuture<Reply> reply : replies) {
      CallFailure failure = failureOf(reply);
      assertThat(failure.status()).isEqualTo(Status.LOST);
      assertThat(failure).hasMessageContaining("the test ends it");
    }
    harness.endTurn();
    assertThat(harness.received).allMatch(Call::isCancelled);
    assertThat(harness.closedReasons).hasSize(1);
    assertThat(failureOf(harness.send(link, harness.call("x"))).status())
        .isEqualTo(Status.UNAVAILABLE);
    harness.run(() -> held.forEach(promise -> promise.complete(reply("nobody waits"))));
  }

  @Test
  void goingAwayFinishesWhatIsInFlightAndTakesNothingNew() {
    List<Promise<Reply>> held = harness.holdAnswers();
    ClientLink link = harness.connect();
    CompletableFuture<Reply> inFlight = harness.send(link, harness.call("x"));
    await().until(() -> held.size() == 1);
    harness.run(() -> harness.serverLinks.get(0).leave("the agent is draining"));
    await().until(() -> !harness.goAways.isEmpty());
    assertThat(failureOf(harness.send(link, harness.call("y"))).status())
        .isEqualTo(Status.UNAVAILABLE);
    harness.run(() -> held.get(0).complete(reply("done")));
    assertThat(text(get(inFlight))).isEqualTo("done");
    await().until(() -> !harness.closedReasons.isEmpty());
  }

  @Test
  void aCallThatCrossesAGoAwayMayGoElsewhere() {
    harness.holdAnswers();
    ClientLink link = harness.connect();
    CompletableFuture<Reply> crossing = new CompletableFuture<>();
    harness.run(
        () -> {
          harness.serverLinks.get(0).leave("the agent is draining");
          link.call(harness.call("x"))
              .onComplete(crossing::complete, crossing::completeExceptionally);
        });
    assertThat(failureOf(crossing).status()).isIn(Status.REFUSED, Status.LOST);
    assertThat(harness.received).isEmpty();
  }

  @Test
  void leavingFinishesWhatIsInFlightAndCloses() {
    List<Promise<Reply>> held = harness.holdAnswers();
    ClientLink link = harness.connect();
    CompletableFuture<Reply> inFlight = harness.send(link, harness.call("x"));
    await().until(() -> held.size() == 1);
    harness.run(link::leave);
    harness.run(() -> held.get(0).complete(reply("done")));
    assertThat(text(get(inFlight))).isEqualTo("done");
    await().until(() -> harness.serverLinks.isEmpty());
  }

  @Test
  void whoIsShortOfCpuRefusesACallBeforeItsArgumentsAreWhole() {
    ClientLink link = harness.connect();
    harness.shedding = true;
    for (int size : new int[] {1, 1 << 20}) {
      Call call = harness.call(LinkHarness.TARGET, new byte[size]);
      CallFailure failure = failureOf(harness.send(link, call));
      assertThat(failure.status()).isEqualTo(Status.REFUSED);
      assertThat(failure).hasMessage(CallFailure.SHORT_OF_CPU);
    }
    assertThat(harness.received).isEmpty();
    harness.shedding = false;
    assertThat(harness.ask(link, "hello")).isEqualTo("hello");
  }

  @Test
  void threeTimesItsCreditIsRefusedWithoutSendingIt() {
    harness.credit = 200;
    harness.holdAnswers();
    ClientLink link = harness.connect();
    for (int i = 0; i < 600; i++) {
      harness.send(link, harness.call("x"));
    }
    CallFailure failure = failureOf(harness.send(link, harness.call("x")));
    assertThat(failure.status()).isEqualTo(Status.REFUSED);
    assertThat(failure).hasMessage("600 calls are in flight to it, and it wants 200");
    await().until(() -> harness.received.size() == 600);
  }

  @Test
  void streamsThatSayNothingDoNotTakeTheCreditOfOtherCalls() {
    harness.credit = 10;
    ClientLink link = harness.connect();
    for (int i = 0; i < 600; i++) {
      harness.send(link, harness.grpc(new Feed(), Sink.eager()));
    }
    assertThat(harness.ask(link, "hello")).isEqualTo("hello");
  }

  @Test
  void fewCallsAreSentWhateverTheCreditIs() {
    harness.credit = 1;
    List<Promise<Reply>> held = harness.holdAnswers();
    ClientLink link = harness.connect();
    for (int i = 0; i < 512; i++) {
      harness.send(link, harness.call("x"));
    }
    await().until(() -> held.size() == 512);
  }

  @Test
  void refusesArgumentsOverTheOtherSidesLimitWithoutSendingThem() {
    harness.serverOptions = LinkOptions.withMaxMessage(100);
    ClientLink link = harness.connect();
    CallFailure failure =
        failureOf(harness.send(link, harness.call(LinkHarness.TARGET, new byte[101])));
    assertThat(failure.status()).isEqualTo(Status.TOO_LARGE);
    assertThat(failure).hasMessageContaining("101 bytes, expected at most 100");
    assertThat(harness.ask(link, "still open")).isEqualTo("still open");
  }

  @Test
  void refusesAnAnswerOverItsOwnLimitAndGoesOn() {
    harness.clientOptions = LinkOptions.withMaxMessage(100);
    harness.callee =
        call -> {
          call.payload().release();
          return Future.succeededFuture(reply("x".repeat(100_000)));
        };
    ClientLink link = harness.connect();
    CallFailure failure = failureOf(harness.send(link, harness.call("x")));
    assertThat(failure.status()).isEqualTo(Status.TOO_LARGE);
    harness.callee = this::answerOk;
    assertThat(harness.ask(link, "y")).isEqualTo("ok");
  }

  @Test
  void refusesNamesThatNoDictionaryTakes() {
    Target target = new Target(ServiceKey.of("s"), "m".repeat(70_000), "");
    CallFailure failure =
        failureOf(harness.send(harness.connect(), harness.call(target, new byte[0])));
    assertThat(failure.status()).isEqualTo(Status.BAD_REQUEST);
  }

  @Test
  void hearsOfItsCreditWithTheHelloAndAsItChanges() {
    harness.credit = 64;
    ClientLink link = harness.connect();
    assertThat(link.credit()).isEqualTo(64);
    harness.credit = 32;
    harness.run(() -> harness.serverLinks.get(0).tellCredit());
    await().until(() -> link.credit() == 32);
    harness.credit = 16;
    harness.ask(link, "x");
    assertThat(link.credit()).isEqualTo(16);
  }

  @Test
  void leavingSendsALargeAnswerToItsEnd() {
    List<Promise<Reply>> held = harness.holdAnswers();
    ClientLink link = harness.connect();
    CompletableFuture<Reply> reply = harness.send(link, harness.call("x"));
    await().until(() -> held.size() == 1);
    harness.run(
        () -> {
          held.get(0).complete(reply("x".repeat(6 << 20)));
          harness.serverLinks.get(0).leave("the agent is draining");
        });
    assertThat(text(get(reply))).hasSize(6 << 20);
    await().until(() -> !harness.closedReasons.isEmpty());
  }

  @Test
  void refusesAnAnswerThatTheOtherSideDoesNotTakeInsteadOfSendingIt() {
    harness.clientOptions = LinkOptions.withMaxMessage(1_000);
    harness.callee =
        call -> {
          call.payload().release();
          return Future.succeededFuture(reply("x".repeat(1_001)));
        };
    CallFailure failure = failureOf(harness.send(harness.connect(), harness.call("x")));
    assertThat(failure).hasMessageContaining("takes 1001 bytes, expected at most 1000");
  }
}
