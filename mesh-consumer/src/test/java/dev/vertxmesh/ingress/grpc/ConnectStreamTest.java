package dev.vertxmesh.ingress.grpc;

import static dev.vertxmesh.ingress.grpc.ConnectSite.PLACE;
import static dev.vertxmesh.ingress.grpc.ConnectSite.PROTO;
import static dev.vertxmesh.ingress.grpc.ConnectSite.get;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpc.MessageReader;
import dev.vertxmesh.ingress.grpc.ConnectSite.Answer;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams over Connect, and what goes on for too long or is too large. */
class ConnectStreamTest {

  private static final String STREAM = "application/connect+proto";
  private static final String TOO_LARGE =
      "mesh-consumer: request: message 1 has 101 bytes, expected at most 100, the --max-message of"
          + " this agent";

  private final ConnectSite site = new ConnectSite();

  @BeforeEach
  void listen() throws Exception {
    site.listen();
  }

  @AfterEach
  void close() throws Exception {
    site.close();
  }

  /** The messages, each with its flag if it has one. */
  private static List<String> frames(Answer answer) {
    List<String> frames = new ArrayList<>();
    Buffer bytes = answer.bytes();
    for (int at = 0; at < bytes.length(); ) {
      int length = bytes.getInt(at + 1);
      String flag = bytes.getByte(at) == 0 ? "" : bytes.getByte(at) + " ";
      frames.add(flag + bytes.getString(at + 5, at + 5 + length, "UTF-8"));
      at += 5 + length;
    }
    return frames;
  }

  private static Buffer framed(String... messages) {
    Buffer all = Buffer.buffer();
    for (String message : messages) {
      all.appendBytes(MessageReader.framed(message.getBytes(UTF_8)));
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(
      value = HttpVersion.class,
      names = {"HTTP_1_1", "HTTP_2"})
  void theLastMessageSaysHowTheCallEnded(HttpVersion version) throws Exception {
    Answer answer = site.post(version, STREAM, framed("a", "", "bc"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.headers())
        .containsEntry("content-type", STREAM)
        .containsEntry("region", "eu")
        .doesNotContainKeys("trailer-cost", "grpc-status");
    assertThat(frames(answer))
        .containsExactly("a", "", "bc", "2 {\"metadata\":{\"cost\":[\"3\"]}}");
  }

  @Test
  void anErrorIsInTheLastMessage() throws Exception {
    site.trailers = Map.of("grpc-status", "9", "grpc-message", "closed");
    Answer answer = site.post(HttpVersion.HTTP_1_1, STREAM, framed("a"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(frames(answer))
        .containsExactly(
            "a", "2 {\"error\":{\"code\":\"failed_precondition\",\"message\":\"closed\"}}");
  }

  @Test
  void compressedMessagesPassAsTheyAre() throws Exception {
    site.metadata = Map.of("grpc-encoding", "gzip");
    Buffer compressed = framed("zip");
    compressed.setByte(0, (byte) 1);
    Answer answer =
        site.post(
            HttpVersion.HTTP_2,
            STREAM,
            compressed,
            "connect-content-encoding",
            "gzip",
            "connect-accept-encoding",
            "gzip");
    assertThat(site.calls.get(0).attachments())
        .containsEntry("grpc-encoding", "gzip")
        .containsEntry("grpc-accept-encoding", "gzip");
    assertThat(answer.headers()).containsEntry("connect-content-encoding", "gzip");
    assertThat(frames(answer)).hasSize(2).startsWith("zip");
  }

  @ParameterizedTest
  @CsvSource({
    "01000000 0161, internal, compressed",
    "02000000 0161, internal, 0x02",
    "00000000 0961, internal, it ends 8 bytes before its end",
    "000000, internal, of its prefix",
    "00FFFFFF FF61, resource_exhausted, 4294967295 bytes",
  })
  void whatIsNoStreamOfMessagesIsSaid(String hex, String code, String why) throws Exception {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    Answer answer = site.post(HttpVersion.HTTP_1_1, STREAM, Buffer.buffer(bytes));
    assertThat(frames(answer)).last().asString().startsWith("2 {\"error\":{\"code\":\"" + code);
    assertThat(frames(answer)).last().asString().contains(why);
  }

  @Test
  void aUnaryBodyOverTheLimitIsRefusedWhateverItSaysOfItsLength() throws Exception {
    Answer told = site.post(HttpVersion.HTTP_1_1, PROTO, Buffer.buffer("x".repeat(101)));
    assertThat(told.status()).isEqualTo(429);
    assertThat(told.body()).contains("resource_exhausted", TOO_LARGE);
    HttpClientRequest untold =
        site.request(HttpVersion.HTTP_1_1, HttpMethod.POST, PLACE)
            .putHeader("content-type", PROTO)
            .setChunked(true);
    Answer answer = ConnectSite.end(untold, Buffer.buffer("x".repeat(101)));
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.body())
        .contains("request: it has more than 100 bytes, the --max-message of this agent");
    await().until(() -> site.cancelled.size() == 2);
  }

  @Test
  void anAnswerThatNeverEndsIsGivenUpAtItsSecondMessage() throws Exception {
    Answer answer = site.post(HttpVersion.HTTP_1_1, PROTO, Buffer.buffer("a"), "x-never", "ends");
    assertThat(answer.status()).isEqualTo(200); // the echo is one message
    site.provider =
        call -> {
          Promise<Reply> end = Promise.promise();
          FilledStream answers = new FilledStream(() -> {});
          call.onCancel(
              () -> {
                site.cancelled.add(call);
                end.fail(new CallFailure(Status.CANCELLED, "test", "cancelled"));
              });
          answers.add(framed("first", "second"));
          call.exchange().requests().resume();
          call.exchange().answer(site.metadata, answers);
          return end.future();
        };
    Answer refused = site.post(HttpVersion.HTTP_1_1, PROTO, Buffer.buffer("a"));
    assertThat(refused.status()).isEqualTo(501);
    assertThat(refused.body()).contains("unimplemented", "call the method as a stream");
    await().until(() -> site.cancelled.size() == 1);
  }

  @Test
  void anAnswerWithoutAMessageIsNone() throws Exception {
    site.provider = call -> Future.succeededFuture(reply());
    Answer answer = site.post(HttpVersion.HTTP_2, PROTO, Buffer.buffer("a"));
    assertThat(answer.status()).isEqualTo(501);
    assertThat(answer.body()).contains("unimplemented", "without a message");
  }

  private static Reply reply() {
    return new Reply(Status.OK, Encoding.GRPC, Unpooled.EMPTY_BUFFER, Map.of("grpc-status", "0"));
  }

  @Test
  void aServiceThatNobodyHasIsNotFound() throws Exception {
    site.provider =
        call ->
            Future.failedFuture(new CallFailure(Status.NO_SERVICE, "mesh-consumer", "no service"));
    Answer answer = site.post(HttpVersion.HTTP_1_1, PROTO, Buffer.buffer("a"));
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).contains("\"unimplemented\"", "mesh-consumer: no service");
    assertThat(answer.headers()).containsKey("trailer-x-request-id");
  }

  @Test
  void whoLeavesCancelsTheCall() throws Exception {
    site.provider =
        call -> {
          call.onCancel(() -> site.cancelled.add(call));
          return Promise.<Reply>promise().future();
        };
    HttpClientRequest request =
        site.request(HttpVersion.HTTP_2, HttpMethod.POST, PLACE).putHeader("content-type", PROTO);
    get(request.end(Buffer.buffer("a")));
    await().until(() -> site.calls.size() == 1);
    get(request.reset());
    await().until(() -> site.cancelled.size() == 1);
  }

  @Test
  void theConnectionStaysWhenACallEndsBeforeItsBodyWasRead() throws Exception {
    site.provider =
        call -> Future.failedFuture(new CallFailure(Status.UNAVAILABLE, "mesh-consumer", "nobody"));
    for (int i = 0; i < 3; i++) {
      Answer answer = site.post(HttpVersion.HTTP_1_1, STREAM, framed("a"));
      assertThat(frames(answer)).hasSize(1);
    }
    assertThat(site.connected).hasValue(1);
  }
}
