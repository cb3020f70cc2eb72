package dev.vertxmesh.bridge.grpc.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpc.MessageReader;
import dev.vertxmesh.memory.MemoryBudget;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls in gRPC whose messages are JSON, or that came by a GET. */
class JsonExchangeTest {

  private static final int LIMIT = 10_000;
  private static final String WHERE = "grpc 127.0.0.1:50051";
  private static final String JSON = "application/grpc+json";

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final FakeServer server = new FakeServer();
  private final ReflectedSchemas schemas = new ReflectedSchemas(vertx, server, WHERE, () -> 0);
  private final JsonCaller caller = new JsonCaller(server, schemas, LIMIT, WHERE);
  private final List<String> answers = new ArrayList<>();
  private final Map<String, String> head = new HashMap<>();
  private FilledStream sent;
  private boolean isRead = true;

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @Test
  void eachMessageIsProtobufsForTheServerAndJsonForTheCaller() {
    Reply reply = make("Place", Map.of(), framed("{\"id\":\"7\",\"color\":\"BLUE\"}")).result();
    assertThat(reply.status()).isEqualTo(Status.OK);
    assertThat(answers).containsExactly("{\"id\":\"7\",\"color\":\"BLUE\"}");
    assertThat(head).containsEntry("content-type", JSON);
    assertThat(server.calls.get(0).attachments())
        .containsEntry("content-type", "application/grpc+proto")
        .containsEntry("grpc-accept-encoding", "identity")
        .doesNotContainKey("grpc-encoding");
  }

  @Test
  void fieldsThatTheTypeDoesNotHaveAreNoFault() {
    make("Place", Map.of(), framed("{\"id\":\"7\",\"newer\":[{}]}"));
    assertThat(answers).containsExactly("{\"id\":\"7\"}");
  }

  @Test
  void aMessageMayBeCompressed() throws Exception {
    Buffer message = Buffer.buffer(MessageReader.framed(gzip("{\"id\":\"7\"}".getBytes(UTF_8))));
    message.setByte(0, (byte) 1);
    make("Place", Map.of("grpc-encoding", "gzip"), message);
    assertThat(answers).containsExactly("{\"id\":\"7\"}");
  }

  @Test
  void aFewBytesThatBecomeManyAreRefused() throws Exception {
    Buffer bomb = Buffer.buffer(MessageReader.framed(gzip(new byte[8 << 20])));
    assertThat(bomb.length()).isLessThan(LIMIT);
    bomb.setByte(0, (byte) 1);
    CallFailure failure = refused("Place", Map.of("grpc-encoding", "gzip"), bomb);
    assertThat(failure.status()).isEqualTo(Status.TOO_LARGE);
    assertThat(failure)
        .hasMessageContaining("becomes more than it may without gzip, expected at most 10000")
        .hasMessageEndingWith("the --max-message of this agent");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | BAD_REQUEST | it's empty, expected JSON",
        "{ | BAD_REQUEST | message: ",
        "{} {} | BAD_REQUEST | more than one value",
        "{\"id\":\"x\"} | BAD_REQUEST | message.id",
        "{\"id\":1e99999} | BAD_REQUEST | too large an exponent",
      })
  void whatIsNoMessageIsSaid(String json, Status status, String why) {
    CallFailure failure = refused("Place", Map.of(), framed(json));
    assertThat(failure.status()).isEqualTo(status);
    assertThat(failure).hasMessageStartingWith("request: ").hasMessageContaining(why);
    assertThat(server.calls).allMatch(Call::isCancelled);
  }

  @Test
  void deepNestingIsRefused() {
    String deep = "[".repeat(4_000) + "]".repeat(4_000);
    CallFailure failure = refused("Place", Map.of(), framed("{\"more\":" + deep + "}"));
    assertThat(failure.status()).isEqualTo(Status.BAD_REQUEST);
  }

  @ParameterizedTest
  @CsvSource({
    "01000000 0161, compressed",
    "00000000 0961, ends within",
    "02000000 0161, flag 0x02"
  })
  void whatIsNoStreamOfMessagesIsSaid(String hex, String why) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    CallFailure failure = refused("Place", Map.of(), Buffer.buffer(bytes));
    assertThat(failure.status()).isEqualTo(Status.INTERNAL);
    assertThat(failure).hasMessageContaining(why);
  }

  @Test
  void anotherCompressionIsUnimplemented() {
    Reply reply = make("Place", Map.of("grpc-encoding", "br"), framed("{}")).result();
    assertThat(reply.attachments())
        .containsEntry("grpc-status", "12")
        .containsEntry("grpc-accept-encoding", "gzip");
    assertThat(reply.attachments().get("grpc-message")).contains("'br', expected gzip or none");
  }

  @Test
  void aServersErrorPassesAsItIs() {
    server.trailers = Map.of("grpc-status", "5", "grpc-message", "gone");
    Reply reply = make("Place", Map.of(), framed("{}")).result();
    assertThat(reply.status()).isEqualTo(Status.EXCEPTION);
    assertThat(reply.attachments()).containsEntry("grpc-message", "gone");
  }

  @Test
  void aMethodThatIsNotThereIsSaid() {
    CallFailure failure = refused("Nope", Map.of(), framed("{}"));
    assertThat(failure.status()).isEqualTo(Status.NO_METHOD);
    assertThat(failure).hasMessageContaining("has no method Nope, there are: ");
  }

  @Test
  void withoutReflectionJsonOfConnectIsRefusedAndOfGrpcPasses() {
    server.reflections = List.of();
    CallFailure failure = refused("Place", Map.of("connect-protocol-version", "1"), framed("{}"));
    assertThat(failure).hasMessageContaining("needs the server's reflection, or --descriptor-set");
    make("Place", Map.of(), framed("{}"));
    assertThat(server.calls.get(0).attachments()).containsEntry("content-type", JSON);
    assertThat(answers).containsExactly("{}");
  }

  @Test
  void aGetIsForMethodsWithoutSideEffects() {
    Map<String, String> get =
        Map.of(
            "content-type",
            "application/grpc+proto",
            "connect-protocol-version",
            "1",
            "connect-http-method",
            "GET");
    CallFailure failure = refused("Place", get, framed(""));
    assertThat(failure.status()).isEqualTo(Status.BAD_REQUEST);
    assertThat(failure).hasMessageContaining("GET: Place may have side effects");
    assertThat(server.calls).isEmpty();
    assertThat(make("Name", get, framed("")).result().status()).isEqualTo(Status.OK);
  }

  @Test
  void whatComesOfARefusedCallIsThrownAway() {
    refused("Nope", Map.of(), framed("{}"));
    assertThat(sent.isEmpty()).isTrue();
  }

  @Test
  void aCallWhoseLastMessageIsNotReadEndsWhenItIsCancelled() {
    long before = MemoryBudget.ofHeap().taken();
    isRead = false;
    Call call = call("Place", Map.of(), framed("{\"id\":\"7\"}"));
    Future<Reply> reply = onLoop(() -> caller.call(call));
    assertThat(reply.isComplete()).isFalse();
    assertThat(MemoryBudget.ofHeap().taken()).isGreaterThan(before);
    onLoop(
        () -> {
          call.cancel();
          return reply;
        });
    assertThat(reply.cause()).isInstanceOf(CallFailure.class);
    assertThat(((CallFailure) reply.cause()).status()).isEqualTo(Status.CANCELLED);
    assertThat(MemoryBudget.ofHeap().taken()).isEqualTo(before);
  }

  private CallFailure refused(String method, Map<String, String> metadata, Buffer requests) {
    Throwable cause = make(method, metadata, requests).cause();
    assertThat(cause).isInstanceOf(CallFailure.class);
    return (CallFailure) cause;
  }

  /** In one turn of the event loop, as all that it asks of answers at once. */
  private Future<Reply> make(String method, Map<String, String> metadata, Buffer requests) {
    Call call = call(method, metadata, requests);
    Future<Reply> reply = onLoop(() -> caller.call(call));
    assertThat(reply.isComplete()).isTrue();
    return reply;
  }

  private Future<Reply> onLoop(Supplier<Future<Reply>> action) {
    CompletableFuture<Future<Reply>> made = new CompletableFuture<>();
    context.runOnContext(v -> made.complete(action.get()));
    return made.orTimeout(100, TimeUnit.SECONDS).join();
  }

  private Call call(String method, Map<String, String> metadata, Buffer requests) {
    Map<String, String> all = new HashMap<>(Map.of("content-type", JSON));
    all.putAll(metadata);
    Target target = new Target(ServiceKey.of(Orders.SERVICE), method, "");
    Call call =
        new Call(target, Encoding.GRPC, Unpooled.EMPTY_BUFFER, all, Deadline.after(5_000, 0));
    MessageReader reader =
        new MessageReader(1 << 20, message -> answers.add(new String(message, UTF_8)));
    sent = FilledStream.of(requests);
    call.exchange(
        new Exchange(
            sent,
            (headers, stream) -> {
              head.putAll(headers);
              stream.exceptionHandler(e -> {});
              stream.endHandler(end -> {});
              stream.handler(bytes -> reader.read(Buffers.bytes(bytes)));
              if (isRead) {
                stream.resume();
              }
            }));
    return call;
  }

  private static Buffer framed(String message) {
    return Buffer.buffer(MessageReader.framed(message.getBytes(UTF_8)));
  }

  private static byte[] gzip(byte[] bytes) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }
}
