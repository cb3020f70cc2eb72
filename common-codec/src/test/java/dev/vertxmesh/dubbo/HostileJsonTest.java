package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.jsonb.JsonbWriter;
import dev.vertxmesh.dubbo.wire.CountedItems;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is known to take providers over, or down, sent to us: names stay names. */
class HostileJsonTest {

  static volatile boolean canaryWasLoaded;

  /** Never used here but by name: to initialise it is to fail. */
  @SuppressWarnings("unused")
  public static final class Canary extends RuntimeException {
    private static final long serialVersionUID = 1L;

    static {
      canaryWasLoaded = true;
    }

    public void setDataSourceName(String name) {
      canaryWasLoaded = true;
    }
  }

  private static final String CANARY = "dev.vertxmesh.dubbo.HostileJsonTest$Canary";
  private static final int TEXT = Serialization.FASTJSON.id();
  private static final int JSONB = Serialization.FASTJSON2.id();

  @AfterEach
  void nothingWasLoaded() {
    assertThat(canaryWasLoaded).isFalse();
  }

  private static ByteBuf lines(String... lines) {
    return Unpooled.copiedBuffer(String.join("\n", lines) + "\n", StandardCharsets.UTF_8);
  }

  private static Object text(String json) {
    return ResultReader.read(TEXT, lines("1", json)).value();
  }

  private static Object counted(String json) {
    ByteBuf body = Unpooled.buffer();
    for (String item : List.of("1B", json)) {
      CountedItems.write(body, out -> out.writeCharSequence(item, StandardCharsets.UTF_8));
    }
    return ResultReader.read(TEXT, body).value();
  }

  private static ByteBuf items(String... hex) {
    ByteBuf body = Unpooled.buffer();
    for (String item : hex) {
      CountedItems.write(body, out -> out.writeBytes(unhex(item)));
    }
    return body;
  }

  private static Object jsonb(String... hex) {
    return ResultReader.read(JSONB, items("bd01", String.join("", hex))).value();
  }

  /** A string of JSONB's, in hexadecimal. */
  private static String string(String text) {
    ByteBuf out = Unpooled.buffer();
    JsonbWriter.write(out, text);
    return Hessian.hex(out);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        CANARY,
        "L" + CANARY + ";",
        "LL" + CANARY + ";;",
        "[" + CANARY,
        "[[" + CANARY,
        "java.net.Inet4Address",
        "java.net.URL",
        "\\u0063om.example.Order",
        "$Proxy0",
        ""
      })
  void aClassInTextIsAName(String type) {
    String json =
        "{\"@type\":\"%s\",\"dataSourceName\":\"ldap://x/y\",\"autoCommit\":true}".formatted(type);
    for (Object value : List.of(text(json), counted(json))) {
      WireObject object = (WireObject) value;
      assertThat(object.type()).isEqualTo(type.replace("\\u0063", "c"));
      assertThat(object.get("dataSourceName")).isEqualTo("ldap://x/y");
      assertThat(object.get("autoCommit")).isEqualTo(true);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.sun.rowset.JdbcRowSetImpl",
        "Lcom.sun.rowset.JdbcRowSetImpl;",
        "java.lang.Class",
        "java.lang.AutoCloseable",
        "org.apache.tomcat.dbcp.dbcp2.BasicDataSource",
        "javax.naming.InitialContext",
        "\\u0063om.sun.rowset.JdbcRowSetImpl"
      })
  void aClassInTextIsRefused(String type) {
    String json = "{\"dataSourceName\":\"ldap://x/y\",\"@type\":\"%s\"}".formatted(type);
    assertThatThrownBy(() -> text(json)).isInstanceOf(DeniedClassException.class);
    assertThatThrownBy(() -> counted(json)).isInstanceOf(DeniedClassException.class);
  }

  @Test
  void aClassMayBeNamedMoreThanOnceAndWherever() {
    String inside = "{\"@type\":\"java.net.URL\",\"val\":\"" + CANARY + "\"}";
    Map<?, ?> both =
        (Map<?, ?>) text("{\"a\":" + inside + ",\"b\":{\"@type\":\"" + CANARY + "\"}}");
    assertThat(((WireObject) both.get("a")).get("val")).isEqualTo(CANARY);
    assertThat(((WireObject) both.get("b")).type()).isEqualTo(CANARY);
    WireObject twice =
        (WireObject) text("{\"@type\":\"java.lang.Exception\",\"@type\":\"" + CANARY + "\"}");
    assertThat(twice.type()).isEqualTo("java.lang.Exception");
    assertThat(twice.get("@type")).isEqualTo(CANARY);
    assertThat(text("{{\"@type\":\"" + CANARY + "\"}:\"x\"}")).isInstanceOf(Map.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {CANARY, "L" + CANARY + ";", "[" + CANARY, "java.net.URL"})
  void aClassInJsonbIsAName(String type) {
    String typed = "92" + string(type) + "00";
    WireObject object = (WireObject) jsonb(typed, "a6", string("f"), "05", "a5");
    assertThat(object.type()).isEqualTo(type);
    assertThat(object.get("f")).isEqualTo(5);
    assertThat(jsonb(typed, "9505")).isEqualTo(List.of(5));
    assertThat(jsonb(typed, "05")).isEqualTo(5);
    Object constant = jsonb(typed, string("ONE"));
    assertThat(constant instanceof WireObject object2 ? object2.get("name") : constant)
        .isEqualTo("ONE");
    assertThat(jsonb("a6", string("@type"), string(type), "a5")).isEqualTo(Map.of("@type", type));
  }

  @Test
  void aClassInReasonsAndAttachmentsIsAName() {
    String json = "{\"@type\":\"" + CANARY + "\"}";
    assertThat(ResultReader.readReason(TEXT, lines(json))).contains(CANARY);
    Result result = ResultReader.read(TEXT, lines("4", "5", "{\"a\":" + json + "}"));
    assertThat(((WireObject) result.attachments().get("a")).type()).isEqualTo(CANARY);
    String typed = "92" + string(CANARY) + "00a6a5";
    assertThat(ResultReader.readReason(JSONB, items(typed))).contains(CANARY);
    result = ResultReader.read(JSONB, items("bd04", "05", "a6" + string("a") + typed + "a5"));
    assertThat(((WireObject) result.attachments().get("a")).type()).isEqualTo(CANARY);
    result = ResultReader.read(JSONB, items("bd00", typed));
    assertThat(((WireObject) result.value()).type()).isEqualTo(CANARY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"java.lang.reflect.Proxy", "java.lang.Class", CANARY})
  void aClassInHessianIsAName(String type) {
    String name = Hessian.hex(Hessian.buffer(type));
    String object = "43" + name + "91" + "046e616d65" + "60" + Hessian.hex(Hessian.buffer(CANARY));
    WireObject value = (WireObject) ResultReader.read(unhex("91" + object)).value();
    assertThat(value.type()).isEqualTo(type);
    assertThat(value.get("name")).isEqualTo(CANARY);
    Object map = ResultReader.read(unhex("91 4d" + name + "0161" + object + "5a")).value();
    assertThat(((WireObject) ((Map<?, ?>) map).get("a")).type()).isEqualTo(type);
    assertThat(ResultReader.readReason(2, unhex(object))).contains(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "{\"@type\":\"x.Y\",\"a\":", "{{\"a\":", "Set["})
  void nestingInTextHasALimit(String level) {
    assertThatThrownBy(() -> text(level.repeat(200_000)))
        .hasMessage("values are nested more than 512 deep");
  }

  @ParameterizedTest
  @ValueSource(strings = {"95", "a64a61", "a6a6", "924a6100", "924a6100a64a61", "a600"})
  void nestingInJsonbHasALimit(String level) {
    assertThatThrownBy(() -> jsonb(level.repeat(200_000)))
        .hasMessage("values are nested more than 512 deep");
  }

  @Test
  void theValuesHaveALimitByWhatTheyWeigh() {
    assertThatThrownBy(() -> text("[" + "1,".repeat(10_000_000) + "1]"))
        .hasMessageStartingWith("as objects it weighs more than the ");
    assertThatThrownBy(() -> jsonb("a4", "48009896e0", "01".repeat(10_000_000)))
        .hasMessageStartingWith("as objects it weighs more than the ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a4", "91", "79", "7a", "7b", "7e", "bb"})
  void aLengthAloneTakesNoSpace(String tag) {
    for (String length : List.of("487fffffff", "4880000000", "48ffffffff", "f0", "47ffff")) {
      assertThatThrownBy(() -> jsonb(tag, length)).isInstanceOf(DubboCodecException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"7fffffff", "80000000", "ffffffff", "00000001", "000000", ""})
  void noMoreDoesAnItems(String length) {
    assertThatThrownBy(() -> ResultReader.read(JSONB, unhex(length)))
        .isInstanceOf(DubboCodecException.class);
  }

  @Test
  void aNumberOfTooManyDigitsIsRefused() {
    assertThatThrownBy(() -> text("9".repeat(1_000_000))).isInstanceOf(DubboCodecException.class);
    assertThatThrownBy(() -> jsonb("bb", "48000f4240", "7f".repeat(1_000_000)))
        .isInstanceOf(DubboCodecException.class);
  }

  @Test
  void aSymbolMayHaveAnyNumber() {
    String symbol = "7f4a61" + "487fffffff";
    assertThat(jsonb("a6", symbol, "05", "7f487fffffff", "06", "a5")).isEqualTo(Map.of("a", 6));
    assertThatThrownBy(() -> jsonb("a6", "7f4880000000", "05", "a5"))
        .hasMessageContaining("wasn't given before");
  }

  @Test
  void referencesThatReferToReferencesEndSoon() {
    assertThatThrownBy(() -> text("{\"a\":{\"$ref\":\"$.b\"},\"b\":{\"$ref\":\"$.a\"}}"))
        .hasMessage("the reference $.b leads nowhere");
    assertThatThrownBy(() -> text("[{\"$ref\":\"$[0]\"}]"))
        .hasMessage("the reference $[0] leads nowhere");
    StringBuilder doubling = new StringBuilder("[[1]");
    for (int i = 0; i < 500; i++) {
      doubling.append(",[{\"$ref\":\"$[%d]\"},{\"$ref\":\"$[%d]\"}]".formatted(i, i));
    }
    assertThat((List<?>) text(doubling + "]")).hasSize(501);
  }

  @Test
  void manyLongPathsAreRefused() {
    String path = "[0]".repeat(500);
    String deep = "[".repeat(500) + "[]" + "]".repeat(500);
    String reference = ",{\"$ref\":\"$[0]" + path + "\"}";
    assertThatThrownBy(() -> text("[" + deep + reference.repeat(8000) + "]"))
        .hasMessageContaining("references lead");
    Map<Object, Object> keys = new LinkedHashMap<>();
    StringBuilder map = new StringBuilder("[{");
    for (int i = 0; i < 20_000; i++) {
      map.append(i == 0 ? "" : ",").append(i).append(":[]");
      keys.put(i, List.of());
    }
    String last = ",{\"$ref\":\"$[0].19999\"}";
    assertThat(((List<?>) text(map + "}" + last + "]")).get(0)).isEqualTo(keys);
    assertThatThrownBy(() -> text(map + "}" + last.repeat(1000) + "]"))
        .hasMessageContaining("references lead");
  }

  /** The path before is repeated in five bytes: it's gone along once. */
  @Test
  void theSameReferenceAgainCostsNothing() {
    String first = "93" + string("$[0]");
    List<?> list =
        (List<?>) jsonb("a4", "48000186a0", "94", first, ("93" + string("#-1")).repeat(99_998));
    assertThat(list.get(99_999)).isSameAs(list.get(0));
  }

  @ParameterizedTest
  @EnumSource
  void whateverIsChangedItIsAValueOrRefused(Serialization in) {
    Map<String, Object> value = new HashMap<>();
    value.put("person", new PeerTypes.Person("x"));
    value.put("list", List.of(1, 2L, 3.5, "é", Map.of("k", new int[] {1})));
    if (in == Serialization.HESSIAN2) {
      value.remove("person");
    }
    ByteBuf golden = DubboPeer.value(in, value, DubboPeer.ATTACHING).skipBytes(DubboHeader.SIZE);
    Random random = new Random(42);
    for (int i = 0; i < 50_000; i++) {
      ByteBuf body = golden.copy();
      for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
        body.setByte(random.nextInt(body.writerIndex()), random.nextInt(256));
      }
      try {
        ResultReader.read(in.id(), body);
      } catch (DubboCodecException expected) {
        assertThat(expected.getMessage()).isNotNull();
      }
    }
  }
}
