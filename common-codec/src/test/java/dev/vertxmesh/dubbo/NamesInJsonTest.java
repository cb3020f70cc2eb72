package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.fastjson.FastjsonTypes;
import dev.vertxmesh.dubbo.jsonb.JsonbTexts;
import dev.vertxmesh.dubbo.jsonb.JsonbTypes;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where the name of a class is looked for in fastjson's text and in JSONB, to the last byte. */
class NamesInJsonTest {

  private static final String GADGET = "com.sun.rowset.JdbcRowSetImpl";

  /** Nothing is behind its last byte that could be read. */
  private static ByteBuf text(String json) {
    return Unpooled.wrappedBuffer(json.getBytes(StandardCharsets.UTF_8));
  }

  private static final List<String> NAMED =
      List.of(
          "{\"@type\":\"%s\"}",
          "{\"@type\":%s}",
          "{@type:%s}",
          "@type:%s",
          "{\"@type\"// @\n:\"%s\"}",
          "{\"@type\"//\n://\n\"%s\"}",
          "{\"@type\"/***/:\"%s\"}",
          "{\"@type\"/* // */:/*/ */\"%s\"}",
          "{\"@type\"/**\n**/\n:\"%s\"}",
          "{\"@type\"\0 \u007f:\"%s\"}",
          "{\"a\":1,\t@type:'%s'}",
          "{\"\\@t\\x79pe\":\"%s\"}",
          "{\"@type\":é%s}",
          "{\"@type\":(%s\"}");

  @Test
  void aNameIsFoundHoweverItsMemberIsWritten() {
    for (String pattern : NAMED) {
      String json = pattern.replace("%s", GADGET);
      assertThatThrownBy(() -> FastjsonTypes.check(text(json)))
          .as(json)
          .isInstanceOf(DeniedClassException.class);
    }
  }

  /** Half an escape is refused; anything else that ends early names nothing yet. */
  @Test
  void aTextThatEndsAnywhereIsLookedThroughToItsEnd() {
    for (String pattern : NAMED) {
      String json = pattern.replace("%s", "a.B");
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      for (int length = 0; length <= bytes.length; length++) {
        ByteBuf part = Unpooled.wrappedBuffer(bytes, 0, length);
        try {
          FastjsonTypes.check(part);
        } catch (DubboCodecException expected) {
          assertThatCode(() -> FastjsonTypes.check(text(json))).doesNotThrowAnyException();
        }
        FastjsonTypes.checkTexts(Unpooled.wrappedBuffer(bytes, 0, bytes.length));
      }
    }
    for (String half : List.of("{\"\\u", "{\"\\u004", "{\"\\x4")) {
      assertThatThrownBy(() -> FastjsonTypes.check(text(half)))
          .hasMessage("it ends inside of an escaped character");
    }
    FastjsonTypes.check(text("{\"\\u0040"));
    FastjsonTypes.check(text("{\"\\x40"));
  }

  @Test
  void whatIsNoMemberOfThatNameIsData() {
    for (String json :
        List.of(
            "{\"@typo\":\"%s\"}",
            "{\"@typ\":\"%s\"}",
            "{\"x@type\":\"%s\"}",
            "[\"@type\",\"%s\"]",
            "{\"@type\" \"%s\"}",
            "{\"type\":\"%s\"}",
            "{\"@type\"/* : \"%s\"}",
            "{\"@type\"// : \"%s\"}")) {
      FastjsonTypes.check(text(json.replace("%s", GADGET)));
    }
  }

  @Test
  void lessThan1024BytesAreBetweenANameAndItsValue() {
    String json = "{\"@type\"%s:\"" + GADGET + "\"}";
    assertThatThrownBy(() -> FastjsonTypes.check(text(json.formatted(" ".repeat(1_023)))))
        .isInstanceOf(DeniedClassException.class);
    assertThatThrownBy(() -> FastjsonTypes.check(text(json.formatted(" ".repeat(1_024)))))
        .hasMessage("byte 1032: more than 1024 bytes between @type and its value");
    FastjsonTypes.check(text("{\"@type\"" + " ".repeat(1_024)));
  }

  @Test
  void commentsAreNotLookedThroughForEachNameInThem() {
    String nested = "{" + "\"@type\"/*".repeat(100) + "*/:1}";
    assertThatThrownBy(() -> FastjsonTypes.check(text(nested)))
        .hasMessageEndingWith(": comments with @type in them between @type and its value");
    String apart = "{\"@type\"/* x */:1}".repeat(200);
    FastjsonTypes.check(text(apart));
  }

  @Test
  void aTextIsANameWhereEachMayBeOne() {
    for (String json : List.of("[\"%s\"]", "['%s']", "\"%s\"", "{\"%s\":1}", "[\"a\",\"%s")) {
      assertThatThrownBy(() -> FastjsonTypes.checkTexts(text(json.replace("%s", GADGET))))
          .as(json)
          .isInstanceOf(DeniedClassException.class);
    }
    FastjsonTypes.checkTexts(text(GADGET));
  }

  private static String hex(String text, Charset charset) {
    return ByteBufUtil.hexDump(text.getBytes(charset));
  }

  private static List<String> inJsonb(String name) {
    String ascii = "%02x".formatted(0x49 + name.length()) + hex(name, StandardCharsets.US_ASCII);
    String wide = hex(name, StandardCharsets.UTF_16BE);
    return List.of(
        "92" + ascii + "00 a6a5",
        "a6 4e 4074797065 " + ascii + "a5",
        "a6 7f 4e 4074797065 2f" + ascii + "a5",
        "a6 7f 4e 4074797065 f0" + ascii + "a5",
        "a6 7f 4e 4074797065 3001" + ascii + "a5",
        "a6 7f 4e 4074797065 3f01" + ascii + "a5",
        "a6 7f 4e 4074797065 400101" + ascii + "a5",
        "a6 7f 4e 4074797065 470101" + ascii + "a5",
        "a6 7f 4e 4074797065 48000000ff" + ascii + "a5",
        "a6 7f 4e 4074797065 01 4a61 7f01" + ascii + "a5",
        "a6 7f 4e 4074797065 2f 4a61 7f2f" + ascii + "a5",
        "a6 7d 0a 00400074007900700065" + ascii + "a5",
        "a6 7d 0a 00400074007900700065" + "7d 38" + "%02x".formatted(2 * name.length()) + wide);
  }

  @Test
  void aNameIsFoundBehindANumberOfAnyLength() {
    for (String hex : inJsonb(GADGET)) {
      assertThatThrownBy(() -> JsonbTypes.check(unhex(hex)))
          .as(hex)
          .isInstanceOf(DeniedClassException.class);
    }
  }

  @Test
  void jsonbThatEndsAnywhereIsLookedThroughToItsEnd() {
    for (String hex : inJsonb("a.B")) {
      byte[] bytes = ByteBufUtil.getBytes(unhex(hex));
      for (int length = 0; length <= bytes.length; length++) {
        JsonbTypes.check(Unpooled.wrappedBuffer(bytes, 0, length));
      }
    }
  }

  @Test
  void aTextInAnObjectIsANameWhereEachMayBeOne() {
    String name = "66" + hex(GADGET, StandardCharsets.US_ASCII);
    for (String hex :
        List.of(
            name,
            "95" + name,
            "a6 4a61" + name + "a5",
            "a6" + name + "05 a5",
            "92 4a61 00 a6 4a61 05 4a62" + name + "a5",
            "92 4a61 00 a6 4a61 95" + name + "a5")) {
      assertThatThrownBy(() -> JsonbTexts.check(unhex(hex)))
          .as(hex)
          .isInstanceOf(DeniedClassException.class);
    }
    JsonbTexts.check(unhex("96 934b2e2e 4a61"));
  }
}
