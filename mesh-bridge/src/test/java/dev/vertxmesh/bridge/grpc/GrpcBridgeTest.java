package dev.vertxmesh.bridge.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpchttp.GrpcTimeout;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrpcBridgeTest extends GrpcBridgeHarness {

  @Test
  void aCallIsAStreamWithItsMetadataAndTheAnswerComesBackWithItsTrailers() throws Exception {
    start();
    Deadline soon = Deadline.after(90_000, System.nanoTime());
    Map<String, String> metadata =
        Map.of("x-trace", "t1", "content-type", "application/grpc+proto");
    OneCall call = OneCall.begin(context, bridge, metadata, soon, true);
    call.send(HELLO).send(HELLO).halfClose();
    assertThat(call.reply().status()).isEqualTo(Status.OK);
    assertThat(call.reply().attachments())
        .containsEntry("grpc-status", "0")
        .containsEntry("x-last", "2");
    assertThat(call.metadata()).containsEntry("x-first", "1");
    assertThat(call.body()).isEqualTo(Buffer.buffer().appendBuffer(HELLO).appendBuffer(HELLO));
    HttpServerRequest seen = requests.get(0);
    assertThat(seen.path()).isEqualTo("/com.x.Greeter/Hello");
    assertThat(seen.getHeader("te")).isEqualTo("trailers");
    assertThat(seen.getHeader("content-type")).isEqualTo("application/grpc+proto");
    assertThat(seen.getHeader("x-trace")).isEqualTo("t1");
    assertThat(seen.getHeader("grpc-timeout")).endsWith("u");
    assertThat(GrpcTimeout.parse(seen.getHeader("grpc-timeout")))
        .isBetween(1L, TimeUnit.SECONDS.toNanos(90));
    assertThat(seen.getHeader("tri-service-group")).isEqualTo("blue");
    assertThat(seen.getHeader("tri-service-version")).isEqualTo("1.0");
  }

  @Test
  void aCallWithoutADeadlineTellsNone() throws Exception {
    start();
    hello().reply();
    assertThat(requests.get(0).getHeader("grpc-timeout")).isNull();
  }

  @Test
  void messagesGoBothWaysBeforeEitherSideHasEnded() throws Exception {
    start();
    OneCall call = call();
    for (int i = 1; i <= 3; i++) {
      call.send(HELLO);
      int bytes = i * HELLO.length();
      await().until(() -> call.bytesRead() == bytes);
    }
    call.halfClose();
    assertThat(call.reply().status()).isEqualTo(Status.OK);
  }

  @Test
  void aCancelledCallIsResetAndNoOther() throws Exception {
    start();
    OneCall call = call().send(HELLO);
    OneCall other = call().send(HELLO);
    await().until(() -> call.bytesRead() > 0 && other.bytesRead() > 0);
    List<Throwable> resets = new CopyOnWriteArrayList<>();
    requests.get(0).response().exceptionHandler(resets::add);
    call.cancel();
    assertThat(call.failure().status()).isEqualTo(Status.CANCELLED);
    await().until(() -> resets.size() == 1);
    assertThat(resets.get(0)).hasMessageContaining("8");
    other.halfClose();
    assertThat(other.reply().status()).isEqualTo(Status.OK);
  }

  @Test
  void aServerThatDiesInTheMiddleLosesItsCallsAndIsFoundAgain() throws Exception {
    start();
    OneCall call = call().send(HELLO);
    await().until(() -> call.bytesRead() == HELLO.length());
    requests.get(0).connection().close();
    assertThat(call.failure().status()).isEqualTo(Status.LOST);
    await().until(() -> bridge.isConnected() && !lost.isEmpty());
    assertThat(hello().reply().status()).isEqualTo(Status.OK);
  }

  @Test
  void aServerThatLeavesFinishesWhatItHasAndGetsNoMore() throws Exception {
    start();
    OneCall call = call().send(HELLO);
    await().until(() -> call.bytesRead() == HELLO.length());
    requests.get(0).connection().goAway(0);
    await().until(() -> lost.contains("the server is leaving"));
    await().until(() -> bridge.isConnected());
    assertThat(hello().reply().status()).isEqualTo(Status.OK);
    assertThat(requests.get(1).connection()).isNotSameAs(requests.get(0).connection());
    call.send(HELLO).halfClose();
    assertThat(call.reply().status()).isEqualTo(Status.OK);
    assertThat(call.body().length()).isEqualTo(2 * HELLO.length());
  }

  @Test
  void aServerThatSendsItsConnectionsAwayLosesNoCall() throws Exception {
    start();
    for (int i = 0; i < 50; i++) {
      OneCall before = hello();
      before.reply();
      requests.get(i).connection().goAway(0);
      OneCall call = hello();
      assertThat(call.reply().status()).isEqualTo(Status.OK);
      requests.remove(requests.size() - 1);
    }
  }

  @Test
  void whatComesWhileACallWaitsForTheNextConnectionIsSentThere() throws Exception {
    start();
    behaviour =
        request -> {
          if (requests.size() > 1) {
            echo(request);
          }
        };
    OneCall call = call().send(HELLO);
    onLost = () -> call.send(HELLO).halfClose(); // in the next turn, before there's a connection
    await().until(() -> requests.size() == 1);
    requests.get(0).connection().goAway(0, 0);
    assertThat(call.reply().status()).isEqualTo(Status.OK);
    assertThat(call.body().length()).isEqualTo(2 * HELLO.length());
  }

  @Test
  void aHalfCloseWhileACallWaitsForTheNextConnectionIsSentThere() throws Exception {
    start();
    behaviour =
        request -> {
          if (requests.size() > 1) {
            echo(request);
          } else {
            request.handler(first -> request.connection().goAway(0, 0));
          }
        };
    OneCall call = call();
    onLost = call::halfClose; // in the next turn, before there's a connection
    call.send(HELLO);
    assertThat(call.reply().status()).isEqualTo(Status.OK);
    assertThat(call.body()).isEqualTo(HELLO);
  }

  @ParameterizedTest
  @CsvSource({"x-bad, 7f", "x-bad, 0d0a20", "x-bad, 00", "'', 61", "x bad, 61", ":path, 2f61"})
  void metadataThatCantBeSentFailTheirCallBeforeAnythingIsBegun(String name, String hex)
      throws Exception {
    start();
    String value = new String(ByteBufUtil.decodeHexDump(hex), StandardCharsets.ISO_8859_1);
    OneCall call = OneCall.begin(context, bridge, Map.of(name, value), null, true);
    call.send(HELLO).halfClose();
    assertThat(call.failure().status()).isEqualTo(Status.BAD_REQUEST);
    assertThat(call.failure()).hasMessageStartingWith("metadata: ");
    assertThat(bridge.inFlight()).isZero();
    assertThat(hello().reply().status()).isEqualTo(Status.OK);
    assertThat(requests).hasSize(1);
  }

  @Test
  void whoseAnswerHadBegunWasTaken() throws Exception {
    start();
    OneCall call = call().send(HELLO);
    await().until(() -> call.bytesRead() == HELLO.length());
    requests.get(0).connection().goAway(0, 0);
    assertThat(call.failure().status()).isEqualTo(Status.LOST);
  }

  @Test
  void severalBinaryValuesOfOneNameAreAsManyHeaders() throws Exception {
    start();
    OneCall call =
        OneCall.begin(context, bridge, Map.of("x-bin", "AAE=,Ag", "x", "1,2"), null, true);
    call.send(HELLO).halfClose();
    assertThat(call.reply().status()).isEqualTo(Status.OK);
    assertThat(requests.get(0).headers().getAll("x-bin")).containsExactly("AAE=", "Ag");
    assertThat(requests.get(0).headers().getAll("x")).containsExactly("1,2");
  }

  @Test
  void longTrailersEndNoOtherCall() throws Exception {
    start();
    behaviour =
        request -> {
          if (requests.size() == 1) {
            echo(request);
          } else {
            grpc(request).write(HELLO);
            request.response().putTrailer("grpc-status", "3");
            request.response().putTrailer("x-details-bin", "A".repeat(12_000)).end();
          }
        };
    OneCall other = call().send(HELLO);
    await().until(() -> other.bytesRead() > 0);
    OneCall call = hello();
    assertThat(call.reply().attachments()).containsKey("x-details-bin");
    other.halfClose();
    assertThat(other.reply().status()).isEqualTo(Status.OK);
  }

  @Test
  void aServerThatTakesFewStreamsGetsMoreConnections() throws Exception {
    listen(2);
    connect();
    List<OneCall> calls = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      calls.add(call().send(HELLO));
    }
    await().until(() -> calls.stream().allMatch(call -> call.bytesRead() > 0));
    assertThat(requests.stream().map(HttpServerRequest::connection).distinct()).hasSize(3);
    calls.forEach(OneCall::halfClose);
    for (OneCall call : calls) {
      assertThat(call.reply().status()).isEqualTo(Status.OK);
    }
  }

  @Test
  void aSlowReaderSlowsItsServerAndNobodyElse() throws Exception {
    start();
    int[] sent = {0};
    Buffer part = bytes("00000003fb").appendBytes(new byte[1019]);
    behaviour =
        request -> {
          HttpServerResponse response = grpc(request);
          Runnable more =
              () -> {
                while (sent[0] < 8_192 && !response.writeQueueFull()) {
                  sent[0]++;
                  response.write(part);
                }
                if (sent[0] == 8_192) {
                  sent[0]++;
                  response.putTrailer("grpc-status", "0").end();
                }
              };
          response.drainHandler(room -> more.run());
          more.run();
        };
    OneCall slow = OneCall.begin(context, bridge, Map.of(), null, false).halfClose();
    await().until(slow::hasAnswer);
    behaviour = GrpcBridgeHarness::echo;
    for (int i = 0; i < 50; i++) {
      assertThat(hello().reply().status()).isEqualTo(Status.OK);
    }
    assertThat(sent[0]).as("KiB sent to who doesn't read").isLessThan(1_024);
    slow.read();
    assertThat(slow.reply().status()).isEqualTo(Status.OK);
    assertThat(slow.body().length()).isEqualTo(8 << 20);
  }

  @Test
  void aSlowServerSlowsItsCallerAndNobodyElse() throws Exception {
    start();
    behaviour =
        request -> {
          request.pause();
          echo(request);
        };
    OneCall slow = call();
    Buffer part = bytes("0000003ffb").appendBytes(new byte[(16 << 10) - 5]);
    Stream.generate(() -> part).limit(512).forEach(slow::send);
    await().until(() -> requests.size() == 1);
    behaviour = GrpcBridgeHarness::echo;
    for (int i = 0; i < 50; i++) {
      assertThat(hello().reply().status()).isEqualTo(Status.OK);
    }
    assertThat(slow.requestsAreTaken()).as("8 MB were taken").isFalse();
    requests.get(0).resume();
    slow.halfClose();
    assertThat(slow.reply().status()).isEqualTo(Status.OK);
    assertThat(slow.body().length()).isEqualTo(8 << 20);
  }
}
