package dev.vertxmesh.bridge.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Status;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrpcStreamErrorsTest extends GrpcBridgeHarness {

  @Test
  void headersAloneAreAnAnswerToo() throws Exception {
    start();
    behaviour =
        request ->
            grpc(request).putHeader("grpc-status", "5").putHeader("grpc-message", "no").end();
    OneCall call = hello();
    assertThat(call.reply().status()).isEqualTo(Status.EXCEPTION);
    assertThat(call.reply().attachments())
        .containsEntry("grpc-status", "5")
        .containsEntry("grpc-message", "no");
    assertThat(call.hasAnswer()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          7  | UNAVAILABLE | the server reset the stream: REFUSED_STREAM
          8  | CANCELLED   | the server reset the stream: CANCEL
          2  | INTERNAL    | the server reset the stream: INTERNAL_ERROR
          0  | INTERNAL    | the server reset the stream: NO_ERROR
          12 | DENIED      | the server reset the stream: INADEQUATE_SECURITY
          """)
  void aResetMeansWhatGrpcSaysThatItMeans(long code, Status status, String detail)
      throws Exception {
    start();
    behaviour =
        request -> {
          grpc(request).write(HELLO);
          request.response().reset(code);
        };
    OneCall call = hello();
    assertThat(call.failure().status()).isEqualTo(status);
    assertThat(call.failure()).hasMessage(detail);
    behaviour = GrpcBridgeHarness::echo;
    assertThat(hello().reply().status()).as("the next call").isEqualTo(Status.OK);
  }

  @ParameterizedTest
  @CsvSource({
    "400, INTERNAL",
    "401, DENIED",
    "403, DENIED",
    "404, NO_METHOD",
    "429, LOST",
    "503, LOST",
    "500, PROVIDER_ERROR",
    "302, PROVIDER_ERROR"
  })
  void anHttpStatusMeansWhatGrpcSaysThatItMeans(int http, Status status) throws Exception {
    start();
    behaviour = request -> request.response().setStatusCode(http).end();
    assertThat(hello().failure().status()).isEqualTo(status);
  }

  @Test
  void whatIsntGrpcIsNamed() throws Exception {
    start();
    behaviour = request -> request.response().putHeader("content-type", "text/html").end("hi");
    assertThat(hello().failure())
        .hasMessage("the answer has the content type 'text/html', expected application/grpc");
    behaviour = request -> grpc(request).end(HELLO);
    assertThat(hello().failure()).hasMessage("the answer has ended without a grpc-status");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0300000000     | INTERNAL  | answer: message 1: its prefix begins with 0x03, expected 00 or 01
          0000000005aa   | INTERNAL  | answer: message 1: it ends 4 bytes before its end, expected 5
          0000100001     | TOO_LARGE | answer: message 1 has 1048577 bytes, expected at most 1048576, the --max-message of this agent
          """)
  void brokenMessagesOfTheServerAreNamedAndTheStreamIsReset(
      String hex, Status status, String detail) throws Exception {
    start();
    behaviour = request -> answer(request, bytes(hex));
    OneCall call = hello();
    assertThat(call.failure().status()).isEqualTo(status);
    assertThat(call.failure()).hasMessage(detail);
  }

  @Test
  void whatTheServerNeverTakesWasNeverSent() throws Exception {
    start();
    behaviour = request -> request.connection().goAway(0, 0);
    OneCall call = hello();
    assertThat(call.failure().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(requests).as("it was tried again").hasSizeGreaterThan(1);
  }

  @Test
  void whatIsTooLongToBeKeptIsntSentAgain() throws Exception {
    start();
    behaviour =
        request ->
            request.handler(
                bytes -> {
                  if (request.bytesRead() > 80_000) {
                    request.response().reset(7);
                  }
                });
    Buffer large = bytes("0000020000").appendBytes(new byte[128 << 10]);
    OneCall call = call().send(large).halfClose();
    assertThat(call.failure().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(requests).hasSize(1);
  }

  @Test
  void aServerThatEndsBeforeItsCallersSeesNoResets() throws Exception {
    behaviour =
        request ->
            request.handler(
                message -> {
                  request.handler(null);
                  answer(request, message);
                });
    start();
    for (int i = 0; i < 1_000; i++) { // Vert.x's server closes a connection with 200 resets
      assertThat(call().send(HELLO).reply().status()).isEqualTo(Status.OK);
    }
    assertThat(lost).isEmpty();
  }

  @Test
  void aStreamWhoseServerReadsNoMoreIsResetAfterItsAnswer() throws Exception {
    List<Throwable> resets = new CopyOnWriteArrayList<>();
    behaviour =
        request -> {
          request.exceptionHandler(resets::add);
          request.handler( // more than a window is on its way then
              first -> {
                request.pause();
                answer(request, HELLO);
              });
        };
    start();
    Buffer large = bytes("0000030d40").appendBytes(new byte[200_000]);
    assertThat(call().send(large).reply().status()).isEqualTo(Status.OK);
    await().until(() -> resets.size() == 1);
    assertThat(resets.get(0)).hasMessageContaining("8");
    behaviour = GrpcBridgeHarness::echo;
    assertThat(hello().reply().status()).isEqualTo(Status.OK);
  }

  @Test
  void anAnswerThatIsWholeWhenItsStreamIsResetIsRead() throws Exception {
    start();
    Buffer large = Buffer.buffer().appendByte((byte) 0).appendInt(60_000);
    large.appendBytes(new byte[60_000]);
    behaviour =
        request -> {
          answer(request, large);
          vertx.runOnContext(v -> request.response().reset(0)); // as grpc-java's server does
        };
    OneCall call = OneCall.begin(context, bridge, Map.of(), null, false).send(HELLO);
    await().until(call::hasAnswer);
    await().during(100, TimeUnit.MILLISECONDS).until(() -> !call.hasEnded());
    call.read();
    assertThat(call.reply().status()).isEqualTo(Status.OK);
    assertThat(call.body().length()).isEqualTo(large.length());
  }

  @Test
  void withoutAConnectionACallFailsWithTheReason() throws Exception {
    start();
    get(server.close());
    await().until(() -> !bridge.isConnected());
    OneCall call = hello();
    assertThat(call.failure().status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(call.failure()).hasMessageStartingWith("not connected: ");
    assertThat(call.failure().where()).isEqualTo("grpc 127.0.0.1:" + server.actualPort());
  }

  @Test
  void aDeadlineThatHasPassedIsntTried() throws Exception {
    start();
    Deadline past = new Deadline(System.nanoTime() - 1);
    OneCall call = OneCall.begin(context, bridge, Map.of(), past, true);
    assertThat(call.failure().status()).isEqualTo(Status.TIMEOUT);
    assertThat(requests).isEmpty();
  }
}
