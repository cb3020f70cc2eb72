package dev.vertxmesh.bridge.dubbo.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DubboAttachmentsTest {

  private static Call with(Map<String, String> attachments) {
    return new Call(
        new Target(ServiceKey.of("a.B"), "m", Target.UNKNOWN),
        Encoding.JSON,
        Unpooled.EMPTY_BUFFER,
        attachments,
        new Deadline(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"path", "interface", "group", "version", "generic", "Generic", "json:path"})
  void whatTheTargetSaysNobodyElseDoes(String name) {
    assertThatThrownBy(() -> DubboAttachments.of(with(Map.of(name, "1"))))
        .isInstanceOf(BadArgument.class)
        .hasMessageEndingWith("the mesh itself says this to the provider; the target decides it");
  }

  @Test
  void allOthersPassAsTextOrAsTheValueThatTheirJsonSays() {
    Map<String, String> all = Map.of("dubbo.tag", "a", "trace", "x");
    assertThat(DubboAttachments.of(with(all))).isEqualTo(all);
    assertThat(DubboAttachments.of(with(Map.of("json:deep", "[1]"))))
        .isEqualTo(Map.of("deep", List.of(1)));
  }
}
