package dev.vertxmesh.it.registry;

import static dev.vertxmesh.it.harness.Samples.HELLO;
import static dev.vertxmesh.it.harness.Samples.USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.DubboServer;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.Http;
import dev.vertxmesh.it.harness.Ports;
import dev.vertxmesh.it.harness.Provider;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers that register themselves, as Dubbo does, are found without an agent. */
class DubboLayoutIT {

  @TempDir private Path folder;
  private Etcd etcd;
  private DubboServer dubbo;
  private Agent consumer;
  private Http http;

  @BeforeEach
  void start() {
    etcd = new Etcd(EtcdRelease.V3_4, folder.resolve("etcd"), 1).start();
    dubbo = new DubboServer(Provider.dubbo("2.6.12"), Ports.free());
    dubbo.start();
    String url = "etcd://%s?ttl=2&wait=100&dubbo=/dubbo&cache=%s";
    String registry = url.formatted(etcd.hosts(), folder.resolve("c"));
    consumer = Agent.of("mesh-consumer", "--registry", registry, "--timeout", "120000");
    consumer.start();
    http = consumer.http();
  }

  @AfterEach
  void close() {
    if (consumer != null) {
      consumer.close();
    }
    if (dubbo != null) {
      dubbo.close();
    }
    if (etcd != null) {
      etcd.close();
    }
  }

  private static String key(String interfaceName, String category, String url) {
    return "/dubbo/%s/%s/%s"
        .formatted(interfaceName, category, URLEncoder.encode(url, StandardCharsets.UTF_8));
  }

  private String provider(String interfaceName) {
    String url =
        "dubbo://127.0.0.1:%d/%s?anyhost=true&application=demo&dubbo=2.0.2&interface=%s&pid=1"
            + "&side=provider&threads=100&timestamp=1763636400123";
    return key(
        interfaceName, "providers", url.formatted(dubbo.port(), interfaceName, interfaceName));
  }

  private JsonObject routing() {
    return consumer.topology().getJsonObject("routing");
  }

  private JsonObject registry() {
    return consumer.topology().getJsonObject("registry");
  }

  @Test
  void theyComeAndGoWithTheirKeys() {
    assertThat(http.hash("hello").status()).isEqualTo(503); // nobody is known yet
    etcd.put(provider(HELLO), "7587848000");
    etcd.put("/dubbo/" + HELLO + "/consumers", "7587848000");
    etcd.put(key(HELLO, "consumers", "consumer://127.0.0.1/" + HELLO), "7587848000");
    await().until(() -> http.hash("hello").status() == 200);
    assertThat(http.hash("hello").body()).isEqualTo("99162322");
    assertThat(http.json(USERS, "concat", "[\"a\",1,true]").status()).isNotEqualTo(200);

    etcd.put(provider(USERS), "7587848000");
    await().until(() -> http.json(USERS, "concat", "[\"a\",1,true]").status() == 200);
    assertThat(registry().getInteger("instances")).isEqualTo(1); // one address
    assertThat(registry().getInteger("malformed")).isZero();

    etcd.put(key(HELLO, "providers", "tri://127.0.0.1:1/" + HELLO), "7587848000");
    await().until(() -> registry().getInteger("malformed") == 1);
    assertThat(registry().getJsonArray("skipped").getJsonObject(0).getString("why")).isNotBlank();
    assertThat(http.hash("hello").status()).isEqualTo(200);

    String rule = "/dubbo/config/dubbo/" + HELLO + "::.condition-router";
    etcd.put(rule, "scope: service\nforce: true\nconditions:\n  - 'method=hash => false'\n");
    await().until(() -> http.hash("hello").status() == 503);
    assertThat(http.hash("hello").detail()).contains(HELLO + "::.condition-router");
    etcd.put(rule, "conditions: [");
    await().until(() -> routing().getJsonArray("skipped").size() == 1);
    assertThat(http.hash("hello").status()).as("the last good one counts").isEqualTo(503);
    etcd.delete(rule);
    await().until(() -> http.hash("hello").status() == 200);

    etcd.delete(provider(USERS));
    await().until(() -> http.json(USERS, "concat", "[\"a\",1,true]").status() != 200);
    assertThat(http.hash("hello").status()).isEqualTo(200);
  }

  @Test
  void whatWasKnownStaysWhileEtcdIsAway() {
    etcd.put(provider(HELLO), "7587848000");
    await().until(() -> http.hash("hello").status() == 200);
    etcd.member(0).kill();
    await().until(() -> registry().getBoolean("stale"));
    assertThat(http.hash("hello").status()).isEqualTo(200);
  }
}
