package dev.vertxmesh.ingress.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.listen.CloseReason;
import dev.vertxmesh.listen.ConnectionCount;
import dev.vertxmesh.listen.PortRoom;
import dev.vertxmesh.net.SocketSetup;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many connections the port takes, and how slowly a request may come. */
class DubboPortBoundsTest {

  private static final int STALL_MILLIS = 200;
  private static final int PACE = 1_000;

  private final Vertx vertx = Vertx.vertx();
  private final ConnectionCount count = new ConnectionCount(2, 0);
  private final Queue<CloseReason> ends = new ConcurrentLinkedQueue<>();
  private final Queue<String> drops = new ConcurrentLinkedQueue<>();
  private final AtomicLong nanos = new AtomicLong();
  private int port;

  private final IngressObserver observer =
      new IngressObserver() {
        @Override
        public void onDropped(String remote, String reason) {
          drops.add(reason);
        }
      };

  @BeforeEach
  void listen() throws Exception {
    DubboIngressOptions options = PortOptions.of(PortOptions.HEARTBEAT_MILLIS, STALL_MILLIS, PACE);
    Promise<Integer> listening = Promise.promise();
    vertx.runOnContext(
        v ->
            new DubboIngress(
                    vertx,
                    DubboPortBoundsTest::call,
                    () -> false,
                    options,
                    room(),
                    observer,
                    nanos::get)
                .listen(SocketSetup.listener(0), null)
                .onComplete(listening));
    port = listening.future().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
    assertThat(count.open()).isZero();
  }

  private ConnectionRoom room() {
    PortRoom room = new PortRoom(count, ends::add, () -> false);
    return new ConnectionRoom(room::onAccept, room::onProven);
  }

  private static Future<Reply> call(Call call) {
    call.payload().release();
    byte[] nine = {(byte) 0x91, (byte) 0x99};
    return Future.succeededFuture(
        new Reply(Status.OK, Encoding.HESSIAN2_BODY, Unpooled.wrappedBuffer(nine)));
  }

  private RawConsumer consumer(long id) throws Exception {
    RawConsumer consumer = new RawConsumer(port);
    consumer.sendRequest(id);
    assertThat(consumer.read().id()).isEqualTo(id);
    return consumer;
  }

  @Test
  void theOldestThatSaidNothingMakesRoom() throws Exception {
    try (RawConsumer first = consumer(1);
        RawConsumer silent = new RawConsumer(port)) {
      await().until(() -> count.open() == 2);
      try (RawConsumer next = consumer(2)) {
        assertThat(silent.isClosed()).isTrue();
        assertThat(ends).containsExactly(CloseReason.ROOM);
        first.sendRequest(3);
        assertThat(first.read().id()).isEqualTo(3);
        next.sendRequest(4);
        assertThat(next.read().id()).isEqualTo(4);
      }
    }
  }

  @Test
  void whereAllAreInServiceTheNewOneIsClosed() throws Exception {
    try (RawConsumer first = consumer(1);
        RawConsumer second = consumer(2)) {
      try (RawConsumer third = new RawConsumer(port)) {
        assertThat(third.isClosed()).isTrue();
      }
      assertThat(ends).containsExactly(CloseReason.FULL);
      first.sendRequest(3);
      second.sendRequest(4);
      assertThat(first.read().id()).isEqualTo(3);
      assertThat(second.read().id()).isEqualTo(4);
    }
    await().until(() -> count.open() == 0);
    consumer(5).close();
  }

  @Test
  void aRequestThatDripsIsNotWaitedFor() throws Exception {
    try (RawConsumer consumer = new RawConsumer(port)) {
      consumer.send("dabbc200 0000000000000005 00002000");
      await()
          .until(
              () -> {
                if (drops.isEmpty()) {
                  nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(STALL_MILLIS / 4));
                  consumer.send("05");
                }
                return !drops.isEmpty();
              });
    }
    assertThat(drops).singleElement().asString().endsWith("in 200 ms, expected 200 at least");
  }

  @Test
  void halfOfAHeadIsNotWaitedForEither() throws Exception {
    try (RawConsumer consumer = new RawConsumer(port)) {
      consumer.send("dabbc200");
      await()
          .until(
              () -> {
                nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(STALL_MILLIS / 4));
                return !drops.isEmpty();
              });
    }
    assertThat(drops).containsExactly("nothing came for 200 ms in the middle of a request");
  }
}
