package dev.vertxmesh.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.ingress.http.BodyPace.Paced;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bodies of which the test says how much has come; an interval is 50 ms. */
class BodyPaceTest {

  private static final int INTERVAL = 50;
  private static final int NOT_YET = -1;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  /** Brings some bytes from one look to the next. */
  private static final class Body extends Paced {
    private final int each;
    private final AtomicInteger looks = new AtomicInteger();
    private final AtomicInteger slow = new AtomicInteger(NOT_YET);

    Body(int each) {
      this.each = each;
    }

    @Override
    int received() {
      return looks.incrementAndGet() * each;
    }

    @Override
    void onSlow(int brought) {
      slow.set(brought);
    }
  }

  private Body watched(BodyPace pace, int each) {
    Body body = new Body(each);
    vertx.runOnContext(v -> pace.add(body));
    return body;
  }

  @Test
  void whatBringsLessThanThePaceIsSlowAndWhatBringsAsMuchIsNot() {
    BodyPace pace = new BodyPace(vertx, INTERVAL, 200); // which is 10 an interval
    Body fast = watched(pace, 10);
    Body slow = watched(pace, 9);
    await().until(() -> slow.slow.get() == 9);
    await().until(() -> fast.looks.get() > 5);
    assertThat(fast.slow).hasValue(NOT_YET);
    assertThat(slow.looks.get()).isGreaterThanOrEqualTo(2); // the first look only begins it
  }

  @Test
  void withoutAPaceSomethingHasToCome() {
    BodyPace pace = new BodyPace(vertx, INTERVAL, 0);
    Body drips = watched(pace, 1);
    Body nothing = watched(pace, 0);
    await().until(() -> nothing.slow.get() == 0);
    await().until(() -> drips.looks.get() > 5);
    assertThat(drips.slow).hasValue(NOT_YET);
  }

  @Test
  void whatIsWholeIsntLookedAt() {
    BodyPace pace = new BodyPace(vertx, INTERVAL, 0);
    Body whole = new Body(0);
    vertx.runOnContext(
        v -> {
          pace.add(whole);
          pace.remove(whole);
        });
    Body other = watched(pace, 0);
    await().until(() -> other.slow.get() == 0);
    assertThat(whole.looks).hasValue(0);
  }

  @Test
  void whoLeavesFromAnyPlaceLetsTheOthersBeLookedAt() {
    BodyPace pace = new BodyPace(vertx, INTERVAL, 0);
    Body[] bodies = new Body[6];
    vertx.runOnContext(
        v -> {
          for (int i = 0; i < bodies.length; i++) {
            bodies[i] = new Body(0);
            pace.add(bodies[i]);
          }
          for (int i : new int[] {0, 2, 3, 5, 5}) { // the first, the last, and one twice
            pace.remove(bodies[i]);
          }
        });
    await().until(() -> bodies[4] != null && bodies[4].slow.get() == 0);
    await().until(() -> bodies[1].slow.get() == 0);
    for (int i : new int[] {0, 2, 3, 5}) {
      assertThat(bodies[i].looks).hasValue(0);
    }
  }
}
