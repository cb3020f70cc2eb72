package dev.vertxmesh.consumer.routes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.rule.RouteRequest;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What rules see of a call. */
class CallRequestTest {

  private static RouteRequest of(Encoding encoding, String payload, Map<String, String> attached) {
    Call call =
        new Call(
            new Target(ServiceKey.of("com.x.Hello"), "hello", ""),
            encoding,
            Unpooled.copiedBuffer(payload, StandardCharsets.UTF_8),
            attached,
            new Deadline(0));
    return new CallRequest(call, new RouteConsumer("shop", "10.0.0.9", Map.of("region", "b")));
  }

  @Test
  void attachmentsThatCameAsHeadersAreFoundHoweverARuleWritesTheirNames() {
    RouteRequest request = of(Encoding.JSON, "[]", Map.of("userid", "7", "Vip", "yes"));
    assertThat(request.attachment("userId")).isEqualTo("7");
    assertThat(request.attachment("userid")).isEqualTo("7");
    assertThat(request.attachment("Vip")).isEqualTo("yes");
    assertThat(request.attachment("other")).isNull();
  }

  @Test
  void argumentsOfJsonAndOfTheFormAreRead() {
    RouteRequest json = of(Encoding.JSON, "[\"tom\",7]", Map.of());
    assertThat(json.argument(0)).isEqualTo("tom");
    assertThat(json.argument(1)).isEqualTo("7");
    assertThat(json.argument(2)).isNull();
    assertThat(of(Encoding.TEXT, "tom", Map.of()).argument(0)).isEqualTo("tom");
    assertThat(of(Encoding.JSON, "no json", Map.of()).argument(0)).isNull();
    assertThat(of(Encoding.JSON, "7", Map.of()).argument(0)).isNull();
    assertThat(of(Encoding.JSON, "[".repeat(20_000), Map.of()).argument(0)).isNull();
  }

  @Test
  void whatACallDoesntSayTheAgentSays() {
    RouteRequest request = of(Encoding.JSON, "[]", Map.of());
    assertThat(request.parameter("application")).isEqualTo("shop");
    assertThat(request.parameter("host")).isEqualTo("10.0.0.9");
    assertThat(request.parameter("region")).isEqualTo("b");
    assertThat(request.parameter("interface")).isEqualTo("com.x.Hello");
    assertThat(request.parameter("other")).isNull();
  }
}
