package dev.vertxmesh.discovery.nacos.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Json;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Metadata;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Payload;
import io.vertx.core.json.JsonObject;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PayloadsTest {

  private static Payload payload(String type, String body) {
    return Payload.newBuilder()
        .setMetadata(Metadata.newBuilder().setType(type))
        .setBody(Json.newBuilder().setValue(ByteString.copyFromUtf8(body)))
        .build();
  }

  /** As Nacos' own classes write it. */
  @Test
  void aRequestIsItsTypeItsHeadersAndJson() {
    Payload payload =
        Payloads.of("HealthCheckRequest", Map.of("a", "b"), "10.0.0.7", new JsonObject());
    assertThat(HexFormat.of().formatHex(payload.toByteArray()))
        .isEqualTo(
            "1226" // metadata
                + "1a124865616c7468436865636b52657175657374" // type
                + "3a060a0161120162" // headers
                + "420831302e302e302e37" // clientIp
                + "1a041202" // body, its value
                + "7b7d");
  }

  @Test
  void anAnswerWithoutAnErrorIsItsBody() {
    Payload answer = payload("HealthCheckResponse", "{\"resultCode\":200,\"errorCode\":0}");
    assertThat(Payloads.success("here", answer).getInteger("resultCode")).isEqualTo(200);
  }

  @Test
  void anErrorIsToldInTheServersWords() {
    Payload answer =
        payload("ErrorResponse", "{\"resultCode\":500,\"errorCode\":301,\"message\":\"gone\\n\"}");
    assertThatThrownBy(() -> Payloads.success("10.0.0.5:9848", answer))
        .isInstanceOfSatisfying(
            NacosFailure.class, e -> assertThat(e.code()).isEqualTo(NacosFailure.UNREGISTERED))
        .hasMessage("10.0.0.5:9848: gone?");
  }

  @Test
  void whatIsNoJsonIsRefused() {
    for (String body : new String[] {"{", "[]", "null", "{\"a\":" + "[".repeat(5_000)}) {
      assertThatThrownBy(() -> Payloads.body(payload("X", body)))
          .isInstanceOf(RegistryFailure.class);
    }
  }

  @Test
  void manyShortValuesAreRefusedBeforeTheyAreMade() {
    String many = "{\"a\":[" + "{},".repeat(Payloads.MOST_VALUES) + "{}]}";
    assertThatThrownBy(() -> Payloads.body(payload("X", many)))
        .isInstanceOf(RegistryFailure.class)
        .hasMessage("X has more than 200000 values");
  }

  @Test
  void whatIsNoPayloadIsRefused() {
    assertThatThrownBy(() -> Payloads.parse(new byte[] {0x12, 0x7f}))
        .isInstanceOf(RegistryFailure.class)
        .hasMessageStartingWith("not one of Nacos' messages");
  }
}
