package dev.vertxmesh.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.memory.MemoryBudget;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThrownJsonTest {

  private final long before = MemoryBudget.ofHeap().taken();

  @AfterEach
  void allIsGivenBack() {
    assertThat(MemoryBudget.ofHeap().taken()).isLessThanOrEqualTo(before); // others may let go
  }

  @Test
  void isReadAsItStands() {
    JsonObject read = ThrownJson.read("{\"class\":\"x.Y\",\"message\":\"m\",\"n\":[1,{}]}");
    assertThat(read.getString("class")).isEqualTo("x.Y");
    assertThat(read.getJsonArray("n").size()).isEqualTo(2);
  }

  @Test
  void whatIsNoObjectIsItsMessage() {
    JsonObject read = ThrownJson.read("gone wrong");
    assertThat(read.getString("class")).isEqualTo("unknown");
    assertThat(read.getString("message")).isEqualTo("gone wrong");
  }

  @Test
  void whatWeighsMoreThanThereIsIsCut() {
    long objects = MemoryBudget.ofHeap().most() / 136;
    String json = "{\"class\":\"x.Y\",\"n\":[" + "{},".repeat((int) objects) + "{}]}";
    JsonObject read = ThrownJson.read(json);
    assertThat(read.getString("class")).isEqualTo("unknown");
    assertThat(read.getString("message"))
        .hasSize(1_001)
        .startsWith("{\"class\":\"x.Y\"")
        .endsWith("…");
  }
}
