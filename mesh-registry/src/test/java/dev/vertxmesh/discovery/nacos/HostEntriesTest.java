package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostEntriesTest {

  private static final String SERVICE = "providers:lab.OrderService:1.0:blue";

  private static JsonObject host() {
    return new JsonObject()
        .put("ip", "192.0.2.2")
        .put("port", 20990)
        .put("weight", 1.0)
        .put("healthy", true)
        .put("enabled", true)
        .put(
            "metadata",
            new JsonObject()
                .put("protocol", "dubbo")
                .put("path", "lab.OrderService")
                .put("interface", "lab.OrderService")
                .put("version", "1.0")
                .put("group", "blue")
                .put("weight", "30")
                .put("methods", "byUser,find")
                .put("hear.0.callback", "true")
                .put("application", "order-app"));
  }

  private static String entry(JsonObject host) {
    JsonObject info = new JsonObject().put("hosts", new JsonArray().add(host));
    Map<String, String> entries = HostEntries.of(SERVICE, info);
    assertThat(entries).hasSize(1);
    return entries.values().iterator().next();
  }

  @Test
  void aProviderIsWhatItsMetadataSays() {
    RegisteredUrl url = HostEntries.provider(entry(host()));
    assertThat(url.service()).isEqualTo(ServiceKey.parse("lab.OrderService:1.0@blue"));
    assertThat(url.address()).hasToString("192.0.2.2:20990");
    assertThat(url.protocol()).isEqualTo("dubbo");
    assertThat(url.number("weight", 100)).isEqualTo(30);
    assertThat(url.isEnabled()).isTrue();
    assertThat(url.parameters()).containsEntry("hear.0.callback", "true");
    assertThat(url.parameters()).doesNotContainKey("methods");
  }

  @Test
  void whoIsDisabledOrIllIsNotCalled() {
    assertThat(HostEntries.provider(entry(host().put("enabled", false))).isEnabled()).isFalse();
    assertThat(HostEntries.provider(entry(host().put("healthy", false))).isEnabled()).isFalse();
  }

  @Test
  void nacosOwnWeightAndTheNamesOfMethodsAreLeftOut() {
    assertThat(entry(host().put("weight", 7.0))).isEqualTo(entry(host()));
    assertThat(entry(host())).doesNotContain("byUser");
  }

  @Test
  void whatNobodyAsksAServiceForIsLeftOutAndAnApplicationForIsNot() {
    JsonObject host = host();
    host.getJsonObject("metadata").put("release", "3.3.6").put("zone", "a");
    assertThat(entry(host)).doesNotContain("release").contains("zone");
    JsonObject info = new JsonObject().put("hosts", new JsonArray().add(host));
    assertThat(HostEntries.of("order-app", info).values().iterator().next()).contains("release");
  }

  @Test
  void anAddressThatIsNoneIsNamed() {
    assertThatThrownBy(() -> HostEntries.provider(entry(host().put("port", 0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("port is '0'");
    assertThatThrownBy(() -> HostEntries.provider(entry(host().put("ip", "a/b"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has a '/' in it");
  }

  @Test
  void anEntryWithoutAProtocolIsNamed() {
    JsonObject host = host().put("metadata", new JsonObject().put("interface", "lab.X"));
    assertThatThrownBy(() -> HostEntries.provider(entry(host)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("its metadata has no protocol");
  }

  @Test
  void whatIsNoListOfHostsHasNobody() {
    assertThat(HostEntries.of(SERVICE, null)).isEmpty();
    assertThat(HostEntries.of(SERVICE, new JsonObject().put("hosts", "none"))).isEmpty();
  }
}
