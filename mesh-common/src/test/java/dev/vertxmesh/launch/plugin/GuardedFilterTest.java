package dev.vertxmesh.launch.plugin;

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
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.plugin.AgentKind;
import dev.vertxmesh.plugin.FilterPlugin;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Filters that do what they shouldn't. The test's thread is taken for the event loop. */
class GuardedFilterTest {

  private final Vertx vertx = Vertx.vertx();
  private final ByteBuf arguments = Unpooled.buffer().writeByte(1);
  private final ByteBuf result = Unpooled.buffer().writeByte(2);
  private final Promise<Reply> below = Promise.promise();
  private final Call call =
      new Call(
          new Target(ServiceKey.of("com.x.A"), "b", ""),
          Encoding.JSON,
          arguments,
          Map.of(),
          Deadline.none(0));
  private int handedOn;

  @AfterEach
  void close() throws Exception {
    vertx.close().await(100, TimeUnit.SECONDS);
  }

  @Test
  void aFilterThatPassesEverythingOnChangesNothing() {
    Future<Reply> answer = through((it, next) -> next.call(it));
    answerBelow();
    assertThat(answer.result().payload()).isSameAs(result);
    assertThat(result.refCnt()).isOne();
    result.release();
  }

  @Test
  void whatAFilterRefusesIsReleased() {
    CallFailure failure = new CallFailure(Status.DENIED, "x", "no key");
    assertThat(through((it, next) -> Future.failedFuture(failure)).cause()).isSameAs(failure);
    assertThat(arguments.refCnt()).isZero();
  }

  @Test
  void aFilterThatThrowsEndsTheCallWithThePluginsName() {
    Future<Reply> answer =
        through(
            (it, next) -> {
              throw new IllegalStateException("broken");
            });
    assertFault(answer, "broken");
    assertThat(arguments.refCnt()).isZero();
  }

  @Test
  void soDoesOneThatThrowsOnceTheAnswerIsThere() {
    Future<Reply> answer =
        through(
            (it, next) ->
                next.call(it)
                    .map(
                        reply -> {
                          throw new IllegalStateException("broken");
                        }));
    answerBelow();
    assertFault(answer, "broken");
    assertThat(result.refCnt()).isZero();
  }

  @Test
  void soDoesOneThatAnswersNull() {
    assertFault(through((it, next) -> next.call(it).mapEmpty()), null);
    answerBelow();
    assertThat(result.refCnt()).isZero();
  }

  @Test
  void oneThatReturnsNoFutureIsAFaultToo() {
    assertFault(through((it, next) -> null), "the filter threw");
    assertThat(arguments.refCnt()).isZero();
  }

  @Test
  void aCallThatIsHandedOnTwiceGoesOnOnce() {
    Future<Reply> answer =
        through(
            (it, next) -> {
              next.call(it);
              return next.call(it);
            });
    assertThat(handedOn).isOne();
    assertFault(answer, "handed on twice");
    answerBelow();
    assertThat(result.refCnt()).isZero();
  }

  @Test
  void oneThatNeverAnswersLosesTheCallWhenItIsCancelled() {
    Future<Reply> answer = through((it, next) -> Promise.<Reply>promise().future());
    assertThat(answer.isComplete()).isFalse();
    call.cancel();
    assertThat(answer.cause()).hasMessageContaining("nobody waits");
    assertThat(arguments.refCnt()).isZero();
  }

  @Test
  void soDoesOneThatKeepsTheAnswer() {
    Future<Reply> answer =
        through(
            (it, next) -> {
              next.call(it);
              return Promise.<Reply>promise().future();
            });
    answerBelow();
    call.cancel();
    assertThat(answer.failed()).isTrue();
    assertThat(result.refCnt()).isZero();
  }

  @Test
  void aCallThatIsMadeAnewIsCancelledWithTheFirst() {
    AtomicInteger cancelled = new AtomicInteger();
    Filter again = guarded((it, next) -> next.call(it.again(it.payload().retainedDuplicate())));
    Future<Reply> answer =
        again.apply(
            call,
            copy -> {
              copy.onCancel(cancelled::incrementAndGet);
              return take(copy);
            });
    call.cancel();
    assertThat(cancelled).hasValue(1);
    assertThat(answer.failed()).isTrue();
    answerBelow();
    assertThat(arguments.refCnt()).isZero();
    assertThat(result.refCnt()).isZero();
  }

  @Test
  void anAnswerToACallThatWasCancelledBelowEndsIt() {
    Filter keeping =
        guarded(
            (it, next) -> {
              next.call(it);
              return Promise.<Reply>promise().future();
            });
    Future<Reply> answer =
        keeping.apply(
            call,
            taken -> {
              taken.onCancel(() -> {}); // who has it last has the say
              return take(taken);
            });
    call.cancel();
    assertThat(answer.isComplete()).isFalse();
    answerBelow();
    assertThat(answer.cause()).hasMessageContaining("nobody waits");
    assertThat(result.refCnt()).isZero();
  }

  @Test
  void oneThatAnswersOnAnotherThreadIsBroughtBack() {
    Promise<Thread> seen = Promise.promise();
    vertx.runOnContext(
        v -> {
          Thread loop = Thread.currentThread();
          guarded(
                  (it, next) ->
                      Future.fromCompletionStage(
                          CompletableFuture.supplyAsync(
                              () -> new Reply(Status.OK, Encoding.JSON, Unpooled.EMPTY_BUFFER))))
              .apply(call, this::take)
              .onComplete(done -> seen.complete(Thread.currentThread() == loop ? loop : null));
        });
    await().until(() -> seen.future().isComplete());
    assertThat(seen.future().result()).isNotNull();
    assertThat(arguments.refCnt()).isZero();
  }

  private void assertFault(Future<Reply> answer, String words) {
    if (words == null) {
      answerBelow();
    }
    assertThat(answer.cause())
        .isInstanceOfSatisfying(
            CallFailure.class,
            failure -> {
              assertThat(failure.status()).isEqualTo(Status.INTERNAL);
              assertThat(failure.where()).isEqualTo("mesh-test, plugin odd");
              assertThat(failure).hasMessageContaining(words == null ? "null" : words);
            });
  }

  private void answerBelow() {
    below.tryComplete(new Reply(Status.OK, Encoding.JSON, result));
  }

  private Future<Reply> through(Filter filter) {
    return guarded(filter).apply(call, this::take);
  }

  private Future<Reply> take(Call taken) {
    handedOn++;
    taken.payload().release();
    return below.future();
  }

  private Filter guarded(Filter filter) {
    return new GuardedFilter(
        new FilterPlugin() {
          @Override
          public String name() {
            return "odd";
          }

          @Override
          public Set<AgentKind> agents() {
            return Set.of();
          }

          @Override
          public Filter make(Vertx any) {
            return filter;
          }
        },
        vertx,
        "mesh-test");
  }
}
