package dev.vertxmesh.bridge.dubbo.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.Serialization;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DubboOptionsTest {

  @Test
  void defaults() {
    DubboOptions options =
        DubboOptions.from(new JsonObject().put("host", "localhost").put("port", 20880), null);
    assertThat(options)
        .isEqualTo(
            new DubboOptions(
                "localhost",
                20880,
                1000,
                60_000,
                50,
                1000,
                8388608,
                8388608,
                List.of(Serialization.HESSIAN2),
                5_000,
                false,
                null));
    assertThat(options.where()).isEqualTo("dubbo localhost:20880");
  }

  @ParameterizedTest
  @CsvSource({
    "port,0,'port is 0, expected 1 to 65535'",
    "maxRetryDelay,49,'maxRetryDelay is 49, expected 50 to 600000'",
    "heartbeatInterval,1,'heartbeatInterval is 1, expected 10 to 86400000'"
  })
  void aValueOutOfRangeIsNamed(String name, int value, String message) {
    JsonObject json = new JsonObject().put("host", "h").put("port", 1).put(name, value);
    assertThatThrownBy(() -> DubboOptions.from(json, null)).hasMessage(message);
  }
}
