package dev.vertxmesh.ingress.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.memory.Reservation;
import dev.vertxmesh.memory.Reservations;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A body that is one message: what is read of it, what is made of it, and what is held. */
class UnaryBytesTest {

  private static final int LIMIT = 10;

  /** What other tests have left to this thread, whose calls nobody has ended. */
  private final long before = Reservations.ofHeap().held();

  private final FakeRequest request = new FakeRequest();
  private final List<String> read = new ArrayList<>();
  private CallFailure failure;
  private UnaryRequest unary;
  private FilledStream message;

  private void begin(boolean compressed, String length) {
    begin(compressed, length, LIMIT);
  }

  private void begin(boolean compressed, String length, int limit) {
    if (length != null) {
      request.headers.set("content-length", length);
    }
    GrpcIngressOptions options = new GrpcIngressOptions(limit, "mesh-consumer", null, 0);
    unary = new UnaryRequest(request.vertx(), request.request(), compressed, options);
    message = unary.begin();
    message.exceptionHandler(cause -> failure = (CallFailure) cause);
    message.handler(bytes -> read.add(bytes.toString(StandardCharsets.ISO_8859_1)));
    message.endHandler(end -> read.add("end"));
  }

  private String all() {
    return String.join("", read);
  }

  private long held() {
    return Reservations.ofHeap().held() - before;
  }

  @AfterEach
  void nothingIsHeld() {
    unary.close();
    assertThat(held()).isZero();
  }

  @Test
  void itIsReadOnceThereIsAReader() {
    begin(false, null);
    assertThat(request.asked).containsExactly("pause");
    request.turn();
    assertThat(request.asked).containsExactly("pause", 2L);
  }

  @Test
  void whatWasRefusedBeforeIsNotReadInParts() {
    begin(false, null);
    unary.close();
    request.turn();
    assertThat(request.asked).containsExactly("pause", "resume");
  }

  @Test
  void ofSaidLengthItPassesAsItComesAndNoFasterThanItIsRead() {
    begin(false, "5");
    request.turn();
    request.send("hel");
    assertThat(read).isEmpty();
    message.fetch(1);
    assertThat(all()).isEqualTo("\0\0\0\0\5hel");
    assertThat(request.asked).endsWith(1L).hasSize(3);
    request.send("lo");
    assertThat(request.asked).hasSize(3);
    message.resume();
    request.end();
    assertThat(all()).isEqualTo("\0\0\0\0\5helloend");
    assertThat(request.asked).as("the last that was asked for is the end").hasSize(4);
    assertThat(held()).isZero();
  }

  @Test
  void ofUnknownLengthItIsHeldUntilItIsWhole() {
    begin(true, null);
    message.resume();
    request.turn();
    request.send("hel");
    assertThat(held()).isEqualTo(3 + Reservation.PART);
    request.send("lo");
    assertThat(held()).isEqualTo(5 + 2 * Reservation.PART);
    assertThat(request.asked).containsExactly("pause", 2L, 1L, 1L);
    assertThat(read).isEmpty();
    request.end();
    assertThat(all()).isEqualTo("\1\0\0\0\5helloend");
    assertThat(held()).as("its reader has all of it").isZero();
  }

  @Test
  void itIsChargedUntilItsReaderHasAllOfIt() {
    begin(false, null);
    request.send("hello");
    message.fetch(1);
    request.end();
    assertThat(read).containsExactly("\0\0\0\0\5");
    assertThat(held()).isEqualTo(5 + Reservation.PART);
    message.resume();
    assertThat(held()).isZero();
  }

  @Test
  void nothingIsNotCompressedWhateverTheHeaderSays() {
    begin(true, null);
    message.resume();
    request.end();
    assertThat(all()).isEqualTo("\0\0\0\0\0end");
  }

  @Test
  void ofSaidLengthACompressedOneHasItsFlag() {
    begin(true, "1");
    message.resume();
    request.send("x");
    assertThat(all()).isEqualTo("\1\0\0\0\1x");
  }

  @Test
  void aLengthThatIsNoNumberIsNotKnown() {
    begin(false, "five");
    message.resume();
    request.send("hello");
    assertThat(read).isEmpty();
    request.end();
    assertThat(all()).isEqualTo("\0\0\0\0\5helloend");
  }

  private void isTooLarge(String words) {
    assertThat(failure.status()).isEqualTo(Status.TOO_LARGE);
    assertThat(failure).hasMessage(words);
    assertThat(request.asked).last().isEqualTo("resume");
    assertThat(held()).isZero();
    int asked = request.asked.size();
    request.send("more");
    request.end();
    assertThat(read).isEmpty();
    assertThat(request.asked).hasSize(asked);
  }

  @Test
  void oneByteOverTheLimitIsRefusedWhereItsLengthIsSaid() {
    begin(false, "11");
    request.send("h");
    isTooLarge(
        "request: message 1 has 11 bytes, expected at most 10, the --max-message of this agent");
  }

  @Test
  void oneByteOverTheLimitIsRefusedWhereItIsNot() {
    begin(false, null);
    request.send("hello");
    request.send("world!");
    isTooLarge("request: it has more than 10 bytes, the --max-message of this agent");
  }

  @Test
  void exactlyTheLimitIsNot() {
    begin(false, "10");
    message.resume();
    request.send("helloworld");
    request.end();
    assertThat(all()).isEqualTo("\0\0\0\0\12helloworldend");
  }

  @Test
  void norIsItOfUnknownLength() {
    begin(false, null);
    message.resume();
    request.send("hello");
    request.send("world");
    request.end();
    assertThat(all()).isEqualTo("\0\0\0\0\12helloworldend");
    assertThat(failure).isNull();
  }

  @Test
  void whenNobodyReadsOnNothingIsHeldAndTheRestIsThrownAway() {
    begin(false, null);
    request.send("hello");
    unary.close();
    assertThat(held()).isZero();
    assertThat(request.asked).last().isEqualTo("resume");
    request.send("x");
    request.end();
    message.resume();
    assertThat(read).isEmpty();
    assertThat(failure).as("nobody hears of what comes then").isNull();
    int asked = request.asked.size();
    unary.close();
    assertThat(request.asked).hasSize(asked);
  }

  @Test
  void whatBreaksOffIsToldOnceAndHoldsNothing() {
    begin(false, null);
    request.send("hello");
    CallFailure gone = new CallFailure(Status.CANCELLED, "test", "the client left");
    request.fail(gone);
    assertThat(failure).isSameAs(gone);
    assertThat(held()).isZero();
    failure = null;
    request.fail(gone);
    assertThat(failure).isNull();
  }

  @Test
  void whatHasBeenReadDoesNotBreakOff() {
    begin(false, null);
    message.resume();
    request.end();
    request.fail(new CallFailure(Status.CANCELLED, "test", "the client left"));
    assertThat(failure).isNull();
  }
}
