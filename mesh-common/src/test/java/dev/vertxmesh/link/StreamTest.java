package dev.vertxmesh.link;

import static dev.vertxmesh.link.LinkHarness.failureOf;
import static dev.vertxmesh.link.LinkHarness.get;
import static dev.vertxmesh.link.LinkHarness.trailers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls with two directions, through both ends of a link. */
class StreamTest {

  private static final Map<String, String> METADATA = Map.of("k", "v");

  private final LinkHarness harness = new LinkHarness();
  private final List<Served> served = new CopyOnWriteArrayList<>();

  /** A call as the callee has it. */
  private static final class Served {
    private final Call call;
    private final Sink requests;
    private final Feed answer = new Feed();
    private final Promise<Reply> reply = Promise.promise();

    Served(Call call, Sink requests) {
      this.call = call;
      this.requests = requests.read(call.exchange().requests());
    }

    void answer() {
      call.exchange().answer(METADATA, answer);
    }
  }

  @AfterEach
  void close() {
    harness.close();
  }

  private void serve(boolean eagerly) {
    harness.callee =
        call -> {
          Served one = new Served(call, eagerly ? Sink.eager() : Sink.lazy());
          served.add(one);
          return one.reply.future();
        };
  }

  private Served nextServed(int count) {
    await().until(() -> served.size() == count);
    return served.get(count - 1);
  }

  @Test
  void aCallOfOneMessageGoesThroughWithAllThatBelongsToIt() {
    serve(true);
    ClientLink link = harness.connect();
    Sink answer = Sink.eager();
    Feed requests = new Feed().add((byte) 1, (byte) 2).end();
    CompletableFuture<Reply> reply = harness.send(link, harness.grpc(requests, answer));
    Served one = nextServed(1);
    await().until(() -> one.requests.ended);
    assertThat(one.requests.hex).isEqualTo("0102");
    assertThat(one.call.target()).isEqualTo(LinkHarness.GRPC_TARGET);
    assertThat(one.call.attachments()).containsEntry("content-type", "application/grpc");
    assertThat(one.call.deadline().isNone(System.nanoTime())).isTrue();
    harness.run(
        () -> {
          one.answer();
          one.answer.add((byte) 3).end();
          one.reply.complete(trailers(Status.OK, "0"));
        });
    assertThat(get(reply).attachments()).containsEntry("grpc-status", "0");
    assertThat(answer.metadata).isEqualTo(METADATA);
    assertThat(answer.hex).isEqualTo("03");
    assertThat(answer.ended).isTrue();
    assertThat(link.inFlight()).isZero();
  }

  @Test
  void bothDirectionsGoOnAsTheyAreReady() {
    serve(true);
    Sink answer = Sink.eager();
    Feed requests = new Feed();
    CompletableFuture<Reply> reply = begin(requests, answer);
    Served one = nextServed(1);
    harness.run(one::answer);
    for (int i = 1; i <= 5; i++) {
      int sofar = i;
      harness.run(() -> requests.add((byte) 1));
      await().until(() -> one.requests.bytes == sofar);
      harness.run(() -> one.answer.add((byte) 1, (byte) 2));
      await().until(() -> answer.bytes == 2 * sofar);
    }
    harness.run(requests::end);
    await().until(() -> one.requests.ended);
    harness.run(() -> one.answer.add((byte) 9).end());
    await().until(() -> answer.bytes == 11);
    assertThat(reply).isNotDone();
    harness.run(() -> one.reply.complete(trailers(Status.OK, "0")));
    get(reply);
  }

  private CompletableFuture<Reply> begin(Feed requests, Sink answer) {
    return harness.send(harness.connect(), harness.grpc(requests, answer));
  }

  @Test
  void anAnswerMayBeTrailersAlone() {
    serve(true);
    Sink answer = Sink.eager();
    CompletableFuture<Reply> reply = begin(new Feed().end(), answer);
    Served one = nextServed(1);
    harness.run(() -> one.reply.complete(trailers(Status.EXCEPTION, "5")));
    assertThat(get(reply).status()).isEqualTo(Status.EXCEPTION);
    assertThat(get(reply).attachments()).containsEntry("grpc-status", "5");
    assertThat(answer.metadata).isNull();
  }

  @Test
  void theReplyComesWhenTheAnswerWasRead() {
    serve(true);
    Sink answer = Sink.lazy();
    ClientLink link = harness.connect();
    CompletableFuture<Reply> reply = harness.send(link, harness.grpc(new Feed().end(), answer));
    Served one = nextServed(1);
    harness.run(
        () -> {
          one.answer();
          one.answer.add((byte) 1).add((byte) 2).end();
          one.reply.complete(trailers(Status.OK, "0"));
        });
    await().until(() -> link.inFlight() == 0);
    assertThat(reply).isNotDone();
    harness.run(() -> answer.stream.fetch(1));
    assertThat(answer.bytes).isPositive();
    harness.run(() -> answer.stream.resume());
    get(reply);
    assertThat(answer.hex).isEqualTo("0102");
  }

  @Test
  void anAnswerThatHasArrivedIsReadThoughTheLinkIsLost() {
    serve(true);
    Sink answer = Sink.lazy();
    ClientLink link = harness.connect();
    CompletableFuture<Reply> reply = harness.send(link, harness.grpc(new Feed().end(), answer));
    Served one = nextServed(1);
    harness.run(
        () -> {
          one.answer();
          one.answer.message(10_000).end();
          one.reply.complete(trailers(Status.OK, "0"));
        });
    await().until(() -> link.inFlight() == 0);
    harness.run(() -> harness.serverLinks.get(0).close("the test ends it"));
    await().until(() -> !harness.closedReasons.isEmpty());
    harness.run(() -> answer.stream.resume());
    assertThat(get(reply).status()).isEqualTo(Status.OK);
    assertThat(answer.bytes).isEqualTo(10_005);
  }

  @Test
  void aFailureComesAtOnceAndWhatWasNotReadIsForgotten() {
    serve(true);
    Sink answer = Sink.lazy();
    CompletableFuture<Reply> reply = begin(new Feed(), answer);
    Served one = nextServed(1);
    harness.run(
        () -> {
          one.answer();
          one.answer.message(40_000);
        });
    await().until(() -> answer.stream != null);
    harness.run(() -> one.reply.fail(new CallFailure(Status.LOST, "grpc x:1", "it died")));
    assertThat(failureOf(reply).status()).isEqualTo(Status.LOST);
    harness.endTurn();
    assertThat(answer.broken).hasMessage("grpc x:1: it died");
    harness.run(() -> answer.stream.resume());
    assertThat(answer.bytes).isZero();
  }

  @Test
  void cancellingReachesTheOtherEndAndStopsBothDirections() {
    serve(true);
    Sink answer = Sink.eager();
    Feed requests = new Feed();
    Call call = harness.grpc(requests, answer);
    CompletableFuture<Reply> reply = harness.send(harness.connect(), call);
    Served one = nextServed(1);
    harness.run(one::answer);
    await().until(() -> answer.metadata != null);
    harness.run(call::cancel);
    assertThat(failureOf(reply).status()).isEqualTo(Status.CANCELLED);
    await().until(() -> one.call.isCancelled());
    harness.endTurn();
    assertThat(one.requests.broken).isInstanceOf(CallFailure.class);
    assertThat(answer.broken).isInstanceOf(CallFailure.class);
    assertThat(requests.paused).isTrue();
    assertThat(one.answer.paused).isTrue();
    harness.run(() -> one.reply.complete(trailers(Status.OK, "0")));
  }

  @Test
  void anAnswerThatHasNotBeenReadMayBeCancelled() {
    serve(true);
    Sink answer = Sink.lazy();
    Call call = harness.grpc(new Feed().end(), answer);
    ClientLink link = harness.connect();
    CompletableFuture<Reply> reply = harness.send(link, call);
    Served one = nextServed(1);
    harness.run(
        () -> {
          one.answer();
          one.answer.message(100).end();
          one.reply.complete(trailers(Status.OK, "0"));
        });
    await().until(() -> link.inFlight() == 0);
    harness.run(call::cancel);
    assertThat(failureOf(reply).status()).isEqualTo(Status.CANCELLED);
    assertThat(answer.broken).isNotNull();
  }

  @Test
  void aRequestThatBreaksOffCancelsTheCall() {
    serve(true);
    Feed requests = new Feed();
    CompletableFuture<Reply> reply = begin(requests, Sink.eager());
    Served one = nextServed(1);
    harness.run(() -> requests.add((byte) 1).fail(new IllegalStateException("reset by client")));
    CallFailure failure = failureOf(reply);
    assertThat(failure.status()).isEqualTo(Status.CANCELLED);
    assertThat(failure).hasMessageContaining("reset by client");
    await().until(() -> one.call.isCancelled());
    harness.run(() -> one.reply.fail(new CallFailure(Status.CANCELLED, "x", "cancelled")));
  }

  @Test
  void anAnswerThatBreaksOffNeverLooksWhole() {
    serve(true);
    Sink answer = Sink.eager();
    CompletableFuture<Reply> reply = begin(new Feed().end(), answer);
    Served one = nextServed(1);
    harness.run(
        () -> {
          one.answer();
          one.answer.add((byte) 1);
        });
    await().until(() -> answer.bytes == 1);
    harness.run(
        () -> {
          one.answer.fail(new IllegalStateException("reset in the middle"));
          one.reply.complete(trailers(Status.OK, "0"));
        });
    CallFailure failure = failureOf(reply);
    assertThat(failure.status()).isEqualTo(Status.PROVIDER_ERROR);
    assertThat(failure).hasMessageContaining("reset in the middle");
    harness.endTurn();
    assertThat(answer.broken).isNotNull();
  }

  @Test
  void anEarlyAnswerStopsTheRequest() {
    serve(false);
    Feed requests = new Feed().message(1 << 20);
    CompletableFuture<Reply> reply = begin(requests, Sink.eager());
    Served one = nextServed(1);
    harness.run(() -> one.reply.complete(trailers(Status.EXCEPTION, "3")));
    get(reply);
    harness.endTurn();
    assertThat(requests.paused).isTrue();
    assertThat(requests.given).isLessThan(1 << 18);
  }

  @Test
  void aLostLinkBreaksOffEveryStreamOnce() {
    serve(true);
    Sink answer = Sink.lazy();
    CompletableFuture<Reply> reply = begin(new Feed(), answer);
    Served one = nextServed(1);
    harness.run(
        () -> {
          one.answer();
          one.answer.message(1 << 20);
        });
    await().until(() -> answer.stream != null);
    harness.run(() -> harness.serverLinks.get(0).close("the test ends it"));
    assertThat(failureOf(reply).status()).isEqualTo(Status.LOST);
    harness.endTurn();
    assertThat(answer.broken).isNotNull();
    assertThat(one.call.isCancelled()).isTrue();
    assertThat(one.requests.broken).isNotNull();
    harness.run(() -> one.reply.fail(new CallFailure(Status.CANCELLED, "x", "cancelled")));
  }

  @Test
  void goingAwayLetsStreamsEnd() {
    serve(true);
    Sink answer = Sink.eager();
    Feed requests = new Feed();
    CompletableFuture<Reply> reply = begin(requests, answer);
    Served one = nextServed(1);
    harness.run(() -> harness.serverLinks.get(0).leave("the agent is draining"));
    await().until(() -> !harness.goAways.isEmpty());
    harness.run(
        () -> {
          requests.message(300_000).end();
          one.answer();
        });
    await().until(() -> one.requests.ended);
    harness.run(
        () -> {
          one.answer.message(300_000).end();
          one.reply.complete(trailers(Status.OK, "0"));
        });
    assertThat(get(reply).status()).isEqualTo(Status.OK);
    assertThat(answer.bytes).isEqualTo(300_005);
    await().until(() -> !harness.closedReasons.isEmpty());
  }

  @Test
  void metadataThatNoFrameHoldsIsRefused() {
    serve(true);
    CompletableFuture<Reply> reply = begin(new Feed().end(), Sink.eager());
    Served one = nextServed(1);
    Map<String, String> huge = Map.of("a", "x".repeat(40_000), "b", "x".repeat(40_000));
    harness.run(() -> one.call.exchange().answer(huge, one.answer));
    assertThat(failureOf(reply).status()).isEqualTo(Status.TOO_LARGE);
    assertThat(one.call.isCancelled()).isTrue();
    harness.run(() -> one.reply.fail(new CallFailure(Status.CANCELLED, "x", "cancelled")));
  }

  @Test
  void aReaderThatThrowsEndsItsOwnCallAlone() {
    serve(true);
    ClientLink link = harness.connect();
    Sink faulty = Sink.eager();
    faulty.each =
        buffer -> {
          throw new IllegalStateException("a fault");
        };
    CompletableFuture<Reply> reply = harness.send(link, harness.grpc(new Feed().end(), faulty));
    Served one = nextServed(1);
    harness.run(
        () -> {
          one.answer();
          one.answer.add((byte) 1);
        });
    assertThat(failureOf(reply).status()).isEqualTo(Status.INTERNAL);
    await().until(() -> one.call.isCancelled());
    harness.callee =
        call -> {
          call.payload().release();
          return Future.succeededFuture(LinkHarness.reply("still open"));
        };
    assertThat(harness.ask(link, "x")).isEqualTo("still open");
    harness.run(() -> one.reply.fail(new CallFailure(Status.CANCELLED, "x", "cancelled")));
  }
}
