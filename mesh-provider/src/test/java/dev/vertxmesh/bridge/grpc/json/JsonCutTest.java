package dev.vertxmesh.bridge.grpc.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.memory.OverBudgetException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCutTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e536870000",
        "\"1e536870000\"",
        "\"\u0661e536870000\"",
        "\"\uff11e536870000\"",
        "\"1e\u0665\u0663\u0666\u0668\u0667\"",
        "\"1e-\u0660\u0665\u0663\u0666\u0668\u0667\"",
        "{\"\u0661e536870000\":1}",
        "{\"1e536870000\":1}"
      })
  void aFewBytesThatAreANumberOfGigabytesAreRefused(String value) {
    assertThatThrownBy(() -> JsonCut.message("[{\"a\":" + value + "}]"))
        .isInstanceOf(Misfit.class)
        .hasMessageContaining("too large an exponent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0661\u0662 apples", "1e9999", "e536870000", "\u0661e", "1e5x99999"})
  void textsAndNumbersOfPeopleAreNot(String text) {
    String json = "{\"a\":\"" + text + "\"}";
    assertThat(JsonCut.message("[" + json + "]")).isEqualTo(json);
  }

  @Test
  void objectsByTheMillionAreTooHeavy() {
    String json = "{\"a\":[" + "{},".repeat(1_000_000) + "{}]}";
    assertThatThrownBy(() -> JsonCut.weigh(json)).isInstanceOf(OverBudgetException.class);
    JsonCut.weigh("{\"a\":\"" + "x".repeat(3_000_000) + "\"}");
  }
}
