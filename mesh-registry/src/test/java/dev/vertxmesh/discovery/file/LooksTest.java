package dev.vertxmesh.discovery.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LooksTest {

  private final Queue<Promise<Void>> underWay = new ArrayDeque<>();
  private final Looks looks = new Looks(this::begin);

  private Future<Void> begin() {
    Promise<Void> look = Promise.promise();
    underWay.add(look);
    return look.future();
  }

  private Promise<Void> ask() {
    Promise<Void> told = Promise.promise();
    looks.ask(told);
    return told;
  }

  private List<Promise<Void>> ask(int times) {
    return Stream.generate(this::ask).limit(times).toList();
  }

  private void lookEnds() {
    underWay.remove().complete();
  }

  private static boolean isTold(Promise<Void> asker) {
    return asker.future().succeeded();
  }

  @Test
  void whoAsksIsToldOnceItsLookHasEnded() {
    for (int i = 0; i < 2; i++) {
      Promise<Void> asker = ask();
      assertThat(isTold(asker)).isFalse();
      lookEnds();
      assertThat(isTold(asker)).isTrue();
    }
    assertThat(underWay).isEmpty();
  }

  @Test
  void aLookThatFailsIsOneThatHasEnded() {
    Promise<Void> asker = ask();
    underWay.remove().fail("no such folder");
    assertThat(isTold(asker)).isTrue();
  }

  @Test
  void allWhoAskWhileALookIsUnderWayShareTheNext() {
    Promise<Void> first = ask();
    List<Promise<Void>> later = ask(100);
    assertThat(underWay).hasSize(1);
    lookEnds();
    assertThat(isTold(first)).isTrue();
    assertThat(later).as("it may have passed what they ask for").noneMatch(LooksTest::isTold);
    assertThat(underWay).hasSize(1);
    lookEnds();
    assertThat(later).allMatch(LooksTest::isTold);
    assertThat(underWay).isEmpty();
  }

  @Test
  void besideALookThatDoesNotEndThereIsNoOther() {
    ask();
    for (int i = 0; i < 10; i++) {
      ask(100).forEach(Promise::complete); // their patience is over
    }
    assertThat(underWay).hasSize(1);
    lookEnds();
    assertThat(underWay).as("nobody waits any more").isEmpty();
    Promise<Void> asker = ask();
    lookEnds();
    assertThat(isTold(asker)).isTrue();
  }

  @Test
  void whoeverAsksOnWhicheverThreadIsToldAndNoTwoLooksAreUnderWay() {
    AtomicInteger under = new AtomicInteger();
    List<Integer> atOnce = new ArrayList<>(); // guarded by there being one look at a time
    Looks shared =
        new Looks(
            () -> {
              Promise<Void> look = Promise.promise();
              atOnce.add(under.incrementAndGet());
              ForkJoinPool.commonPool()
                  .execute(
                      () -> {
                        under.decrementAndGet();
                        look.complete();
                      });
              return look.future();
            });
    List<CompletableFuture<Void>> askers =
        IntStream.range(0, 1_000)
            .parallel()
            .mapToObj(
                i -> {
                  Promise<Void> told = Promise.promise();
                  shared.ask(told);
                  return told.future().toCompletionStage().toCompletableFuture();
                })
            .toList();
    CompletableFuture.allOf(askers.toArray(CompletableFuture[]::new)).join();
    assertThat(atOnce).isNotEmpty().containsOnly(1);
  }
}
