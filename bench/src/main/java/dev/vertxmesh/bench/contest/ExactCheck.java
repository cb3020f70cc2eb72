package dev.vertxmesh.bench.contest;

import dev.vertxmesh.samples.contest.ContestStrings;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * Compares each answer with its own string's hash, which wrk can't: it only knows that an answer is
 * one of the right ones, not that it came to the one who asked.
 */
final class ExactCheck {
  private static final int IN_FLIGHT = 64;

  private final LongAdder wrong = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final Semaphore free = new Semaphore(IN_FLIGHT);

  /**
   * What came of it.
   *
   * @param calls made
   * @param wrong answered with another string's hash
   * @param failed not answered, or not with 200
   */
  record Outcome(int calls, long wrong, long failed) {
    long errors() {
      return wrong + failed;
    }
  }

  /** Whether one call is answered rightly, now. */
  static boolean oneIsRight(URI uri) {
    return Http.hash(uri, "hello")
        .handle((reply, failure) -> failure == null && right("hello", reply))
        .join();
  }

  /** Makes so many calls with different strings. */
  static Outcome run(URI uri, int calls, long seed) throws InterruptedException {
    ExactCheck check = new ExactCheck();
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < calls; i++) {
      String string = ContestStrings.pool(1, random)[0];
      check.free.acquire();
      Http.hash(uri, string).whenComplete((reply, failure) -> check.judge(string, reply, failure));
    }
    check.free.acquire(IN_FLIGHT);
    return new Outcome(calls, check.wrong.sum(), check.failed.sum());
  }

  private void judge(String string, HttpResponse<String> reply, Throwable failure) {
    if (failure != null || reply.statusCode() != 200) {
      failed.increment();
    } else if (!right(string, reply)) {
      wrong.increment();
    }
    free.release();
  }

  private static boolean right(String string, HttpResponse<String> reply) {
    return reply.statusCode() == 200 && reply.body().equals(String.valueOf(string.hashCode()));
  }
}
