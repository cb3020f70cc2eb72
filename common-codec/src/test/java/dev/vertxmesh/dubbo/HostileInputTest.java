package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.hessian.HessianWriter;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.OverLimitException;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What bytes of a stranger may not do: load a class, or use up the stack or memory. */
class HostileInputTest {

  static volatile boolean canaryWasLoaded;

  /** Never used here but by name: to initialise it is to fail. */
  @SuppressWarnings("unused")
  static final class Canary extends RuntimeException implements Map.Entry<String, String> {
    private static final long serialVersionUID = 1L;

    static {
      canaryWasLoaded = true;
    }

    @Override
    public String getKey() {
      return null;
    }

    @Override
    public String getValue() {
      return null;
    }

    @Override
    public String setValue(String value) {
      return null;
    }
  }

  private static final String NAME = "dev.vertxmesh.dubbo.HostileInputTest$Canary";

  /** The name as a string on the wire, in hexadecimal. */
  private static String named(String name) {
    ByteBuf out = Unpooled.buffer();
    HessianWriter.writeString(out, name);
    return ByteBufUtil.hexDump(out);
  }

  private static Object read(String... hex) {
    return ResultReader.read(unhex(String.join("", hex))).value();
  }

  @AfterEach
  void nothingWasLoaded() {
    assertThat(canaryWasLoaded).isFalse();
  }

  @Test
  void anObjectsClassIsNotLoaded() {
    WireObject object = (WireObject) read("91", "43", named(NAME), "91", named("f"), "60", "95");
    assertThat(object.type()).isEqualTo(NAME);
    assertThat(object.get("f")).isEqualTo(5);
  }

  @Test
  void anExceptionsClassIsNotLoaded() {
    Result thrown = ResultReader.read(unhex("90" + "43" + named(NAME) + "90" + "60"));
    assertThat(((WireObject) thrown.value()).type()).isEqualTo(NAME);
  }

  @Test
  void anEnumsClassIsNotLoaded() {
    Object value = read("91", "43", named(NAME), "91", named("name"), "60", named("ONE"));
    assertThat(((WireObject) value).get("name")).isEqualTo("ONE");
  }

  @Test
  void aMapsClassIsNotLoaded() {
    assertThat(read("91", "4d", named(NAME), named("k"), "95", "5a")).isEqualTo(Map.of("k", 5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "["})
  void aListsClassIsNotLoaded(String prefix) {
    String name = named(prefix + NAME);
    assertThat(read("91", "71", name, "95")).isEqualTo(List.of(5));
    assertThat(read("91", "56", name, "91", "95")).isEqualTo(List.of(5));
    assertThat(read("91", "55", name, "95", "5a")).isEqualTo(List.of(5));
  }

  @Test
  void aClassInAttachmentsIsNotLoaded() {
    String object = "43" + named(NAME) + "90" + "60";
    Result result = ResultReader.read(unhex("94 95 48 0161" + object + "5a"));
    assertThat(((WireObject) result.attachments().get("a")).type()).isEqualTo(NAME);
  }

  @Test
  void aClassInAReasonIsNotLoaded() {
    assertThat(ResultReader.readReason(unhex("43" + named(NAME) + "90" + "60"))).contains(NAME);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"java.lang.Class", "com.alibaba.com.caucho.hessian.io.HessianRemote", "object"})
  void namesThatHessianLiteKnowsAreNamesOnly(String type) {
    Object value = read("91", "43", named(type), "91", named("name"), "60", named(NAME));
    assertThat(((WireObject) value).type()).isEqualTo(type);
    assertThat(read("91", "4d", named(type), named("name"), named(NAME), "5a"))
        .isEqualTo(Map.of("name", NAME));
  }

  @ParameterizedTest
  @ValueSource(strings = {"79", "57", "439090", "48", "4d0161", "710161"})
  void nestingHasALimit(String level) {
    assertThatThrownBy(() -> read("91" + level.repeat(1_000_000)))
        .isInstanceOf(DubboCodecException.class);
  }

  @Test
  void theLimitIsNamed() {
    assertThatThrownBy(() -> read("91" + "79".repeat(600) + "90"))
        .hasMessage("values are nested more than 512 deep");
    assertThat(read("91" + "79".repeat(500) + "90")).isInstanceOf(List.class);
  }

  @Test
  void theValuesHaveALimitByWhatTheyWeigh() {
    assertThatThrownBy(() -> read("91" + "57" + "78".repeat(10_000_000) + "5a"))
        .isInstanceOf(OverLimitException.class)
        .hasMessageStartingWith("as objects it weighs more than the ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"58 49 7fffffff", "58 49 80000000", "56 0161 49 7fffffff"})
  void aLengthAloneTakesNoSpace(String list) {
    assertThatThrownBy(() -> read("91" + list)).isInstanceOf(DubboCodecException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"49 7fffffff", "49 80000000", "d5 0000"})
  void neitherDoesANumberOfFields(String count) {
    assertThatThrownBy(() -> read("91", "43", named("C"), count))
        .isInstanceOf(DubboCodecException.class)
        .hasMessageContaining("fields, at most 4096");
  }

  @ParameterizedTest
  @ValueSource(strings = {"51 90", "51 8f", "4f 90", "60", "6f", "51 49 7fffffff", "71 95"})
  void aReferenceToNothing(String reference) {
    assertThatThrownBy(() -> read("91" + reference)).isInstanceOf(DubboCodecException.class);
  }

  @Test
  void aListMayContainItself() {
    List<?> list = (List<?>) read("91 79 51 90");
    assertThat(list.get(0)).isSameAs(list);
  }

  /** hessian-lite's own error says all of it as text: here 2^40 letters. */
  @Test
  void aListWhereANumberIsDueIsNotSaidAsText() {
    StringBuilder lists = new StringBuilder("91 43 01 61"); // a class, whose fields are counted by
    int depth = 40;
    lists.append(" 7a".repeat(depth)).append(" 01 61 01 61");
    for (int list = depth - 1; list > 0; list--) {
      lists.append(" 51 ").append(Integer.toHexString(0x90 + list));
    }
    assertThatThrownBy(() -> read(lists.toString()))
        .isInstanceOf(DubboCodecException.class)
        .hasMessage("not a hessian2 value: expected integer, here is 0x7a");
  }

  @Test
  void butIsNoKeyOfAMap() {
    assertThatThrownBy(() -> read("91 48 79 51 91 90 5a"))
        .hasMessageContaining("a map's key is itself a list or a map");
  }

  @Test
  void noRandomBytesDoMoreThanFail() {
    Random random = new Random(42);
    for (int i = 0; i < 200_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(40)];
      random.nextBytes(bytes);
      bytes[0] = (byte) (0x90 + random.nextInt(6));
      try {
        ResultReader.read(Unpooled.wrappedBuffer(bytes));
      } catch (DubboCodecException expected) {
        assertThat(expected.getMessage()).isNotNull();
      }
    }
  }
}
