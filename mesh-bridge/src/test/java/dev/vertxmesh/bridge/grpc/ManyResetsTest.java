package dev.vertxmesh.bridge.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Status;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Callers who give up, more of them than a server by Netty accepts: it ends a connection on which
 * more than 200 streams are reset within 30 s.
 */
class ManyResetsTest extends GrpcBridgeHarness {

  private static final int FEW = 4;

  private OneCall begun() {
    OneCall call = call().send(HELLO);
    await().until(() -> call.bytesRead() > 0);
    return call;
  }

  private void cancel(int count) throws Exception {
    List<OneCall> calls = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      calls.add(call().send(HELLO));
    }
    await().until(() -> calls.stream().allMatch(each -> each.bytesRead() > 0));
    calls.forEach(OneCall::cancel);
    for (OneCall call : calls) {
      assertThat(call.failure().status()).isEqualTo(Status.CANCELLED);
    }
  }

  private long connections() {
    return requests.stream().map(HttpServerRequest::connection).distinct().count();
  }

  private void awaitAnotherConnection() {
    long before = connections();
    await()
        .until(
            () -> {
              assertThat(hello().reply().status()).isEqualTo(Status.OK);
              return connections() > before;
            });
  }

  private void goesOn(OneCall call) throws Exception {
    call.send(HELLO).halfClose();
    assertThat(call.reply().status()).isEqualTo(Status.OK);
    assertThat(lost).isEmpty();
  }

  @Test
  void howeverManyCallsAreCancelledTheOthersGoOn() throws Exception {
    listen(1_000);
    connect();
    OneCall stays = begun();
    cancel(600);
    awaitAnotherConnection();
    goesOn(stays);
  }

  /** More than what a connection remembers of those that it has reset. */
  @Test
  void aServerThatGoesOnWithCallsOfWhichItHasNotHeardThatTheyWereCancelledIsIgnored()
      throws Exception {
    listen(2_000);
    connect();
    OneCall stays = begun();
    cancel(1_150); // of which 1,000 wait
    for (int times = 0; times < 4; times++) {
      for (HttpServerRequest request : List.copyOf(requests)) {
        if (request != requests.get(0)) {
          request.response().write(HELLO);
        }
      }
    }
    goesOn(stays);
  }

  /** A stranger who keeps a call on each gets no more of them. */
  @Test
  void connectionsHaveABound() throws Exception {
    listen(1_000);
    connect(TestOptions.of(server.actualPort(), 10_000, FEW));
    List<OneCall> stay = new ArrayList<>();
    for (int i = 1; i < FEW; i++) {
      stay.add(begun());
      cancel(60);
      awaitAnotherConnection();
    }
    stay.add(begun());
    cancel(600);
    for (int i = 0; i < 50; i++) {
      assertThat(hello().reply().status()).isEqualTo(Status.OK);
    }
    assertThat(connections()).isEqualTo(FEW);
    for (OneCall each : stay) {
      goesOn(each);
    }
  }
}
