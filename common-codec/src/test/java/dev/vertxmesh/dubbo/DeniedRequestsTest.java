package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.fastjson2.JSONB;
import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeniedRequestsTest {

  private static final int HESSIAN2 = 2;
  private static final int FASTJSON2 = 23;
  private static final String GADGET = "com.sun.rowset.JdbcRowSetImpl";
  private static final String A_GADGET = "43 1d" + hex(GADGET) + "90 60";

  private final RequestHeadReader reader = new RequestHeadReader();

  private static String hex(String text) {
    return ByteBufUtil.hexDump(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String string(String text) {
    return "%02x".formatted(text.length()) + hex(text);
  }

  private static ByteBuf body(String method, String descriptor, String rest) {
    String head = string("2.0.2") + string("a.B") + string("1.0") + string(method);
    return unhex(head + string(descriptor) + rest);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "L-IILjava/lang/Object;",
        "LILjava/lang/Object",
        "L;",
        "La//B;",
        "La/;",
        "L1a;",
        "La.b;",
        "L数;",
        "La/B"
      })
  void aDescriptorWhoseClassHasNoNameIsRefused(String descriptor) {
    assertThatThrownBy(() -> RequestHeadReader.parameters(descriptor))
        .isInstanceOf(DubboCodecException.class)
        .hasMessage("malformed descriptor '" + descriptor + "'");
  }

  @Test
  void aDescriptorHasNamesAsJavaHas() {
    assertThat(RequestHeadReader.parameters("La/b_1/C$2;[[La;IJ")).isEqualTo(4);
    assertThat(RequestHeadReader.parameters("L_a/$b/C$D1;")).isEqualTo(1);
  }

  @Test
  void whatFollowsTheAttachmentsIsLookedThroughToo() {
    assertThatThrownBy(() -> reader.read(HESSIAN2, body("m", "", "485a" + A_GADGET + "485a")))
        .isInstanceOf(DeniedClassException.class)
        .hasMessageContaining(GADGET);
    assertThat(reader.read(HESSIAN2, body("m", "I", "91485a 91485a")).method()).isEqualTo("m");
  }

  @Test
  void inFastjsonTooWhatFollowsIsLookedThrough() {
    String head = "\"2.0.2\"\n\"a.B\"\n\"1.0\"\n\"m\"\n\"\"\n{}\n";
    String more = head + "{\"@type\":\"" + GADGET + "\"}\n";
    ByteBuf body = Unpooled.copiedBuffer(more, StandardCharsets.UTF_8);
    assertThatThrownBy(() -> reader.read(6, body)).isInstanceOf(DeniedClassException.class);
  }

  private static final String CLASS = "05" + hex("class");

  @ParameterizedTest
  @ValueSource(strings = {"$invoke", "$invokeAsync"})
  void aGenericCallNamesClassesByTexts(String method) {
    String name = string(GADGET);
    for (String argument :
        List.of(
            "48" + CLASS + name + "5a",
            "48" + CLASS + "30" + name + "5a",
            "48" + CLASS + "5300" + name + "5a",
            "48" + CLASS + "52000163 1c" + name.substring(4) + "5a",
            "71 07 5b737472696e67" + name,
            "57 48" + CLASS + "1dc1a3" + name.substring(4) + "5a 5a")) {
      assertThatThrownBy(() -> reader.read(HESSIAN2, body(method, "I", argument + "485a")))
          .as(argument)
          .isInstanceOf(DeniedClassException.class)
          .hasMessageContaining(GADGET);
    }
  }

  @Test
  void toAnyOtherCallATextIsData() {
    String map = "48" + CLASS + string(GADGET) + "5a";
    String type = "Ljava/util/Map;";
    assertThat(reader.read(HESSIAN2, body("m", type, map + "485a")).method()).isEqualTo("m");
    String more = "48" + CLASS + string(GADGET + "!") + "5a";
    RequestHead generic = reader.read(HESSIAN2, body("$invoke", "I", more + "485a"));
    assertThat(generic.method()).isEqualTo("$invoke");
    assertThat(reader.read(HESSIAN2, body("m", type, map + "485a")).method()).isEqualTo("m");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"class\":\"com.sun.rowset.JdbcRowSetImpl\"}",
        "[{class:'com.sun.rowset.JdbcRowSetImpl'}]",
        "{\"a\":{\"cl\\u0061ss\":\"\\u0063om.sun.rowset.JdbcRowSetImpl\"}}"
      })
  void aGenericCallInFastjsonToo(String argument) {
    String head = "\"2.0.2\"\n\"a.B\"\n\"1.0\"\n\"%s\"\n\"I\"\n" + argument + "\n{}\n";
    ByteBuf generic = Unpooled.copiedBuffer(head.formatted("$invoke"), StandardCharsets.UTF_8);
    assertThatThrownBy(() -> reader.read(6, generic)).isInstanceOf(DeniedClassException.class);
    ByteBuf other = Unpooled.copiedBuffer(head.formatted("m"), StandardCharsets.UTF_8);
    assertThat(reader.read(6, other).method()).isEqualTo("m");
  }

  @ParameterizedTest
  @ValueSource(strings = {"class", "name"})
  void aGenericCallInFastjson2Too(String key) {
    for (Object argument :
        List.of(
            Map.of(key, GADGET),
            Map.of(GADGET, 1),
            List.of(Map.of("a", List.of(GADGET))),
            List.of("x", GADGET))) {
      assertThatThrownBy(() -> reader.read(FASTJSON2, fastjson2("$invoke", argument)))
          .as("%s", argument)
          .isInstanceOf(DeniedClassException.class)
          .hasMessageContaining(GADGET);
      assertThat(reader.read(FASTJSON2, fastjson2("m", argument)).method()).isEqualTo("m");
    }
    RequestHead harmless = reader.read(FASTJSON2, fastjson2("$invoke", Map.of(key, GADGET + "!")));
    assertThat(harmless.method()).isEqualTo("$invoke");
  }

  private static ByteBuf fastjson2(String method, Object argument) {
    ByteBuf body = Unpooled.buffer();
    for (Object item :
        Arrays.asList("2.0.2", "a.B", "1.0", method, "I", argument, new LinkedHashMap<>())) {
      byte[] bytes = JSONB.toBytes(item);
      body.writeInt(bytes.length).writeBytes(bytes);
    }
    return body;
  }

  @ParameterizedTest
  @ValueSource(strings = {"nativejava", "NativeJava"})
  void aGenericCallInJavasOwnSerializationIsRefusedAsAWhole(String mode) {
    String attachments = "48" + string("generic") + string(mode) + "5a";
    assertThatThrownBy(() -> reader.read(HESSIAN2, body("$invoke", "I", "91" + attachments)))
        .isInstanceOf(DubboCodecException.class)
        .hasMessage(
            "generic=%s: its arguments are in Java's own serialization, expected another mode",
            mode);
    assertThat(reader.read(HESSIAN2, body("m", "I", "91" + attachments)).method()).isEqualTo("m");
    String bean = "48" + string("generic") + string("bean") + "5a";
    assertThat(reader.read(HESSIAN2, body("$invoke", "I", "91" + bean)).method())
        .isEqualTo("$invoke");
  }
}
