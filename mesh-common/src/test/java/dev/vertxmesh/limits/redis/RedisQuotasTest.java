package dev.vertxmesh.limits.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.limits.RedisConfig;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedisQuotasTest {

  /** A text of 512 MiB, the longest that Redis has. */
  private static final String ENDLESS = "$536870912\r\n";

  private static final Buffer ZEROS = Buffer.buffer(new byte[1 << 16]);

  private final Vertx vertx = Vertx.vertx();
  private final AtomicBoolean left = new AtomicBoolean();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void aServerWhoseAnswerHasNoEndIsLeft() {
    Future<NetServer> redis =
        vertx.createNetServer().connectHandler(this::answerWithoutEnd).listen(0, "127.0.0.1");
    await().until(redis::succeeded);
    RedisQuotas quotas = quotas(redis.result().actualPort());
    try {
      await().untilTrue(left);
    } finally {
      quotas.close();
    }
  }

  /** Else a buffer may be lost, once in some hundred times. */
  @Test
  void anAttemptToConnectGoesOnToItsEndThoughItIsClosed() {
    List<String> asked = new CopyOnWriteArrayList<>();
    Promise<NetSocket> greeted = Promise.promise();
    Future<NetServer> redis =
        vertx
            .createNetServer()
            .connectHandler(
                socket -> {
                  socket.closeHandler(closed -> left.set(true));
                  socket.handler(
                      command -> {
                        asked.add(command.toString());
                        greeted.tryComplete(socket);
                      });
                })
            .listen(0, "127.0.0.1");
    await().until(redis::succeeded);
    RedisQuotas quotas = quotas(redis.result().actualPort());
    await().until(() -> greeted.future().succeeded());
    assertThat(asked.get(0)).contains("HELLO");
    quotas.close();
    greeted.future().result().write("-ERR unknown command\r\n");
    await().until(() -> asked.size() > 1);
    greeted.future().result().write("+PONG\r\n".repeat(10));
    await().untilTrue(left);
  }

  private RedisQuotas quotas(int port) {
    RedisConfig config = new RedisConfig("127.0.0.1", port, 0, false, "", "", "mesh", "");
    Duration never = Duration.ofHours(1); // it's not for want of an answer that it's left
    return new RedisQuotas(vertx, config, System::nanoTime, never);
  }

  @Test
  void oneThatIsAwayFromTheStartIsSaidToBeOnce() {
    assertThat(RedisQuotas.isNews(RedisQuotas.NOT_YET, "refused")).isTrue();
    assertThat(RedisQuotas.isNews("refused", "late")).isFalse();
    assertThat(RedisQuotas.isNews("late", "")).isTrue();
    assertThat(RedisQuotas.isNews("", "")).isFalse();
    assertThat(RedisQuotas.isNews("", "refused")).isTrue();
    assertThat(RedisQuotas.isNews(RedisQuotas.NOT_YET, "")).isTrue();
  }

  private void answerWithoutEnd(NetSocket socket) {
    socket.closeHandler(closed -> left.set(true));
    socket.exceptionHandler(reset -> left.set(true));
    socket.handler(asked -> {});
    socket.write(ENDLESS);
    flood(socket);
  }

  private static void flood(NetSocket socket) {
    socket.write(ZEROS).onSuccess(taken -> flood(socket));
  }
}
