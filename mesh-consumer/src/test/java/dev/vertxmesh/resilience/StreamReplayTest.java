package dev.vertxmesh.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls with two directions that are made again. */
class StreamReplayTest {

  /** An attempt that reads its requests as they come. */
  private static final class Taken {
    private final Call call;
    private final StringBuilder read = new StringBuilder();
    private final Promise<Reply> answer = Promise.promise();
    private boolean ended;
    private Throwable broken;

    Taken(Call call, boolean atOnce) {
      this.call = call;
      ReadStream<Buffer> requests = call.exchange().requests();
      requests.handler(buffer -> read.append(buffer));
      requests.endHandler(end -> ended = true);
      requests.exceptionHandler(cause -> broken = cause);
      if (atOnce) {
        requests.resume();
      }
    }

    void fail(Status status) {
      call.exchange().requests().pause(); // as a link does that reads no more
      answer.fail(new CallFailure(status, "endpoint", status.name()));
    }
  }

  /** What the caller sends, when the test says so. */
  private static final class Source implements ReadStream<Buffer> {
    private Handler<Buffer> handler;
    private Handler<Void> endHandler;
    private Handler<Throwable> exceptionHandler;
    private boolean flowing;

    void give(String text) {
      assertThat(flowing).as("nobody reads").isTrue();
      handler.handle(Buffer.buffer(text));
    }

    @Override
    public Source handler(Handler<Buffer> reader) {
      handler = reader;
      return this;
    }

    @Override
    public Source endHandler(Handler<Void> reader) {
      endHandler = reader;
      return this;
    }

    @Override
    public Source exceptionHandler(Handler<Throwable> reader) {
      exceptionHandler = reader;
      return this;
    }

    @Override
    public Source pause() {
      flowing = false;
      return this;
    }

    @Override
    public Source resume() {
      flowing = true;
      return this;
    }

    @Override
    public Source fetch(long amount) {
      return resume();
    }
  }

  private final List<Taken> taken = new ArrayList<>();
  private final List<Map<String, String>> answers = new ArrayList<>();
  private final Source source = new Source();
  private boolean atOnce = true;
  private final DeadlineWheel wheel = new DeadlineWheel(8, 1_000_000, () -> 0, () -> {});

  private Future<Reply> begin() {
    Call call =
        new Call(
            new Target(ServiceKey.of("s"), "find", ""),
            Encoding.GRPC,
            Unpooled.EMPTY_BUFFER,
            Map.of(),
            Deadline.none(0));
    call.exchange(new Exchange(source, (metadata, messages) -> answers.add(metadata)));
    Caller caller =
        new RetryFilter(
                new RetryPolicy(3, 1),
                new Idempotence(List.of("s#find")),
                new RetryBudget(20, () -> 0),
                wheel,
                () -> 0,
                new RetryObserver() {
                  @Override
                  public void onRetry() {}

                  @Override
                  public void onHedge() {}

                  @Override
                  public void onExhausted() {}
                })
            .over(this::take);
    return caller.call(call);
  }

  private Future<Reply> take(Call attempt) {
    attempt.takenBy(new Numbered(taken.size()), 0);
    Taken one = new Taken(attempt, atOnce);
    taken.add(one);
    return one.answer.future();
  }

  @Test
  void whatWasReadIsGivenAgainAndThenWhatComes() {
    Future<Reply> reply = begin();
    source.give("one ");
    source.give("two ");
    taken.get(0).fail(Status.REFUSED);
    assertThat(taken).hasSize(2);
    source.give("three");
    source.endHandler.handle(null);
    assertThat(taken.get(1).read).hasToString("one two three");
    assertThat(taken.get(1).ended).isTrue();
    taken.get(1).fail(Status.REFUSED);
    assertThat(taken.get(2).read).hasToString("one two three");
    assertThat(taken.get(2).ended).isTrue();
    assertThat(taken.get(0).read).hasToString("one two ");
    taken.get(2).answer.complete(new Reply(Status.OK, Encoding.GRPC, Unpooled.EMPTY_BUFFER));
    assertThat(reply.succeeded()).isTrue();
  }

  @Test
  void aRequestThatIsTooLongToKeepIsNotMadeAgain() {
    Future<Reply> reply = begin();
    source.give("x".repeat(StreamReplay.MOST_KEPT));
    source.give("y");
    taken.get(0).fail(Status.REFUSED);
    assertThat(taken).hasSize(1);
    assertThat(reply.failed()).isTrue();
  }

  @Test
  void aCallWhoseAnswerHasBegunIsNotMadeAgain() {
    Future<Reply> reply = begin();
    source.give("one");
    taken.get(0).call.exchange().answer(Map.of("k", "v"), new Source());
    assertThat(answers).containsExactly(Map.of("k", "v"));
    taken.get(0).fail(Status.LOST);
    assertThat(taken).hasSize(1);
    assertThat(reply.failed()).isTrue();
  }

  @Test
  void aRequestThatBrokeOffIsNotMadeAgain() {
    Future<Reply> reply = begin();
    source.give("one");
    source.exceptionHandler.handle(new IllegalStateException("reset"));
    assertThat(taken.get(0).broken).hasMessage("reset");
    taken.get(0).fail(Status.REFUSED);
    assertThat(taken).hasSize(1);
    assertThat(reply.failed()).isTrue();
  }

  @Test
  void anAttemptThatIsOverDoesNotSpeakForTheNext() {
    begin();
    source.give("one");
    taken.get(0).fail(Status.REFUSED);
    taken.get(0).call.exchange().answer(Map.of("too", "late"), new Source());
    assertThat(answers).isEmpty();
    taken.get(0).call.exchange().requests().pause();
    assertThat(source.flowing).isTrue();
  }

  @Test
  void aCallWithTwoDirectionsIsNeverHedged() {
    begin();
    assertThat(wheel.isEmpty()).isTrue();
  }

  @Test
  void anAttemptReadsAsMuchAsItAsksFor() {
    begin();
    ReadStream<Buffer> requests = taken.get(0).call.exchange().requests();
    assertThat(requests.pause()).isSameAs(requests);
    assertThat(source.flowing).isFalse();
    assertThat(requests.fetch(2)).isSameAs(requests);
    source.give("one ");
    assertThat(source.flowing).isTrue();
    source.give("two ");
    assertThat(source.flowing).isFalse();
    requests.resume().fetch(5);
    source.give("three ");
    source.give("four");
    assertThat(source.flowing).isTrue();
    assertThat(taken.get(0).read).hasToString("one two three four");
  }

  @Test
  void whatWasReadIsGivenAgainAsItIsAskedFor() {
    begin();
    source.give("one ");
    source.give("two ");
    source.give("three");
    atOnce = false;
    taken.get(0).fail(Status.REFUSED);
    Taken slow = taken.get(1);
    ReadStream<Buffer> requests = slow.call.exchange().requests();
    assertThat(source.flowing).isFalse();
    requests.fetch(1);
    assertThat(slow.read).hasToString("one ");
    assertThat(source.flowing).isFalse();
    requests.fetch(2);
    assertThat(slow.read).hasToString("one two three");
    assertThat(source.flowing).isFalse();
    requests.fetch(1);
    assertThat(source.flowing).isTrue();
  }

  @Test
  void theEndIsToldWhenItIsRead() {
    begin();
    ReadStream<Buffer> requests = taken.get(0).call.exchange().requests();
    requests.pause();
    source.endHandler.handle(null);
    assertThat(taken.get(0).ended).isFalse();
    requests.resume();
    assertThat(taken.get(0).ended).isTrue();
  }

  @Test
  void whoIsOverReadsNoMore() {
    begin();
    source.give("one ");
    taken.get(0).fail(Status.REFUSED);
    taken.get(1).call.exchange().requests().pause();
    ReadStream<Buffer> former = taken.get(0).call.exchange().requests();
    assertThat(former.fetch(1)).isSameAs(former);
    assertThat(source.flowing).isFalse();
  }

  @Test
  void asMuchAsIsKeptIsGivenAgain() {
    begin();
    source.give("x".repeat(StreamReplay.MOST_KEPT));
    taken.get(0).fail(Status.REFUSED);
    assertThat(taken.get(1).read).hasSize(StreamReplay.MOST_KEPT);
  }
}
