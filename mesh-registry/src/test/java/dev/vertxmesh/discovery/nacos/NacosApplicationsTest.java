package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.announced.ApplicationPlace.Mapping;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.nacos.wire.FakeNacos;
import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Payload;
import dev.vertxmesh.discovery.nacos.wire.NacosServers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NacosApplicationsTest {

  private final Vertx vertx = Vertx.vertx();
  private final FakeNacos fake = FakeNacos.start(vertx);
  private final RegistryThread worker = RegistryThread.ofThread("test-nacos");
  private final NacosSession session =
      new NacosSession(
          new NacosClient(
              vertx,
              new NacosServers(List.of(fake.address()), 0, null, "", null, null, "10.0.0.7"),
              worker,
              60_000),
          new NacosPlace("", "DEFAULT_GROUP"),
          worker,
          1);
  private final NacosApplications applications = new NacosApplications(session);

  /** What there is; null for nothing. */
  private final AtomicReference<String> content = new AtomicReference<>();

  @BeforeEach
  void answer() {
    fake.answers.put("ConfigPublishRequest", this::publish);
  }

  @AfterEach
  void close() {
    session.leave();
    fake.stop();
    Future<Void> closed = vertx.close();
    await().until(closed::isComplete);
  }

  /**
   * As Nacos 2 and 3: what is compared is only what is there, and only where something is named.
   */
  private JsonObject publish(Payload payload) {
    JsonObject request = new JsonObject(Buffer.buffer(payload.getBody().getValue().toByteArray()));
    boolean isCompared = !request.getString("casMd5", "").isBlank();
    if (isCompared && content.get() != null) {
      return new JsonObject().put("resultCode", 500).put("errorCode", 500).put("message", "cas");
    }
    content.set(request.getString("content"));
    return new JsonObject().put("resultCode", 200);
  }

  private boolean isFirst(String text) {
    Future<Boolean> mapped = applications.map("a.Hello", new Mapping("", ""), text);
    await().until(mapped::isComplete);
    assertThat(mapped.succeeded()).isTrue();
    return mapped.result();
  }

  @Test
  void whoeverWasFirstIsNotWrittenOver() {
    content.set("shop");
    assertThat(isFirst("vertx-mesh")).as("it has to be looked at anew").isFalse();
    assertThat(content).hasValue("shop");
  }

  @Test
  void whereNobodyWasItIsWritten() {
    isFirst("vertx-mesh");
    assertThat(content).hasValue("vertx-mesh");
  }
}
