package dev.vertxmesh.bridge.grpc;

import static org.awaitility.Awaitility.await;

import dev.vertxmesh.backend.BackendObserver;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers that take connections and say nothing. */
class ConnectorTest {

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger taken = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final List<String> lost = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void aServerWithoutSettingsIsGivenUpAndTriedAgainWithoutASocketThatStays() {
    NetServer silent =
        vertx
            .createNetServer()
            .connectHandler(
                socket -> {
                  taken.incrementAndGet();
                  socket.closeHandler(closed -> ended.incrementAndGet());
                });
    int port = silent.listen(0, "127.0.0.1").await().actualPort();
    Context context = vertx.getOrCreateContext();
    context.runOnContext(
        v ->
            GrpcBridge.open(
                context,
                TestOptions.of(port, 50, 1),
                new BackendObserver() {
                  @Override
                  public void onDisconnected(String reason) {
                    lost.add(reason);
                  }
                }));
    await().until(() -> taken.get() >= 3 && ended.get() >= 2);
    await().until(() -> lost.stream().anyMatch(why -> why.contains("SETTINGS within 50 ms")));
  }
}
