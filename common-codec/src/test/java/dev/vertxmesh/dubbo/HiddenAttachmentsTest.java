package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attachments that say one thing to whoever looks for them, and another to a provider. */
class HiddenAttachmentsTest {

  private static final int HESSIAN2 = 2;
  private static final int FASTJSON = 6;
  private static final String HEAD = text("2.0.2") + text("a.B") + text("1.0");
  private static final String INVOKE = HEAD + text("$invoke");
  private static final String GENERIC = text("generic");
  private static final String NATIVE = text("nativejava");

  private final RequestHeadReader reader = new RequestHeadReader();

  private static String hex(String text) {
    StringBuilder hex = new StringBuilder();
    for (char c : text.toCharArray()) {
      hex.append("%02x".formatted((int) c));
    }
    return hex.toString();
  }

  private static String text(String text) {
    return "%02x".formatted(text.length()) + hex(text);
  }

  private static String chunk(String tag, String text) {
    return tag + "%04x".formatted(text.length()) + hex(text);
  }

  static List<HessianPeer> peers() {
    return HessianPeer.all();
  }

  @Test
  void allThreeHessiansAreHere() {
    assertThat(peers()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // the value in chunks
        "48 0767656e65726963 520001 6e 09 61746976656a617661 5a",
        "48 0767656e65726963 520000 520000 53000a 6e61746976656a617661 5a",
        // the name
        "48 520003 67656e 04 65726963 0a6e61746976656a617661 5a",
        "48 520000 300767656e65726963 0a6e61746976656a617661 5a",
        // its letters, each in two bytes or three
        "48 07 c1a7c1a5c1aec1a5c1b2c1a9c1a3 0a6e61746976656a617661 5a",
        "48 07 e081a7 656e65726963 0a6e61746976656a617661 5a",
        // twice
        "48 0767656e65726963 0474727565 0767656e65726963 0a6e61746976656a617661 5a",
        "48 0767656e65726963 0a6e61746976656a617661 0767656e65726963 0474727565 5a",
        // in a map of another class
        "4d 116a6176612e7574696c2e547265654d6170 0767656e65726963 0a6e61746976656a617661 5a",
        "4d 31276f72672e6170616368652e636f6d6d6f6e732e636f6c6c656374696f6e732e6d61702e43617365"
            + "496e73656e7369746976654d6170 0747454e45524943 0a6e61746976656a617661 5a",
        // in an object that is a map
        "43 116a6176612e7574696c2e486173684d6170 91 0767656e65726963 60 0a6e61746976656a617661",
        // behind what isn't a name
        "48 4e 0474727565 0767656e65726963 520001 6e 09 61746976656a617661 5a",
        // whose value isn't a text
        "48 0767656e65726963 57 0a6e61746976656a617661 5a 5a"
      })
  void noneHidesHowAGenericCallIsPut(String attachments) {
    String body = INVOKE + "00" + attachments.replace(" ", "");
    assertThatThrownBy(() -> reader.read(HESSIAN2, unhex(body)))
        .isInstanceOf(DubboCodecException.class);
  }

  @Test
  void attachmentsThatWereAnArgumentAreRefused() {
    String map = "48" + GENERIC + NATIVE + "5a";
    String body = INVOKE + text("Ljava/util/Map;") + map + "5190";
    for (HessianPeer peer : peers()) {
      byte[] bytes = HexFormat.of().parseHex(body);
      assertThat(peer.attachments(bytes, 1)).containsEntry("generic", "nativejava");
    }
    assertThatThrownBy(() -> reader.read(HESSIAN2, unhex(body)))
        .hasMessageContaining("expected a map of attachments");
  }

  @Test
  void aMapsClassMayBeNamedByItsNumber() {
    String typed = text("java.util.LinkedHashMap");
    String argument = "4d" + typed + text("a") + "91" + "5a";
    String rest = "4d90" + text("group") + text("g") + "5a";
    String body = HEAD + text("m") + text("Ljava/util/Map;") + argument + rest;
    assertThat(reader.read(HESSIAN2, unhex(body)).group()).isEqualTo("g");
    assertThatThrownBy(() -> reader.read(HESSIAN2, unhex(body.replace("4d90", "4d91"))))
        .hasMessageContaining("type 1, of 1");
    String others = body.replace(typed, text("org.util.LinkedHashMapX"));
    assertThatThrownBy(() -> reader.read(HESSIAN2, unhex(others)))
        .hasMessageContaining("isn't the JDK's");
  }

  @Test
  void aTextInChunksIsReadWhole() {
    String map =
        "48" + chunk("52", "gro") + text("up") + chunk("52", "bl") + chunk("53", "ue") + "5a";
    ByteBuf body = unhex(HEAD + text("m") + "00" + map);
    assertThat(reader.read(HESSIAN2, body).group()).isEqualTo("blue");
  }

  @Test
  void aNameMayBeLongerThanAnyThatIsLookedFor() {
    String part = "52ffff" + "61".repeat(0xffff);
    String map = "48" + part.repeat(3) + "00" + "91" + text("group") + text("g") + "5a";
    ByteBuf body = unhex(HEAD + text("m") + "00" + map);
    assertThat(reader.read(HESSIAN2, body).group()).isEqualTo("g");
    String value = "48" + text("group") + part.repeat(3) + "00" + "5a";
    assertThatThrownBy(() -> reader.read(HESSIAN2, unhex(HEAD + text("m") + "00" + value)))
        .hasMessage("attachment group: its value is too long");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_isCallBackServiceInvoke",
        "callback.service.instid",
        "dubbo.stub.event",
        "sys_callback_arg-0"
      })
  void whatIsOfCallbacksIsRefused(String name) {
    String body = HEAD + text("m") + "00" + "48" + text(name) + text("true") + "5a";
    assertThatThrownBy(() -> reader.read(HESSIAN2, unhex(body)))
        .hasMessageStartingWith(
            "attachment " + name + ": the provider would call the consumer back, and no agent")
        .hasMessageEndingWith("or call this provider without the mesh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "\"generic\"", "5", "{\"@type\":\"a.B\",\"generic\":\"x\"}"})
  void inJsonTooAttachmentsAreAMap(String attachments) {
    String body = "\"2.0.2\"\n\"a.B\"\n\"1.0\"\n\"$invoke\"\n\"\"\n" + attachments + "\n";
    assertThatThrownBy(() -> reader.read(FASTJSON, Unpooled.wrappedBuffer(body.getBytes())))
        .hasMessage("another value where a map of attachments is expected");
  }

  /** Whatever is taken here says to each of the real ones what it says here. */
  @ParameterizedTest
  @MethodSource("peers")
  void aProviderReadsWhatIsRead(HessianPeer peer) {
    Random random = new Random(16);
    int taken = 0;
    for (int i = 0; i < 20_000; i++) {
      HiddenAttachments made = new HiddenAttachments(random);
      Map<Object, Object> theirs = peer.attachments(made.bytes(), made.arguments());
      RequestHead ours;
      try {
        ours = reader.read(HESSIAN2, Unpooled.wrappedBuffer(made.bytes()));
      } catch (DubboCodecException e) {
        continue;
      }
      if (theirs == null) {
        continue;
      }
      taken++;
      String body = ByteBufUtil.hexDump(made.bytes());
      assertThat(theirs.get("group")).as(body).isEqualTo(orNull(ours.group()));
      assertThat(theirs.get("version")).as(body).isEqualTo(orNull(ours.version()));
      Object name = theirs.get("path");
      assertThat(name).as(body).isEqualTo(ours.interfaceName());
      assertThat("nativejava".equals(theirs.get("generic"))).as(body).isFalse();
    }
    assertThat(taken).isGreaterThan(2_000);
  }

  private static String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
