package dev.vertxmesh.ingress.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Status;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The one message of an answer, which is held until its end is known. */
class UnaryBodyTest {

  /** What other tests have left to this thread, whose calls nobody has ended. */
  private final long before = Reservations.ofHeap().held();

  private final FakeRequest request = new FakeRequest();
  private final List<String> broken = new ArrayList<>();
  private final UnaryBody body = new UnaryBody(request.vertx(), request.request());

  UnaryBodyTest() {
    body.onBroken((status, why) -> broken.add(status + " " + why));
  }

  @AfterEach
  void nothingIsHeld() {
    body.unsent().close();
    assertThat(held()).isZero();
  }

  private long held() {
    return Reservations.ofHeap().held() - before;
  }

  private void pass(String bytes) {
    body.pass(Buffer.buffer(bytes, "ISO-8859-1"));
  }

  @Test
  void aMessageIsWholeWithItsLastByte() {
    assertThat(body.isWhole()).isFalse();
    pass("\0\0\0\0\5hel");
    assertThat(body.isWhole()).isFalse();
    pass("lo");
    assertThat(body.isWhole()).isTrue();
    assertThat(body.isCompressed()).isFalse();
    assertThat(broken).isEmpty();
  }

  @Test
  void itIsChargedTwiceUntilItHasLeft() {
    pass("\1\0\0\0\2hi");
    assertThat(body.isCompressed()).isTrue();
    assertThat(held()).isEqualTo(2 * 7 + Reservation.PART);
    Future<Void> end = body.end();
    assertThat(request.answer).isEqualTo("hi");
    assertThat(end.isComplete()).isFalse();
    assertThat(held()).isPositive();
    request.answered.complete();
    assertThat(end.succeeded()).isTrue();
    assertThat(held()).isZero();
  }

  @Test
  void somethingElseMayBeWrittenInItsPlace() {
    pass("\0\0\0\0\2hi");
    body.end(Buffer.buffer("{}"));
    assertThat(request.answer).isEqualTo("{}");
    request.answered.fail("the client left");
    assertThat(held()).isZero();
  }

  @Test
  void aSecondMessageBreaksItOff() {
    pass("\0\0\0\0\2hi");
    long first = held();
    pass("\0\0\0\0\0");
    assertThat(broken)
        .containsExactly(
            Status.NO_METHOD
                + " the answer: it has more than one message, expected one; call the method as a"
                + " stream");
    assertThat(held()).isEqualTo(first);
  }
}
