package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.announced.ApplicationPlace.Mapping;
import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Payload;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NacosApplicationsTest extends NacosFixture {

  private final NacosApplications applications = new NacosApplications(session);

  /** What there is; null for nothing. */
  private final AtomicReference<String> content = new AtomicReference<>();

  @BeforeEach
  void answer() {
    fake.answers.put("ConfigPublishRequest", this::publish);
  }

  /**
   * As Nacos 2 and 3: what is compared is only what is there, and only where something is named.
   */
  private JsonObject publish(Payload payload) {
    JsonObject request = body(payload);
    boolean isCompared = !request.getString("casMd5", "").isBlank();
    if (isCompared && content.get() != null) {
      return refusal(500, "cas");
    }
    content.set(request.getString("content"));
    return done();
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
