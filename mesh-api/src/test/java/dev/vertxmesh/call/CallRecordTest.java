package dev.vertxmesh.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.vertx.core.net.SocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallRecordTest {

  private record Endpoint(String key) implements TriedEndpoint {
    @Override
    public void passedOver(boolean isPassedOver) {}
  }

  private record Sender(String id) implements Origin {
    @Override
    public WireProtocol protocol() {
      return WireProtocol.HTTP;
    }

    @Override
    public SocketAddress peer() {
      return SocketAddress.inetSocketAddress(4711, "10.0.0.1");
    }

    @Override
    public String header(String name) {
      return name.equals(CallRecord.ID) ? id : null;
    }
  }

  private static Call call(Map<String, String> attachments) {
    return new Call(
        new Target(ServiceKey.of("s"), "m", ""),
        Encoding.TEXT,
        Unpooled.wrappedBuffer(new byte[7]),
        attachments,
        Deadline.none(0));
  }

  @Test
  void aCallOfWhichNobodySaysWhereItCameFromIsTheAgentsOwn() {
    Origin origin = call(Map.of()).record().origin();
    assertThat(origin.protocol()).isEqualTo(WireProtocol.NONE);
    assertThat(origin.peer()).isNull();
    assertThat(origin.header("host")).isNull();
    assertThat(origin.tls()).isNull();
  }

  @Test
  void itIsNamedByItsCaller() {
    Call call = call(Map.of(CallRecord.ID, "the attachment"));
    call.record().came(new Sender("order-17"), 5);
    assertThat(call.id()).isEqualTo("order-17");
    assertThat(call(Map.of(CallRecord.ID, "order-18")).id()).isEqualTo("order-18");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "two\nlines", "caf\u00e9"})
  void aNameThatDoesNotFitALineIsReplaced(String given) {
    assertThat(call(Map.of(CallRecord.ID, given)).id()).matches("[0-9a-f]{32}");
  }

  @Test
  void andSoIsOneThatIsTooLong() {
    assertThat(call(Map.of(CallRecord.ID, "x".repeat(128))).id()).isEqualTo("x".repeat(128));
    assertThat(call(Map.of(CallRecord.ID, "x".repeat(129))).id()).matches("[0-9a-f]{32}");
  }

  @Test
  void aNameThatIsMadeStaysAndIsTheSameForAllAttempts() {
    Call call = call(Map.of());
    String id = call.id();
    assertThat(call.id()).isEqualTo(id).isNotEqualTo(call(Map.of()).id());
    assertThat(call.again(Unpooled.EMPTY_BUFFER).id()).isEqualTo(id);
  }

  @Test
  void aNameIsUnsaidWhereTheAttachmentsHaveNone() {
    Call call = call(Map.of(CallRecord.ID, "order-19"));
    call.record().came(new Sender("order-19"), 5);
    assertThat(call.unsaidName()).as("they say it").isNull();
    call.detach(CallRecord.ID);
    assertThat(call.unsaidName()).as("before anybody asks for it").isEqualTo("order-19");
    assertThat(call.id()).isEqualTo("order-19");
    assertThat(call.unsaidName()).as("and after").isEqualTo("order-19");
  }

  @Test
  void aNameThatIsMadeIsUnsaidFromThenOn() {
    Call call = call(Map.of(CallRecord.ID, "two words"));
    assertThat(call.unsaidName()).isNull();
    String made = call.id();
    assertThat(call.unsaidName()).isEqualTo(made);
  }

  @Test
  void allAttemptsTellWhoHadTheCall() {
    Call call = call(Map.of());
    assertThat(call.record().tried()).isEmpty();
    assertThat(call.record().endpoint()).isNull();
    Call first = call.again(Unpooled.EMPTY_BUFFER);
    Call second = call.again(Unpooled.EMPTY_BUFFER);
    first.takenBy(new Endpoint("a"), 3);
    assertThat(first.isTaken()).isTrue();
    assertThat(second.isTaken()).isFalse();
    second.takenBy(new Endpoint("b"), 4);
    assertThat(call.record().tried()).extracting(TriedEndpoint::key).containsExactly("a", "b");
    assertThat(call.record().attempts()).isEqualTo(2);
    assertThat(call.record().endpoint()).isEqualTo("b");
    assertThat(call.record().at(Stage.SENT)).isEqualTo(4);
  }

  @Test
  void stagesAreReachedWhenSomebodySaysSo() {
    CallRecord record = call(Map.of()).record();
    for (Stage stage : Stage.values()) {
      assertThat(record.hasReached(stage)).isFalse();
      assertThat(record.at(stage)).isZero();
      record.reached(stage, -stage.ordinal());
      assertThat(record.hasReached(stage)).isTrue();
    }
    for (Stage stage : Stage.values()) {
      assertThat(record.at(stage)).isEqualTo(-stage.ordinal());
    }
  }

  @Test
  void sizesAreThoseOfArgumentsAndStreams() {
    CallRecord record = call(Map.of()).record();
    assertThat(record.requestBytes()).isEqualTo(7);
    record.streamedIn(100);
    record.streamedOut(30);
    assertThat(record.requestBytes()).isEqualTo(107);
    assertThat(record.streamedOut()).isEqualTo(30);
  }

  @Test
  void whatALayerAttachesGoesWithTheCallAndItsAttempts() {
    Map<String, String> given = Map.of("a", "1");
    Call call = call(given);
    call.attach("traceparent", "00-1-2-01");
    assertThat(call.attachments()).containsOnly(Map.entry("a", "1"), entry());
    assertThat(call.again(Unpooled.EMPTY_BUFFER).attachments()).contains(entry());
    assertThat(given).hasSize(1);
  }

  private static Map.Entry<String, String> entry() {
    return Map.entry("traceparent", "00-1-2-01");
  }
}
