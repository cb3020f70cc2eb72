package dev.vertxmesh.dubbo.classfilter;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.ResultChecker;
import dev.vertxmesh.dubbo.ResultReader;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.CountedItems;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.TypedJson;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeniedClassesTest {

  private static final String GADGET = "com.sun.rowset.JdbcRowSetImpl";

  private final ResultChecker checker = new ResultChecker();

  private static WireObject object(String className) {
    return WireObject.of(className, new String[] {"dataSourceName"}, "ldap://x");
  }

  private static ByteBuf result(Serialization in, Object value) {
    ByteBuf body = Unpooled.buffer();
    if (in == Serialization.FASTJSON) {
      in.writer(body).write(1);
      in.writer(body).write(new TypedJson(value));
      return body;
    }
    ValueWriter out = in.writer(body);
    out.write(1);
    out.write(value);
    return body;
  }

  private void isRefused(int serialization, ByteBuf body) {
    assertThatThrownBy(() -> checker.check(serialization, body))
        .as("passed on: %s", ByteBufUtil.hexDump(body))
        .isInstanceOf(DeniedClassException.class)
        .hasMessageContaining("it names the class ");
    assertThat(body.readerIndex()).isZero();
    assertThatThrownBy(() -> ResultReader.read(serialization, body))
        .as("read: %s", ByteBufUtil.hexDump(body))
        .isInstanceOf(DeniedClassException.class);
  }

  private void isPassedOn(int serialization, ByteBuf body) {
    checker.check(serialization, body);
    assertThat(body.readerIndex()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aResultThatHasOneIsRefusedWhereverItIs(Serialization in) {
    WireObject gadget = object(GADGET);
    Map<String, Object> deep = new LinkedHashMap<>(Map.of("a", List.of("b", List.of(gadget))));
    List<Object> values = List.of(gadget, List.of(gadget), deep, object("com.acme.X", gadget));
    values.forEach(value -> isRefused(in.id(), result(in, value)));
  }

  private static WireObject object(String className, Object value) {
    return WireObject.of(className, new String[] {"field"}, value);
  }

  @ParameterizedTest
  @EnumSource
  void itsNameAsATextIsData(Serialization in) {
    Map<String, Object> texts = new LinkedHashMap<>();
    texts.put(GADGET, "→I" + GADGET);
    texts.put("type", "{\"@type\":\"" + GADGET + "\"}");
    texts.put("mail", "ann@type:" + GADGET);
    texts.put("nested", List.of(GADGET, "L" + GADGET + ";", "\\u0040type", "a\\"));
    isPassedOn(in.id(), result(in, texts));
    isPassedOn(in.id(), result(in, object("com.acme.Order", texts)));
  }

  @Test
  void hessianNamesThemInListsAndMapsToo() {
    String name = "1d" + hex(GADGET);
    isRefused(2, unhex("91 55 " + name + "5a"));
    isRefused(2, unhex("91 56 " + name + "91 91"));
    isRefused(2, unhex("91 71 " + name + "91"));
    isRefused(2, unhex("91 4d " + name + "91 91 5a"));
    isRefused(2, unhex("91 43 30" + name + "90 60"));
    isRefused(2, unhex("91 43 53 00" + name + "90 60"));
    isRefused(2, unhex("94 91 48 01 78 43" + name + "90 60 5a"));
  }

  @Test
  void hessianSpellsALetterInTwoBytesToo() {
    String name = "1d c1a3" + hex(GADGET.substring(1)); // 63, c
    isRefused(2, unhex("91 43" + name + "90 60"));
  }

  @Test
  void hessianTakesNoClassNameApart() {
    ByteBuf body = unhex("91 43 52 0001 63 1c" + hex(GADGET.substring(1)) + "90 60");
    assertThatThrownBy(() -> checker.check(2, body))
        .isInstanceOf(DubboCodecException.class)
        .hasMessage("byte 2: a class's name in chunks");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"@type\":\"com.sun.rowset.JdbcRowSetImpl\"}",
        "{ \"@type\" : \"com.sun.rowset.JdbcRowSetImpl\"}",
        "{\"a\":[1,{\"@type\":\"com.sun.rowset.JdbcRowSetImpl\"}]}",
        "{\"a\":1,\"@type\":\"com.sun.rowset.JdbcRowSetImpl\"}",
        "{'@type':'com.sun.rowset.JdbcRowSetImpl'}",
        "{@type:\"com.sun.rowset.JdbcRowSetImpl\"}",
        "{\"\\u0040type\":\"com.sun.rowset.JdbcRowSetImpl\"}",
        "{\"\\x40\\u0074ype\":\"\\u0063om.sun.rowset.Jdbc\\x52owSetImpl\"}",
        "{/* a */\"@type\"/* : */:/**/\"com.sun.rowset.JdbcRowSetImpl\"}",
        "{\"@type\":\"Lcom.sun.rowset.JdbcRowSetImpl;\"}",
        "{\"@type\":\"LLcom.sun.rowset.JdbcRowSetImpl;;\"}",
        "{\"@type\":\"[com.sun.rowset.JdbcRowSetImpl\"[{,}",
        "{\"@type\"/*/x*/:\"com.sun.rowset.JdbcRowSetImpl\"}",
        "{\"@type\":(com.sun.rowset.JdbcRowSetImpl\"}",
        "{\"@type\":xcom.sun.rowset.JdbcRowSetImpl\"}",
        "{\"@type\":数com.sun.rowset.JdbcRowSetImpl\"}",
        "{\"@type\":\u007f\"com.sun.rowset.JdbcRowSetImpl\"}",
        "{\"@type\":\"java.lang.Class\",\"val\":\"com.sun.rowset.JdbcRowSetImpl\"}",
        "{\"@type\":\"java.lang.AutoCloseable\",\"@type\":\"com.acme.X\"}",
        "{\"a\":\"\\\\\",\"@type\":\"com.sun.rowset.JdbcRowSetImpl\"}"
      })
  void fastjsonSpellsItInManyWays(String json) {
    ByteBuf lines = Unpooled.copiedBuffer("1\n" + json + "\n", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> checker.check(6, lines)).isInstanceOf(DeniedClassException.class);
    ByteBuf counted = Unpooled.buffer();
    CountedItems.write(counted, item -> ByteBufUtil.writeUtf8(item, "1"));
    CountedItems.write(counted, item -> ByteBufUtil.writeUtf8(item, json));
    assertThatThrownBy(() -> checker.check(6, counted)).isInstanceOf(DeniedClassException.class);
  }

  @Test
  void whatIsBetweenANameAndItsValueIsNotLookedThroughWithoutEnd() {
    for (String blanks : List.of(" ".repeat(2_000), "/*" + "x".repeat(2_000) + "*/", "/*/")) {
      String json = "{\"@type\"" + blanks.repeat(1_000) + ":\"a.B\"}\n";
      ByteBuf body = Unpooled.copiedBuffer("1\n" + json, StandardCharsets.UTF_8);
      assertThatThrownBy(() -> checker.check(6, body))
          .isInstanceOf(DubboCodecException.class)
          .hasMessageContaining("more than 1024 bytes between @type and its value");
    }
  }

  @Test
  void commentsThatHoldOthersAreNotLookedThroughAgainAndAgain() {
    String json = "{" + "\"@type\"/*".repeat(10_000) + "\n";
    ByteBuf body = Unpooled.copiedBuffer("1\n" + json, StandardCharsets.UTF_8);
    assertThatThrownBy(() -> checker.check(6, body)).isInstanceOf(DubboCodecException.class);
    String apart = ("{\"@type\"/* %s */:\"a.B\"},".formatted("x".repeat(1_000))).repeat(1_000);
    isPassedOn(6, Unpooled.copiedBuffer("1\n[" + apart + "]\n", StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u+040type", "\\u００４０type", "\\x4 type", "\\xg0type", "\\u-040type"})
  void anEscapedCharacterIsInHexadecimal(String name) {
    String json = "1\n{\"" + name + "\":\"" + GADGET + "\"}\n";
    ByteBuf body = Unpooled.copiedBuffer(json, StandardCharsets.UTF_8);
    assertThatThrownBy(() -> checker.check(6, body))
        .isInstanceOf(DubboCodecException.class)
        .hasMessageContaining("an escaped character that isn't in hexadecimal");
  }

  @Test
  void fastjson2HasStringsOfManyKinds() {
    String name = hex(GADGET);
    String wide = hex(GADGET, StandardCharsets.UTF_16BE);
    String narrow = hex(GADGET, StandardCharsets.UTF_16LE);
    for (String type :
        List.of(
            "92 66" + name + "00 a6a5",
            "92 7f 66" + name + "00 a6a5",
            "92 79 1d" + name + "00 a6a5",
            "92 7a 1d" + name + "00 a6a5",
            "92 7b 383a" + wide + "00 a6a5",
            "92 7b 383c feff" + wide + "00 a6a5",
            "92 7c 383a" + narrow + "00 a6a5",
            "92 7d 383a" + wide + "00 a6a5",
            "92 7e 1d" + name + "00 a6a5",
            "a6 4e 4074797065 66" + name + "a5",
            "a6 7f 4e 4074797065 00 66" + name + "a5",
            "a6 7f 4e 4074797065 3901 66" + name + "a5",
            "a6 7f 4e 4074797065 450101 66" + name + "a5",
            "a6 7f 4e 4074797065 4800000001 66" + name + "a5",
            "a6 7f 4e 4074797065 01 4a61 7f01 66" + name + "a5",
            "a6 7f 4e 4074797065 3901 4a61 7f3901 7f 66" + name + "02 a5",
            "a6 51 4074797065000000 66" + name + "a5",
            "a6 7c 0a 40007400790070006500 66" + name + "a5")) {
      ByteBuf body = Unpooled.buffer();
      CountedItems.write(body, item -> item.writeByte(1));
      CountedItems.write(body, item -> item.writeBytes(unhex(type)));
      assertThatThrownBy(() -> checker.check(23, body))
          .as(type)
          .isInstanceOf(DeniedClassException.class);
    }
  }

  @Test
  void aMemberThatFastjson2KnowsByANumberMayHaveItsNameAsAText() {
    ByteBuf body = Unpooled.buffer();
    CountedItems.write(body, item -> item.writeByte(1));
    String twice = "a6 7f 4a61 01 66" + hex(GADGET) + "7f01 66" + hex(GADGET) + "a5";
    CountedItems.write(body, item -> item.writeBytes(unhex(twice)));
    isPassedOn(23, body);
  }

  @ParameterizedTest
  @EnumSource
  void everythingElseGoesOnAsItIs(Serialization in) {
    byte[] all = new byte[1024];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    List<Object> values =
        Arrays.asList(
            null,
            all,
            "数👩@\\\"'" + "x".repeat(100),
            Collections.nCopies(300, object("com.acme.Order")),
            object("sun.util.calendar.ZoneInfo", TimeZone.getDefault().getID()));
    values.forEach(value -> isPassedOn(in.id(), result(in, value)));
    isPassedOn(in.id(), result(in, values));
  }

  @ParameterizedTest
  @EnumSource
  void aResultThatEndsEarlyIsNone(Serialization in) {
    ByteBuf whole = result(in, List.of("a", object("com.acme.Order"), 5L));
    for (int length = flagOf(in, whole) + 1; length < whole.readableBytes(); length++) {
      ByteBuf cut = whole.slice(0, length);
      assertThatThrownBy(() -> checker.check(in.id(), cut))
          .as("%d of %d bytes", length, whole.readableBytes())
          .isInstanceOf(DubboCodecException.class);
    }
  }

  private static int flagOf(Serialization in, ByteBuf whole) {
    ByteBuf rest = whole.slice();
    if (in == Serialization.HESSIAN2) { // whose reader reads ahead
      return 1;
    }
    in.reader(rest).read();
    return rest.readerIndex();
  }

  private static String hex(String text) {
    return hex(text, StandardCharsets.US_ASCII);
  }

  private static String hex(String text, Charset charset) {
    return ByteBufUtil.hexDump(text.getBytes(charset));
  }
}
