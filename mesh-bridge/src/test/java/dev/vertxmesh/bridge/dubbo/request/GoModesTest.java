package dev.vertxmesh.bridge.dubbo.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.Serialization;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How calls are put to dubbo-go, whose generic calls are of its own making. */
class GoModesTest {

  private final RequestEncoder requests =
      new RequestEncoder(
          List.of(Serialization.HESSIAN2),
          new MergedSignatures(ApiClasses.NONE, () -> Exports.NONE),
          ApiClasses.NONE);

  private GenericMode mode(String types, GenericMode wanted) {
    Call call =
        new Call(
            new Target(ServiceKey.parse("com.example.Orders"), "same", types),
            Encoding.JSON,
            Unpooled.EMPTY_BUFFER,
            Map.of(),
            new Deadline(0),
            new CallOptions(false, false, false, wanted));
    return requests.plan(call, Capabilities.GO).mode();
  }

  @ParameterizedTest
  @CsvSource({
    "Ljava/lang/String;, NONE",
    "Ljava/util/Map;, NONE",
    "[BLjava/util/List;, NONE",
    "Lcom/example/Order;, TRUE",
    "Ljava/util/Map;Lcom/example/Order;, TRUE"
  })
  void whatTheAgentCanMakeItselfGoesAsItIs(String types, GenericMode mode) {
    assertThat(mode(types, GenericMode.AUTO)).isEqualTo(mode);
  }

  @Test
  void withoutTypesItsOwnGenericCallIsLeft() {
    assertThat(mode(Target.UNKNOWN, GenericMode.AUTO)).isEqualTo(GenericMode.TRUE);
  }

  @ParameterizedTest
  @EnumSource(
      value = GenericMode.class,
      names = {"BEAN", "GSON", "RAW_RETURN", "PROTOBUF_JSON"})
  void modesThatItDoesntHaveAreRefused(GenericMode wanted) {
    assertThatThrownBy(() -> mode("Ljava/util/Map;", wanted))
        .isInstanceOf(BadArgument.class)
        .hasMessageContaining("dubbo-go hasn't got it, expected none or true");
  }

  @Test
  void thoseThatItHasAreGiven() {
    assertThat(mode("Ljava/util/Map;", GenericMode.NONE)).isEqualTo(GenericMode.NONE);
    assertThat(mode("Ljava/util/Map;", GenericMode.TRUE)).isEqualTo(GenericMode.TRUE);
  }
}
