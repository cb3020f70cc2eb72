package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpConnection;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The clock is the test's. */
class PingCheckTest {

  private static final long PING = TimeUnit.SECONDS.toNanos(60);

  private final List<String> asked = new ArrayList<>();
  private final PingCheck peer = new PingCheck(0);

  /** Notes what is called, and does nothing. */
  private HttpConnection connection() {
    return (HttpConnection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {HttpConnection.class},
            (proxy, method, arguments) -> {
              asked.add(method.getName());
              return null;
            });
  }

  @Test
  void whoSaysNothingIsAskedOnceAndGoneWithoutAnAnswer() {
    peer.on(connection());
    assertThat(peer.isGone(PING - 1, PING)).isFalse();
    assertThat(asked).isEmpty();
    assertThat(peer.isGone(PING, PING)).isFalse();
    assertThat(peer.isGone(PING + PingCheck.PONG_NANOS - 1, PING)).isFalse();
    assertThat(asked).containsExactly("ping");
    assertThat(peer.isGone(PING + PingCheck.PONG_NANOS, PING)).isTrue();
  }

  @Test
  void whoAnswersIsAskedAgainAWhileLater() {
    peer.on(connection());
    peer.isGone(PING, PING);
    peer.onHeard(PING + 1);
    assertThat(peer.isGone(PING + PingCheck.PONG_NANOS, PING)).isFalse();
    assertThat(asked).hasSize(1);
    assertThat(peer.isGone(2 * PING + 1, PING)).isFalse();
    assertThat(asked).hasSize(2);
  }

  @Test
  void nobodyIsAskedWhereThatIsOffOrBeforeTheConnectionIsKnown() {
    assertThat(peer.isGone(10 * PING, PING)).isFalse();
    peer.on(connection());
    assertThat(peer.isGone(10 * PING, 0)).isFalse();
    assertThat(asked).isEmpty();
  }
}
