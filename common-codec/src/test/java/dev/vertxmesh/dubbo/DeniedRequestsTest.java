package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeniedRequestsTest {

  private static final int HESSIAN2 = 2;
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
}
