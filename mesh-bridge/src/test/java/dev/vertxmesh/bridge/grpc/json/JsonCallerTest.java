package dev.vertxmesh.bridge.grpc.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.StringValue;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.grpc.Reflection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonCallerTest {

  private static final int LIMIT = 10_000;
  private static final String WHERE = "grpc 127.0.0.1:50051";

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final FakeServer server = new FakeServer();
  private long now;
  private final ReflectedSchemas schemas = new ReflectedSchemas(vertx, server, WHERE, () -> now);
  private JsonCaller caller = new JsonCaller(server, schemas, LIMIT, WHERE);

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"9007199254740993\",\"items\":[{\"name\":\"數學\",\"howMany\":2,\"tags\":[\"a\"]}]}",
        "{\"byShelf\":{\"top\":{\"name\":\"x\"}},\"color\":\"BLUE\"}",
        "{\"at\":\"1815-12-10T00:00:00Z\",\"photo\":\"AAECAw==\"}",
        "{\"more\":{\"@type\":\"type.googleapis.com/shop.Item\",\"name\":\"inside\"}}",
        "{}"
      })
  void anObjectIsTheMessageAndTheAnswerComesAsJson(String json) {
    assertThat(text(call("Place", json))).isEqualTo(json);
    assertThat(text(call("Place", "[" + json + "]"))).isEqualTo(json);
  }

  @Test
  void namesAndNumbersMayBeWrittenAsTheProtoHasThem() {
    assertThat(text(call("Place", "{\"id\":5,\"items\":[{\"how_many\":7}],\"color\":1}")))
        .isEqualTo("{\"id\":\"5\",\"items\":[{\"howMany\":7}],\"color\":\"BLUE\"}");
  }

  @Test
  void noArgumentIsTheEmptyMessage() {
    assertThat(text(call("Place", "[]"))).isEqualTo("{}");
    assertThat(text(call("Place", ""))).isEqualTo("{}");
  }

  @Test
  void aMessageWhoseJsonIsNoObjectStandsInAnArray() {
    assertThat(text(call("Name", "[\"Ada\"]"))).isEqualTo("\"Ada\"");
  }

  @Test
  void theCallThatIsMadeHasTheSameTargetDeadlineAndMetadata() {
    Call call = call("Place", "{}", CallOptions.NONE, Map.of("Trace", "x", "key-bin", "AAE="), "?");
    make(call).result().payload().release();
    Call made = server.calls.get(0);
    assertThat(made.target()).isEqualTo(new Target(call.target().service(), "Place", ""));
    assertThat(made.deadline()).isEqualTo(call.deadline());
    assertThat(made.encoding()).isEqualTo(Encoding.GRPC);
    assertThat(made.attachments())
        .containsOnly(
            Map.entry("content-type", "application/grpc+proto"),
            Map.entry("trace", "x"),
            Map.entry("key-bin", "AAE="));
  }

  @Test
  void theAnswersMetadataAreTheReplysAttachments() {
    server.metadata = Map.of("content-type", "application/grpc", "region", "eu");
    server.trailers = Map.of("grpc-status", "0", "cost", "3");
    Reply reply = call("Place", "{}");
    reply.payload().release();
    assertThat(reply.attachments()).isEqualTo(Map.of("region", "eu", "cost", "3"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"itens\":[]}|message.itens: shop.Order has no such field, expected one of id, items,"
            + " byShelf, color, at, photo, more, args",
        "{\"items\":[{\"name\":\"a\"},{\"howMany\":\"two\"}]}|message.items[1].howMany: Not an"
            + " int32 value: \"two\"",
        "{\"items\":[{\"tags\":[\"a\",{}]}]}|message.items[0].tags[1]: ",
        "{\"byShelf\":{\"a\":{},\"b\":{\"colour\":1}}}|message.byShelf[\"b\"].colour: shop.Item has"
            + " no such field",
        "{\"color\":\"PINK\"}|message.color: Invalid enum value: PINK",
        "{\"at\":\"yesterday\"}|message.at: ",
        "{\"id\":1.5}|message.id: Not an int64 value: 1.5",
        "[{},{}]|expected one argument, the message; got several",
        "[5]|message: ",
        "{\"items\":[{\"price\":1e999999999}]}|message: the number 1e999999999 at /items/0/price"
            + " has too large an exponent",
        "{\"items\":[{\"price\":\"-1.0E+0999999\"}]}|message: the number -1.0E+0999999 at",
      })
  void whatDoesNotFitIsNamedWithItsPlace(String json, String problem) {
    CallFailure failure = refused(call("Place", json, CallOptions.NONE, Map.of(), "?"));
    assertThat(failure.status()).isEqualTo(Status.BAD_REQUEST);
    assertThat(failure.getMessage()).startsWith(problem);
    assertThat(failure.where()).isEqualTo(WHERE);
    assertThat(server.calls).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "\"%s\"", "-1.%s", "\"0.%se2\""})
  void aNumberOfTooManyDigitsIsRefused(String number) {
    String json = "{\"items\":[{\"price\":" + number.formatted("1".repeat(10_001)) + "}]}";
    CallFailure failure = refused(call("Place", json, CallOptions.NONE, Map.of(), "?"));
    assertThat(failure)
        .hasMessageContaining("… at /items/0/price has more than 10000 digits")
        .message()
        .hasSizeLessThan(150);
  }

  @Test
  void longTextIsNoNumber() {
    String json = "{\"args\":\"" + "1".repeat(10_001) + " is no number\"}";
    server.method = request -> new byte[0];
    assertThat(text(call("Place", json))).isEqualTo("{}");
  }

  @Test
  void aStreamingMethodIsRefused() {
    for (String method : List.of("Follow", "Fill")) {
      CallFailure failure = refused(call(method, "{}", CallOptions.NONE, Map.of(), "?"));
      assertThat(failure.status()).isEqualTo(Status.BAD_REQUEST);
      assertThat(failure).hasMessageStartingWith(method + " is a streaming method");
    }
  }

  @Test
  void anUnknownMethodIsRefusedWithThoseThatAre() {
    CallFailure failure = refused(call("Palce", "{}", CallOptions.NONE, Map.of(), "?"));
    assertThat(failure.status()).isEqualTo(Status.NO_METHOD);
    assertThat(failure)
        .hasMessage("shop.Orders has no method Palce, there are: Fill, Follow, Name, Place");
  }

  @Test
  void whatIsForDubboIsRefused() {
    CallOptions generic = new CallOptions(false, false, false, GenericMode.TRUE);
    assertThat(refused(call("Place", "{}", generic, Map.of(), "?")))
        .hasMessageStartingWith("generic: ");
    assertThat(refused(call("Place", "[{}]", CallOptions.NONE, Map.of(), "I")))
        .hasMessageStartingWith("types: ");
  }

  @ParameterizedTest
  @CsvSource({
    "grpc-status, 0, 'attachment grpc-status: no name of gRPC''s metadata'",
    "'a b', c, 'attachment a b: no name of gRPC''s metadata'",
    "te, trailers, 'attachment te: no name of gRPC''s metadata'",
    "json:depth, 3, 'attachment depth: expected a string, as gRPC''s metadata are'",
    "x-bin, §, 'attachment x-bin: expected base64'",
    "x, §, 'attachment x: expected printable ASCII'"
  })
  void anAttachmentThatCanNotBeMetadataIsRefused(String name, String value, String problem) {
    assertThat(refused(call("Place", "{}", CallOptions.NONE, Map.of(name, value), "?")))
        .hasMessage(problem);
  }

  @Test
  void aStatusOfTheServerIsAnExceptionWithItsDetails() {
    Any known = Any.newBuilder().setTypeUrl("type.googleapis.com/shop.Item").build();
    Any unknown = Any.pack(StringValue.of("x"), "type.example.com/other");
    byte[] status =
        ByteBufUtil.decodeHexDump("0805" + "1a" + length(known) + "1a" + length(unknown));
    server.metadata = Map.of();
    server.trailers =
        Map.of(
            "grpc-status", "5",
            "grpc-message", "no key %E6%95%B8",
            "hint", "h",
            "grpc-status-details-bin", Base64.getEncoder().withoutPadding().encodeToString(status));
    Reply reply = call("Place", "{}");
    assertThat(reply.status()).isEqualTo(Status.EXCEPTION);
    JsonObject exception = new JsonObject(text(reply));
    assertThat(exception.getString("class")).isEqualTo("NOT_FOUND");
    assertThat(exception.getString("message")).isEqualTo("no key 數");
    assertThat(exception.getInteger("code")).isEqualTo(5);
    assertThat(exception.getJsonObject("metadata")).isEqualTo(new JsonObject().put("hint", "h"));
    assertThat(exception.getJsonArray("details").getJsonObject(0).getMap())
        .isEqualTo(Map.of("@type", "type.googleapis.com/shop.Item"));
    assertThat(exception.getJsonArray("details").getJsonObject(1).getString("@type"))
        .startsWith("type.example.com/other");
  }

  private static String length(Any any) {
    byte[] bytes = any.toByteArray();
    assertThat(bytes).hasSizeLessThan(128);
    return "%02x".formatted(bytes.length) + ByteBufUtil.hexDump(bytes);
  }

  @Test
  void aMethodThatTheServerDoesNotHaveAfterAllIsNoMethod() {
    server.trailers = Map.of("grpc-status", "12", "grpc-message", "later");
    CallFailure failure = refused(call("Place", "{}", CallOptions.NONE, Map.of(), "?"));
    assertThat(failure.status()).isEqualTo(Status.NO_METHOD);
    assertThat(failure).hasMessage("later");
  }

  @Test
  void anAnswerOverTheLimitIsRefused() {
    server.method = request -> new byte[LIMIT + 1];
    CallFailure failure = refused(call("Place", "{}", CallOptions.NONE, Map.of(), "?"));
    assertThat(failure.status()).isEqualTo(Status.TOO_LARGE);
    assertThat(failure)
        .hasMessage("the answer: a message takes 10001 bytes, expected at most 10000");
  }

  @Test
  void anAnswerThatIsNoMessageIsTheServersError() {
    server.method = request -> new byte[] {(byte) 0xff};
    CallFailure failure = refused(call("Place", "{}", CallOptions.NONE, Map.of(), "?"));
    assertThat(failure.status()).isEqualTo(Status.SERIALIZATION);
  }

  @Test
  void descriptorsAreAskedForOnce() {
    text(call("Place", "{}"));
    text(call("Place", "{}"));
    assertThat(server.questions).hasSize(1);
  }

  @Test
  void aServerThatHandsOutOneFileAtATimeIsAskedForEach() {
    server.oneFileAtATime = true;
    assertThat(text(call("Place", "{\"items\":[{\"name\":\"a\"}]}")))
        .isEqualTo("{\"items\":[{\"name\":\"a\"}]}");
    assertThat(server.questions)
        .extracting(question -> question.getMessageRequestCase() + " " + Reflection.name(question))
        .startsWith("FILE_CONTAINING_SYMBOL shop.Orders", "FILE_BY_FILENAME shop/items.proto");
  }

  @Test
  void filesThatEverybodyHasNeedNotBeHandedOut() {
    server.oneFileAtATime = true;
    server.files = Orders.files().subList(0, 2);
    assertThat(text(call("Place", "{\"at\":\"2026-11-21T00:00:00Z\"}")))
        .isEqualTo("{\"at\":\"2026-11-21T00:00:00Z\"}");
  }

  @Test
  void theOlderReflectionDoes() {
    server.reflections = List.of(Reflection.V1_ALPHA);
    assertThat(text(call("Place", "{}"))).isEqualTo("{}");
  }

  @Test
  void anAnswerOfTheReflectionCountsHoweverItsStreamEnds() {
    server.reflectionEnds = Map.of("grpc-status", "2", "grpc-message", "EOF");
    assertThat(text(call("Place", "{}"))).isEqualTo("{}");
  }

  @Test
  void aServerWithoutReflectionIsSaidToBeOne() {
    server.reflections = List.of();
    CallFailure failure = refused(call("Place", "{}", CallOptions.NONE, Map.of(), "?"));
    assertThat(failure.status()).isEqualTo(Status.BAD_REQUEST);
    assertThat(failure)
        .hasMessageStartingWith(
            "JSON, or a GET, needs the server's reflection, or --descriptor-set;");
    server.reflections = List.of(Reflection.V1);
    now += TimeUnit.SECONDS.toNanos(2);
    assertThat(text(call("Place", "{}"))).isEqualTo("{}");
  }

  @Test
  void whatANewerServerHasIsLearned() {
    text(call("Place", "{}"));
    server.files = Orders.newerFiles();
    refused(call("Cancel", "{}", CallOptions.NONE, Map.of(), "?")); // asked less than a second ago
    now += TimeUnit.SECONDS.toNanos(2);
    assertThat(text(call("Cancel", "{}"))).isEqualTo("{}");
    assertThat(text(call("Place", "{\"note\":\"n\"}"))).isEqualTo("{\"note\":\"n\"}");
  }

  @Test
  void whatIsMissingForGoodIsAskedForOnceASecondAtMost() {
    for (int i = 0; i < 5; i++) {
      refused(call("Nope", "{}", CallOptions.NONE, Map.of(), "?"));
    }
    assertThat(server.questions).hasSize(1);
  }

  @Test
  void callsInGrpcPassAndTextIsRefused() {
    Call text =
        new Call(
            new Target(ServiceKey.of(Orders.SERVICE), "Place", ""),
            Encoding.TEXT,
            bytes("x"),
            Map.of(),
            Deadline.after(5_000, 0));
    assertThat(refused(text))
        .hasMessage(
            "shop.Orders is a gRPC service, which takes JSON: POST /shop.Orders/Place, or gRPC"
                + " itself");
    assertThat(text.payload().refCnt()).isZero();
  }

  @Test
  void cancellingReachesTheServer() {
    text(call("Place", "{}"));
    server.answers = false;
    Call call = call("Place", "{}", CallOptions.NONE, Map.of(), "?");
    Future<Reply> reply = make(call);
    call.cancel();
    assertThat(server.calls.get(1).isCancelled()).isTrue();
    assertThat(((CallFailure) reply.cause()).status()).isEqualTo(Status.CANCELLED);
  }

  @Test
  void aFileOfDescriptorsDoesInsteadOfReflection(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("orders.protoset"), Orders.set().toByteArray());
    server.reflections = List.of();
    caller = new JsonCaller(server, DescriptorSet.read(file), LIMIT, WHERE);
    assertThat(text(call("Place", "{\"id\":\"1\"}"))).isEqualTo("{\"id\":\"1\"}");
    assertThat(refused(call("Nope", "{}", CallOptions.NONE, Map.of(), "?")).status())
        .isEqualTo(Status.NO_METHOD);
  }

  @Test
  void aFileThatIsNoneIsNamed(@TempDir Path folder) throws Exception {
    Path text = Files.writeString(folder.resolve("orders.proto"), "syntax = \"proto3\";");
    Path empty = Files.writeString(folder.resolve("empty"), "");
    for (Path file : List.of(text, empty, folder.resolve("missing"))) {
      assertThatThrownBy(() -> DescriptorSet.read(file))
          .hasMessageStartingWith(file + ": expected a FileDescriptorSet");
    }
  }

  /**
   * In one turn of the event loop, whose timer gives up a question of two seconds: it can't come
   * before the answer, which comes in that turn.
   */
  private Future<Reply> make(Call call) {
    CompletableFuture<Future<Reply>> made = new CompletableFuture<>();
    context.runOnContext(v -> made.complete(caller.call(call)));
    return made.orTimeout(100, TimeUnit.SECONDS).join();
  }

  private Reply call(String method, String json) {
    Future<Reply> reply = make(call(method, json, CallOptions.NONE, Map.of(), "?"));
    assertThat(reply.cause()).isNull();
    return reply.result();
  }

  private CallFailure refused(Call call) {
    Future<Reply> reply = make(call);
    assertThat(call.payload().refCnt()).isZero();
    assertThat(reply.cause()).isInstanceOf(CallFailure.class);
    return (CallFailure) reply.cause();
  }

  private static Call call(
      String method,
      String json,
      CallOptions options,
      Map<String, String> attachments,
      String descriptor) {
    return new Call(
        new Target(ServiceKey.of(Orders.SERVICE), method, descriptor),
        Encoding.JSON,
        bytes(json),
        attachments,
        Deadline.after(5_000, 0),
        options);
  }

  private static ByteBuf bytes(String text) {
    return PooledByteBufAllocator.DEFAULT
        .buffer()
        .writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(Reply reply) {
    assertThat(reply.encoding()).isEqualTo(Encoding.JSON);
    String text = reply.payload().toString(StandardCharsets.UTF_8);
    reply.payload().release();
    return text;
  }
}
