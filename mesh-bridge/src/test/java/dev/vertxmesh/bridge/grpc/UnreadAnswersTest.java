package dev.vertxmesh.bridge.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Status;
import dev.vertxmesh.memory.MemoryBudget;
import dev.vertxmesh.memory.Reservations;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers that have come whole, so that HTTP/2 is done with them, and that nobody reads. */
class UnreadAnswersTest extends GrpcBridgeHarness {

  private static final Buffer ANSWER = bytes("000000c34b").appendBytes(new byte[49_995]);

  @BeforeEach
  void answersAreLarge() throws Exception {
    start();
    behaviour = request -> answer(request, ANSWER);
  }

  private <T> T onLoop(Callable<T> work) throws Exception {
    return get(
        Future.future(
            promise ->
                context.runOnContext(
                    turn -> {
                      try {
                        promise.complete(work.call());
                      } catch (Exception e) {
                        promise.fail(e);
                      }
                    })));
  }

  private long held() throws Exception {
    return onLoop(() -> Reservations.ofHeap().held());
  }

  private OneCall unread() throws Exception {
    OneCall call = OneCall.begin(context, bridge, Map.of(), null, false).halfClose();
    await().until(call::hasAnswer);
    assertThat(hello().reply().status()).as("what came behind it was read").isEqualTo(Status.OK);
    return call;
  }

  @Test
  void theyAreHeldUntilTheyAreRead() throws Exception {
    OneCall one = unread();
    OneCall other = unread();
    assertThat(held()).isBetween(100_000L, 110_000L);
    one.read();
    assertThat(one.reply().status()).isEqualTo(Status.OK);
    assertThat(one.body().length()).isEqualTo(50_000);
    assertThat(held()).isBetween(50_000L, 55_000L);
    other.cancel();
    assertThat(other.failure().status()).isEqualTo(Status.CANCELLED);
    assertThat(held()).isZero();
  }

  @Test
  void whereThereIsNoMemoryTheLargestOfThemFails() throws Exception {
    OneCall call = unread();
    boolean hasRoom =
        onLoop(
            () -> {
              MemoryBudget all = MemoryBudget.ofHeap();
              long left = all.most() - all.taken() - 1_000;
              assertThat(all.take(left)).isTrue();
              var other = Reservations.ofHeap().add(() -> {});
              try {
                return other.hold(20_000);
              } finally {
                other.close();
                all.give(left);
              }
            });
    assertThat(hasRoom).isTrue();
    assertThat(call.failure().status()).isEqualTo(Status.TOO_LARGE);
    assertThat(call.failure())
        .hasMessageContaining(
            "the caller has left more of its answers unread than there's memory for");
    assertThat(held()).isZero();
    assertThat(hello().reply().status()).as("the others go on").isEqualTo(Status.OK);
  }
}
