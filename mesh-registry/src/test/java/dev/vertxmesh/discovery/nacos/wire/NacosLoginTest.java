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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NacosLoginTest {

  private static Map<String, String> headers(NacosLogin login) {
    Future<Map<String, String>> headers = login.headers(0);
    await().until(headers::isComplete);
    return headers.result();
  }

  private final Vertx vertx = Vertx.vertx();
  private final FakeNacos fake = FakeNacos.start(vertx);
  private final AtomicInteger logins = new AtomicInteger();
  private final AtomicLong seconds = new AtomicLong(1_000);
  private final NacosLogin login =
      new NacosLogin(
          vertx,
          new NacosServers(List.of(fake.address()), 0, null, "", "agent", "s3cret", ""),
          seconds::get);

  @AfterEach
  void close() {
    login.close();
    fake.stop();
    Future<Void> closed = vertx.close();
    await().until(closed::isComplete);
  }

  @Test
  void aTokenIsRenewedBeforeItsTimeIsOver() {
    fake.login =
        form ->
            new JsonObject()
                .put("accessToken", "t" + logins.incrementAndGet())
                .put("tokenTtl", 100);
    assertThat(headers(login)).containsEntry("accessToken", "t1");
    seconds.set(1_089);
    assertThat(headers(login)).containsEntry("accessToken", "t1");
    seconds.set(1_090);
    assertThat(headers(login)).containsEntry("accessToken", "t2");
  }

  /** Each costs a server a tenth of a second of CPU, and agents ask several times a second. */
  @Test
  void aLoginThatWasRefusedIsNotTriedAgainAtOnce() {
    fake.login =
        form ->
            logins.incrementAndGet() == 1
                ? new JsonObject().put("status", 403)
                : new JsonObject().put("accessToken", "t");
    for (int i = 0; i < 10; i++) {
      assertThat(headers(login)).isNull();
    }
    assertThat(logins).hasValue(1);
    seconds.set(1_005);
    assertThat(headers(login)).containsEntry("accessToken", "t");
  }

  /** The user may not do it, whatever the token. */
  @Test
  void whatIsRefusedWithAnotherTokenTooCostsALoginNowAndThenOnly() {
    fake.login = form -> new JsonObject().put("accessToken", "t" + logins.incrementAndGet());
    assertThat(refusals(10)).isEqualTo(2);
    seconds.addAndGet(5);
    assertThat(refusals(10)).isEqualTo(3);
    seconds.addAndGet(9);
    assertThat(refusals(10)).isEqualTo(3);
    seconds.addAndGet(1);
    assertThat(refusals(10)).isEqualTo(4);
    seconds.addAndGet(60);
    assertThat(refusals(1)).as("after a minute, however often it was in vain").isEqualTo(5);
    login.onTaken(true); // another request, whose token was refused before
    assertThat(login.isRenewed(headers(login), false)).isTrue();
  }

  /** How many logins there were after one request was refused so many times. */
  private int refusals(int times) {
    for (int i = 0; i < times; i++) {
      if (login.isRenewed(headers(login), false)) {
        assertThat(login.isRenewed(headers(login), true)).isFalse();
      }
    }
    return logins.get();
  }
}
