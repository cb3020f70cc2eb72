package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.vertxmesh.http1.GuardedServers;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.launch.settings.Transport;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Real connections, of which the last ones stay in the kernel while the event loop is held up. */
@ParameterizedClass
@EnumSource(
    value = Transport.class,
    names = {"EPOLL", "IO_URING"})
class LateConnectionsTest {

  private static final int LEFT = 8;

  @Parameter Transport transport;

  private final ConnectionCount count = new ConnectionCount(1_000, 0);
  private final AtomicBoolean isCold = new AtomicBoolean();
  private final AtomicInteger late = new AtomicInteger();
  private final List<Socket> sockets = new ArrayList<>();
  private final CountDownLatch held = new CountDownLatch(1);
  private Vertx vertx;
  private Context loop;
  private int port;

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @BeforeEach
  void listen() throws Exception {
    try {
      vertx = transport.start(1);
    } catch (StartFailure e) {
      abort(e.getMessage()); // a kernel that refuses
    }
    ListenOptions options = new ListenOptions(600_000, 600_000, 0, 2, 100, 1 << 20);
    Gate gate =
        new Gate(
            vertx,
            options,
            count,
            end -> {
              assertThat(end).isEqualTo(CloseReason.LATE);
              late.incrementAndGet();
            },
            System::nanoTime);
    gate.closeLate(isCold::get);
    Future<Integer> listening =
        Future.future(
            promise -> {
              loop = vertx.getOrCreateContext();
              loop.runOnContext(
                  v ->
                      GuardedServers.create(vertx, new HttpServerOptions(), gate::onAccept)
                          .requestHandler(request -> request.response().end())
                          .listen(0, "127.0.0.1")
                          .map(server -> server.actualPort())
                          .onComplete(promise));
            });
    port = get(listening);
    connect();
    await().until(() -> count.open() == 1); // with the first one accepting has its brake
  }

  @AfterEach
  void close() throws Exception {
    held.countDown();
    for (Socket socket : sockets) {
      socket.close();
    }
    if (vertx != null) {
      get(vertx.close());
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket("127.0.0.1", port);
    sockets.add(socket);
    return socket;
  }

  private void holdUp() {
    CountDownLatch holding = new CountDownLatch(1);
    loop.runOnContext(
        v -> {
          holding.countDown();
          try {
            held.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    await().until(() -> holding.getCount() == 0);
  }

  /** More than are accepted before the loop looks; then some that are closed again. */
  private void connectAndLeave() throws IOException {
    for (int i = 0; i < AcceptBrake.MOST_WAITING; i++) {
      connect();
    }
    for (int i = 0; i < LEFT; i++) {
      connect().close();
    }
  }

  @Test
  void whoHasLeftIsNotTakenByAnAgentThatIsBehind() throws Exception {
    isCold.set(true);
    holdUp();
    connectAndLeave();
    held.countDown();
    // on a machine that stands still for seconds, others have waited for too long as well
    int all = 1 + AcceptBrake.MOST_WAITING + LEFT;
    await().until(() -> late.get() >= LEFT && count.open() + late.get() == all);
  }

  @Test
  void allAreTakenByOneThatIsNot() throws Exception {
    holdUp();
    connectAndLeave();
    connect();
    held.countDown();
    await().until(() -> count.open() == 2 + AcceptBrake.MOST_WAITING);
    assertThat(late).hasValue(0);
  }
}
