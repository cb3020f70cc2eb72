package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResultReaderTest {

  private static final Map<String, Object> ATTACHED = new HashMap<>(Map.of("dubbo", "2.0.2"));

  static final class Pojo implements Serializable {
    private static final long serialVersionUID = 1L;
    String name = "n";
    TimeUnit unit = TimeUnit.DAYS;
    BigDecimal price = new BigDecimal("1.50");
    Pojo self = this;
    int[] numbers = {1, 2};
  }

  @ParameterizedTest
  @CsvSource({
    "91 95, 5, false, 0",
    "91 026869, hi, false, 0",
    "92, , false, 0",
    "90 0178, x, true, 0",
    "93 0178 48 0161 0162 5a, x, true, 1",
    "94 95 48 0564756262 6f 05322e302e32 5a, 5, false, 1",
    "95 48 0161 0162 5a, , false, 1",
    "94 026869 4e, hi, false, 0"
  })
  void flags(String body, String value, boolean thrown, int attachments) {
    Result result = ResultReader.read(unhex(body));
    assertThat(String.valueOf(result.value())).isEqualTo(String.valueOf(value));
    assertThat(result.thrown()).isEqualTo(thrown);
    assertThat(result.attachments()).hasSize(attachments);
  }

  @Test
  void listsMapsDatesAndBytes() {
    List<Object> list = new ArrayList<>(List.of(1, 2L, 1.5, "s", true));
    Map<String, Object> sorted = new TreeMap<>(Map.of("k", new LinkedList<>(list)));
    Date date = new Date(1_700_000_000_123L);
    Result result = ResultReader.read(Hessian.buffer(4, List.of(sorted, list, date), ATTACHED));
    assertThat(result.value()).isEqualTo(List.of(Map.of("k", list), list, date));
    assertThat(result.attachments()).isEqualTo(ATTACHED);
    byte[] bytes = new byte[100_000];
    bytes[99_999] = 7;
    assertThat(ResultReader.read(Hessian.buffer(1, bytes)).value()).isEqualTo(bytes);
  }

  @Test
  void anObjectIsItsFields() {
    Object value = ResultReader.read(Hessian.buffer(1, new Pojo())).value();
    WireObject pojo = (WireObject) value;
    assertThat(pojo.type()).isEqualTo(Pojo.class.getName());
    assertThat(pojo.get("name")).isEqualTo("n");
    assertThat(((WireObject) pojo.get("unit")).get("name")).isEqualTo("DAYS");
    assertThat(((WireObject) pojo.get("price")).get("value")).isEqualTo("1.50");
    assertThat(pojo.get("self")).isSameAs(pojo);
    assertThat(pojo.get("numbers")).isEqualTo(List.of(1, 2));
    assertThat(pojo.get("none")).isNull();
  }

  @Test
  void whatIsSharedStaysShared() {
    Pojo one = new Pojo();
    List<?> list =
        (List<?>) ResultReader.read(Hessian.buffer(1, new ArrayList<>(List.of(one, one)))).value();
    assertThat(list.get(0)).isSameAs(list.get(1));
  }

  @Test
  void anExceptionIsItsFields() {
    WireObject thrown =
        (WireObject)
            ResultReader.read(Hessian.buffer(0, new Failure("no", new Error("why")))).value();
    assertThat(thrown.type()).isEqualTo(Failure.class.getName());
    assertThat(thrown.get("code")).isEqualTo(42);
  }

  /** Its own fields only: tests don't open the JDK's. */
  static final class Failure implements Serializable {
    private static final long serialVersionUID = 1L;
    final String detailMessage;
    final String cause;
    final int code = 42;

    Failure(String message, Error cause) {
      this.detailMessage = message;
      this.cause = cause.getMessage();
    }
  }

  @Test
  void everyTruncationIsAnError() {
    byte[] body = Hessian.bytes(4, List.of(new Pojo(), "some text", 3.25), ATTACHED);
    for (int length = 0; length < body.length; length++) {
      ByteBuf cut = Unpooled.wrappedBuffer(body, 0, length);
      assertThatThrownBy(() -> ResultReader.read(cut)).isInstanceOf(DubboCodecException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "96", "8f", "00", "4e", "4900000001"})
  void aFlagThatIsNone(String body) {
    assertThatThrownBy(() -> ResultReader.read(unhex(body)))
        .hasMessage("a result starts with a flag from 0 to 5 (90 to 95)");
  }

  @Test
  void attachmentsThatAreNoMap() {
    assertThatThrownBy(() -> ResultReader.read(unhex("94 95 95")))
        .hasMessage("the attachments aren't a map");
  }

  @Test
  void aReasonIsOneString() {
    assertThat(ResultReader.readReason(Hessian.buffer("full"))).isEqualTo("full");
    assertThat(ResultReader.readReason(Hessian.buffer("x".repeat(99_999)))).hasSize(99_999);
    assertThat(ResultReader.readReason(unhex("4e"))).isEmpty();
    assertThat(ResultReader.readReason(unhex(""))).isEmpty();
  }
}
