package dev.vertxmesh.link;

import static dev.vertxmesh.link.LinkHarness.get;
import static dev.vertxmesh.link.LinkHarness.text;
import static dev.vertxmesh.link.LinkHarness.trailers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.LinkOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How fast and how slow readers share a link. */
class StreamWindowTest {

  private static final int WINDOW = 64 << 10;
  private static final int MIB = 1 << 20;

  private final LinkHarness harness = new LinkHarness();
  private final List<Feed> answers = new CopyOnWriteArrayList<>();
  private final List<Sink> requests = new CopyOnWriteArrayList<>();
  private final AtomicLong unread = new AtomicLong();

  StreamWindowTest() {
    harness.meter =
        new LinkMeter() {
          @Override
          public void unread(int more) {
            unread.addAndGet(more);
          }
        };
  }

  @AfterEach
  void close() {
    harness.close();
  }

  /** Answers every call with one message of so many bytes, in parts as they can leave. */
  private void answerWith(int bytes) {
    harness.callee =
        call -> {
          if (call.encoding() != Encoding.GRPC) {
            return Future.succeededFuture(new Reply(Status.OK, call.encoding(), call.payload()));
          }
          requests.add(Sink.eager().read(call.exchange().requests()));
          Feed answer = new Feed().message(bytes).end();
          answers.add(answer);
          call.exchange().answer(Map.of(), answer);
          return Future.succeededFuture(trailers(Status.OK, "0"));
        };
  }

  @Test
  void aReaderThatStopsHoldsAtMostItsWindowAndGoesOnWhereItStopped() {
    harness.clientOptions = LinkHarness.options().withWindows(WINDOW, WINDOW);
    harness.credit = 2_000;
    answerWith(5 * MIB);
    ClientLink link = harness.connect();
    Sink slow = Sink.lazy();
    CompletableFuture<Reply> late = harness.send(link, harness.grpc(new Feed().end(), slow));
    await().until(() -> unread.get() == WINDOW);
    List<CompletableFuture<Reply>> others = new ArrayList<>();
    List<Sink> sinks = new ArrayList<>();
    for (int i = 0; i < 999; i++) {
      Sink sink = Sink.eager();
      sinks.add(sink);
      answerWith(20_000);
      others.add(harness.send(link, harness.grpc(new Feed().message(100).end(), sink)));
    }
    others.forEach(reply -> assertThat(get(reply).status()).isEqualTo(Status.OK));
    assertThat(sinks).allMatch(sink -> sink.bytes == 20_005);
    assertThat(unread).hasValue(WINDOW);
    assertThat(answers.get(0).given).isLessThan(4 * WINDOW);
    assertThat(late).isNotDone();
    harness.run(() -> slow.stream.resume());
    get(late);
    assertThat(slow.bytes).isEqualTo(5 * MIB + 5);
    assertThat(unread).hasValue(0);
  }

  @Test
  void aThousandReadersThatStopLeaveTheLinkToOthers() {
    harness.clientOptions = LinkHarness.options().withWindows(WINDOW / 4, WINDOW / 4);
    harness.credit = 2_000;
    answerWith(MIB);
    ClientLink link = harness.connect();
    for (int i = 0; i < 1_000; i++) {
      harness.send(link, harness.grpc(new Feed().end(), Sink.lazy()));
    }
    await().until(() -> unread.get() == 1_000L * WINDOW / 4);
    Sink eager = Sink.eager();
    get(harness.send(link, harness.grpc(new Feed().end(), eager)));
    assertThat(eager.bytes).isEqualTo(MIB + 5);
    assertThat(harness.ask(link, "a call without streams")).isEqualTo("a call without streams");
    harness.run(() -> link.close("the test is over"));
    await().until(() -> unread.get() == 0);
  }

  @Test
  void whenReadersThatStopHoldTooMuchTogetherOneOfThemLosesItsCall() {
    harness.clientOptions =
        LinkHarness.unreadUpTo(3 * WINDOW + 1, LinkHarness.options().withWindows(WINDOW, WINDOW));
    answerWith(MIB);
    ClientLink link = harness.connect();
    List<CompletableFuture<Reply>> stopped = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      stopped.add(harness.send(link, harness.grpc(new Feed().end(), Sink.lazy())));
    }
    await().until(() -> stopped.stream().anyMatch(CompletableFuture::isDone));
    List<CompletableFuture<Reply>> lost =
        stopped.stream().filter(CompletableFuture::isDone).toList();
    assertThat(lost).hasSize(1);
    assertThatThrownBy(() -> get(lost.get(0)))
        .hasRootCauseInstanceOf(CallFailure.class)
        .rootCause()
        .hasMessageStartingWith("reading the answer: its reader left ")
        .hasMessageEndingWith(" bytes in all, expected at most " + (3 * WINDOW + 1))
        .extracting(failure -> ((CallFailure) failure).status())
        .isEqualTo(Status.TOO_LARGE);
    await().until(() -> unread.get() == 3 * WINDOW);
    Sink eager = Sink.eager();
    get(harness.send(link, harness.grpc(new Feed().end(), eager)));
    assertThat(eager.bytes).isEqualTo(MIB + 5);
  }

  @Test
  void whoLosesItsCallHearsWhyThoughTheProviderEndsItAsCancelled() {
    harness.serverOptions =
        LinkHarness.unreadUpTo(WINDOW / 2, LinkOptions.defaults().withWindows(WINDOW, WINDOW));
    harness.callee =
        call -> {
          Sink.lazy().read(call.exchange().requests());
          Promise<Reply> reply = Promise.promise();
          call.onCancel(() -> reply.fail(new CallFailure(Status.CANCELLED, "x", "cancelled")));
          return reply.future();
        };
    Feed requests = new Feed().message(MIB).end();
    CompletableFuture<Reply> reply =
        harness.send(harness.connect(), harness.grpc(requests, Sink.eager()));
    assertThat(LinkHarness.failureOf(reply).status()).isEqualTo(Status.TOO_LARGE);
  }

  @Test
  void smallCallsGoBesideALargeStream() {
    Sink large = Sink.eager();
    harness.callee =
        call -> {
          if (call.encoding() != Encoding.GRPC) {
            return Future.succeededFuture(new Reply(Status.OK, call.encoding(), call.payload()));
          }
          large.read(call.exchange().requests());
          Promise<Reply> reply = Promise.promise();
          call.exchange()
              .requests()
              .endHandler(
                  end -> {
                    large.ended = true;
                    reply.complete(trailers(Status.OK, "0"));
                  });
          return reply.future();
        };
    ClientLink link = harness.connect();
    Feed bytes = new Feed().message(100 * MIB).end();
    Call stream = harness.grpc(bytes, Sink.eager());
    List<String> beside = new CopyOnWriteArrayList<>();
    CompletableFuture<Reply> reply =
        harness.onLoop(
            () -> {
              Future<Reply> begun = link.call(stream);
              askWhileItComes(link, large, beside);
              return begun;
            });
    get(reply);
    assertThat(large.bytes).isEqualTo(100L * MIB + 5);
    assertThat(beside).hasSizeGreaterThan(10).containsOnly("small");
  }

  /** One small call after the other, without another thread between them. */
  private void askWhileItComes(ClientLink link, Sink large, List<String> answers) {
    link.call(harness.call("small"))
        .onSuccess(
            answer -> {
              String text = text(answer);
              if (!large.ended) {
                answers.add(text);
                askWhileItComes(link, large, answers);
              }
            });
  }

  @Test
  void streamsTakeTurns() {
    answerWith(4 * MIB);
    ClientLink link = harness.connect();
    List<Integer> order = new CopyOnWriteArrayList<>();
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      int number = i;
      Sink sink = Sink.eager();
      sink.each = buffer -> order.add(number);
      calls.add(harness.grpc(new Feed().end(), sink));
    }
    get(harness.onLoop(() -> Future.all(calls.stream().map(link::call).toList())));
    int firstEnd = order.size();
    for (int i = 0; i < 4; i++) {
      firstEnd = Math.min(firstEnd, order.lastIndexOf(i));
    }
    assertThat(order.subList(0, firstEnd)).contains(0, 1, 2, 3);
  }

  @Test
  void aSenderIsSlowedByItsReader() {
    harness.serverOptions = LinkHarness.options().withWindows(WINDOW, WINDOW);
    List<Sink> slow = new CopyOnWriteArrayList<>();
    Promise<Reply> held = Promise.promise();
    harness.callee =
        call -> {
          slow.add(Sink.lazy().read(call.exchange().requests()));
          return held.future();
        };
    Feed requests = new Feed().message(10 * MIB).end();
    Call call = harness.grpc(requests, Sink.eager());
    CompletableFuture<Reply> reply = harness.send(harness.connect(), call);
    await().until(() -> unread.get() == WINDOW);
    assertThat(requests.paused).isTrue();
    assertThat(requests.given).isLessThan(4 * WINDOW);
    for (int i = 0; i < 20; i++) {
      harness.run(() -> slow.get(0).stream.fetch(1));
    }
    await().until(() -> unread.get() >= WINDOW && slow.get(0).bytes > WINDOW);
    assertThat(slow.get(0).ended).isFalse();
    harness.run(() -> slow.get(0).stream.resume());
    await().until(() -> slow.get(0).ended);
    assertThat(slow.get(0).bytes).isEqualTo(10 * MIB + 5);
    harness.run(() -> held.complete(trailers(Status.OK, "0")));
    get(reply);
  }
}
