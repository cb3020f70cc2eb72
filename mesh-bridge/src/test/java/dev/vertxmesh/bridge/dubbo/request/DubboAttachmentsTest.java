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
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DubboAttachmentsTest {

  private final DubboAttachments attachments = new DubboAttachments(Set.of("dubbo.tag", "timeout"));

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
    assertThatThrownBy(() -> attachments.of(with(Map.of(name, "1"))))
        .isInstanceOf(BadArgument.class)
        .hasMessageEndingWith("the mesh itself says this to the provider; the target decides it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "remote.application",
        "Remote.Application",
        "json:remote.application",
        "_TO",
        "async",
        "sys_callback_arg-1",
        "_isCallBackServiceInvoke"
      })
  void whatDubboGoesByNeedsLeave(String name) {
    String bare = name.replace("json:", "");
    assertThatThrownBy(() -> attachments.of(with(Map.of(name, "1"))))
        .isInstanceOf(BadArgument.class)
        .hasMessage(
            "attachment %s: Dubbo itself goes by it; callers may set it where the agent has"
                    .formatted(bare)
                + " --allow-attachment "
                + bare);
  }

  @Test
  void whatARuleLetsThisCallerSetPasses() {
    Call call = with(Map.of("Registry_Zone", "north"));
    call.record().allow(Set.of("registry_zone"));
    assertThat(attachments.of(call)).isEqualTo(Map.of("Registry_Zone", "north"));
  }

  @Test
  void whatIsAllowedAndWhatDubboDoesNotGoByPasses() {
    Map<String, String> all = Map.of("dubbo.tag", "a", "Timeout", "5", "token", "t", "trace", "x");
    assertThat(attachments.of(with(all))).isEqualTo(all);
    assertThat(attachments.of(with(Map.of("json:deep", "[1]"))))
        .isEqualTo(Map.of("deep", List.of(1)));
  }
}
