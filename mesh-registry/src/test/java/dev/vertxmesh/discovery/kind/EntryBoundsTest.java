package dev.vertxmesh.discovery.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.discovery.Instance;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries that no agent would write. */
class EntryBoundsTest {

  private static JsonObject entry() {
    return new JsonObject()
        .put("id", "a")
        .put("host", "h")
        .put("port", 1)
        .put("services", new JsonArray().add("com.x.I"));
  }

  private static void isRefused(JsonObject entry, String words) {
    assertThatThrownBy(() -> InstanceJson.read(entry))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void hasSoManyServices() {
    JsonArray services = new JsonArray();
    IntStream.range(0, 4_096).forEach(i -> services.add("s" + i));
    assertThat(InstanceJson.read(entry().put("services", services)).services()).hasSize(4_096);
    services.add("one more");
    isRefused(entry().put("services", services.add("x")), "is not a service");
    services.remove(4_096);
    isRefused(entry().put("services", services.add("y")), "4098 services, expected at most 4096");
  }

  @Test
  void namesItsServicesInSoManyCharacters() {
    isRefused(
        entry().put("services", new JsonArray().add("s".repeat(1_025))),
        "a service of 1025 characters, expected at most 1024");
  }

  @Test
  void hasSoManyTagsOfSuchALength() {
    JsonObject tags = new JsonObject();
    IntStream.range(0, 51).forEach(i -> tags.put("t" + i, "x"));
    isRefused(entry().put("tags", tags), "51 tags, expected at most 50");
    isRefused(
        entry().put("tags", new JsonObject().put("t", "x".repeat(1_000))),
        "a tag of 1001 characters, expected at most 1000");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"weight\": 10001}",
        "{\"weight\": 0}",
        "{\"weight\": -1}",
        "{\"weight\": 1e400}",
        "{\"weight\": 99999999999999999999}",
        "{\"port\": 65536}",
        "{\"port\": 1.5}",
        "{\"limit\": 2147483648}",
        "{\"host\": \"\"}",
        "{\"host\": \"a b\"}",
        "{\"host\": \"a/../b\"}",
        "{\"host\": \"a\\nb\"}",
        "{\"id\": \"../../etc/passwd\"}",
        "{\"services\": {}}",
        "{\"tags\": []}",
        "{\"protocolVersion\": 0}",
      })
  void hasValuesThatCanBe(String change) {
    assertThatThrownBy(() -> InstanceJson.read(entry().mergeIn(new JsonObject(change))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected");
  }

  @Test
  void whatIsWrongIsSaidInOneShortLine() {
    assertThatThrownBy(() -> InstanceJson.read(entry().put("services", "\n".repeat(100_000))))
        .message()
        .hasSizeLessThan(400)
        .doesNotContain("\n");
  }

  @Test
  void weighsMoreTheMoreItServes() {
    Instance one = InstanceJson.read(entry());
    JsonArray services = new JsonArray();
    IntStream.range(0, 100).forEach(i -> services.add("s" + i));
    Instance many = InstanceJson.read(entry().put("services", services));
    assertThat(EntryBounds.weight(many, 0)).isEqualTo(EntryBounds.weight(one, 0) + 99 * 200);
    assertThat(EntryBounds.weight(one, 500)).isEqualTo(EntryBounds.weight(one, 0) + 500);
  }
}
