package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.discovery.nacos.AgentParts.Part;
import dev.vertxmesh.discovery.nacos.Announcements.Host;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentPartsTest {

  private static Part read(Host host) {
    JsonObject metadata = new JsonObject();
    host.metadata().forEach(metadata::put);
    return Part.of(new JsonObject().put("metadata", metadata).encode());
  }

  @Test
  void aLongEntryIsCutAndPutTogetherAgain() {
    String text = "{" + "x".repeat(2_000) + "}";
    List<Host> hosts = AgentParts.cut("agent", text, "10.0.0.7", 30000);
    assertThat(hosts)
        .extracting(Host::service)
        .containsExactly("vertx-mesh:1", "vertx-mesh:2", "vertx-mesh:3", "vertx-mesh:4");
    assertThat(hosts).allMatch(host -> host.ip().equals("10.0.0.7") && host.port() == 30000);
    StringBuilder whole = new StringBuilder();
    hosts.forEach(host -> whole.append(read(host).text()));
    assertThat(whole).hasToString(text);
    assertThat(hosts.stream().map(AgentPartsTest::read).map(Part::mark).distinct()).hasSize(1);
  }

  @Test
  void noPartIsMoreThanAServerTakes() {
    AgentParts.cut("a".repeat(200), "x".repeat(40_000), "10.0.0.7", 30000)
        .forEach(
            host ->
                assertThat(
                        host.metadata().entrySet().stream()
                            .mapToInt(one -> one.getKey().length() + one.getValue().length())
                            .sum())
                    .isLessThanOrEqualTo(1_024));
  }

  @Test
  void anEntryThatIsTooLongIsRefused() {
    assertThatThrownBy(() -> AgentParts.cut("agent", "x".repeat(41_000), "10.0.0.7", 30000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected at most 40960");
  }

  @Test
  void whatIsNoPartIsRefused() {
    assertThatThrownBy(() -> Part.of("{\"metadata\":{\"id\":\"a\",\"parts\":\"65\"}}"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Part.of("{\"metadata\":{\"parts\":\"1\",\"of\":\"x\"}}"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
