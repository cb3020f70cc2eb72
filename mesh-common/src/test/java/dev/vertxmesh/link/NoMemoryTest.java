package dev.vertxmesh.link;

import static dev.vertxmesh.link.LinkHarness.failureOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.link.setup.LinkOptions;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.vertx.core.Future;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of calls where there's no memory for what a link has to send. */
class NoMemoryTest {

  private final LinkHarness harness = new LinkHarness();
  private boolean full;

  @AfterEach
  void close() {
    harness.close();
  }

  /** Has no room for what an {@link SendQueue} gathers, while the test says so. */
  private ClientLink connect() {
    ClientLink link = harness.connect();
    ByteBufAllocator allocator =
        (ByteBufAllocator)
            Proxy.newProxyInstance(
                ByteBufAllocator.class.getClassLoader(),
                new Class<?>[] {ByteBufAllocator.class},
                (proxy, method, arguments) -> {
                  boolean isBatch = method.getName().equals("directBuffer");
                  if (full && isBatch && arguments[0].equals(16 << 10)) {
                    throw new OutOfMemoryError("no room");
                  }
                  return method.invoke(UnpooledByteBufAllocator.DEFAULT, arguments);
                });
    harness.run(
        () ->
            harness
                .clientSockets
                .get(0)
                .channelHandlerContext()
                .channel()
                .config()
                .setAllocator(allocator));
    return link;
  }

  private static Target method(String name) {
    return new Target(ServiceKey.of("com.x.Account"), name, "");
  }

  private CompletableFuture<Reply> send(ClientLink link, Target target) {
    return harness.send(link, harness.call(target, new byte[] {1}));
  }

  @Test
  void aMethodThatCouldNotBeNamedIsNotTakenForTheOneWhoseNumberItWouldHave() {
    harness.serverOptions =
        new LinkOptions(
            1 << 20,
            32 << 10,
            1 << 20,
            1 << 20,
            1,
            LinkHarness.PATIENCE_MILLIS,
            LinkHarness.PATIENCE_MILLIS,
            1 << 16,
            1 << 16,
            1 << 24);
    ClientLink link = connect();
    LinkHarness.get(send(link, method("deleteAll"))).payload().release();
    harness.run(() -> full = true);
    Call unsent = harness.call(method("list"), new byte[] {1});
    assertThat(failureOf(harness.send(link, unsent))).hasMessageContaining("no room");
    assertThat(unsent.payload().refCnt()).isZero();
    harness.run(() -> full = false);
    LinkHarness.get(send(link, method("list"))).payload().release();
    assertThat(harness.received)
        .extracting(call -> call.target().method())
        .containsExactly("deleteAll", "list");
  }

  @Test
  void aLargeMessageThatStopsHalfWayEndsTheLinkAndItsCalls() {
    ClientLink link = connect();
    List<CompletableFuture<Reply>> calls = new ArrayList<>();
    calls.add(
        harness.onLoop(
            () -> {
              Call large = harness.call(LinkHarness.TARGET, new byte[1 << 20]);
              Future<Reply> reply = link.call(large);
              full = true; // before its first part leaves
              return reply;
            }));
    assertThat(failureOf(calls.get(0)).status()).isEqualTo(Status.LOST);
    await().until(() -> harness.closedReasons.size() == 1);
  }

  @Test
  void aLinkThatCannotSayWhyItEndsEndsAllTheSame() {
    harness.holdAnswers();
    ClientLink link = connect();
    CompletableFuture<Reply> call = send(link, LinkHarness.TARGET);
    await().until(() -> harness.received.size() == 1);
    harness.run(
        () -> {
          full = true;
          link.close("enough");
        });
    assertThat(failureOf(call).status()).isEqualTo(Status.LOST);
    assertThat(harness.closedReasons).containsExactly("enough");
  }

  @Test
  void whoThrowsWhenACallIsLostKeepsNobodyElseFromHearingOfIt() {
    harness.holdAnswers();
    ClientLink link = harness.connect();
    List<String> ends = new ArrayList<>();
    harness.run(
        () -> {
          for (int i = 0; i < 3; i++) {
            link.call(harness.call("x"))
                .onFailure(
                    e -> {
                      ends.add("end");
                      throw new IllegalStateException("a fault of who made the call");
                    });
          }
        });
    await().until(() -> harness.received.size() == 3);
    harness.run(() -> link.close("enough"));
    assertThat(ends).hasSize(3);
    assertThat(harness.closedReasons).containsExactly("enough");
  }
}
