package dev.vertxmesh.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is taken ahead of a quota that others take of, too. */
class SharedStockTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private long now = SECOND;
  private Future<Long> answer = Future.succeededFuture(0L);
  private int asked;

  private final SharedQuota.Store store =
      new SharedQuota.Store() {
        @Override
        public SharedQuota of(String name, double perSecond, long burst) {
          return most -> {
            asked++;
            return answer;
          };
        }

        @Override
        public String problem() {
          return "";
        }

        @Override
        public String describe() {
          return "a test";
        }

        @Override
        public void close() {}
      };

  private final SharedStock stock = new SharedStock(store, "slow", new Rate(0.5, 1), () -> now);

  @Test
  void whoIsRefusedIsToldToWaitForAnotherCallAtLeast() {
    assertThat(stock.take(1, now)).isZero();
    assertThat(stock.take(1, now)).isEqualTo(2 * SECOND);
  }

  @Test
  void oneWhoseQuestionFailedAsksAgain() {
    answer = Future.failedFuture("away");
    assertThat(stock.take(1, now)).isZero();
    assertThat(asked).isOne();
    assertThat(stock.isAsking()).isFalse();
    now += SECOND;
    answer = Future.succeededFuture(2L);
    assertThat(stock.take(1, now)).isPositive();
    assertThat(asked).isEqualTo(2);
    assertThat(stock.take(1, now)).isZero();
  }
}
