package dev.vertxmesh.discovery.nacos.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NacosLoginTest {

  private static Map<String, String> headers(NacosLogin login) {
    Future<Map<String, String>> headers = login.headers(0);
    await().until(headers::isComplete);
    return headers.result();
  }

  @Test
  void aTokenIsRenewedBeforeItsTimeIsOver() {
    Vertx vertx = Vertx.vertx();
    FakeNacos fake = FakeNacos.start(vertx);
    AtomicInteger logins = new AtomicInteger();
    fake.login =
        form ->
            new JsonObject()
                .put("accessToken", "t" + logins.incrementAndGet())
                .put("tokenTtl", 100);
    AtomicLong seconds = new AtomicLong(1_000);
    NacosServers servers =
        new NacosServers(List.of(fake.address()), 0, null, "", "agent", "s3cret", "");
    NacosLogin login = new NacosLogin(vertx, servers, seconds::get);
    assertThat(headers(login)).containsEntry("accessToken", "t1");
    seconds.set(1_089);
    assertThat(headers(login)).containsEntry("accessToken", "t1");
    seconds.set(1_090);
    assertThat(headers(login)).containsEntry("accessToken", "t2");
    login.close();
    fake.stop();
    Future<Void> closed = vertx.close();
    await().until(closed::isComplete);
  }
}
