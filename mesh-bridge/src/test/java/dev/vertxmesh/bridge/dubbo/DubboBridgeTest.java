package dev.vertxmesh.bridge.dubbo;

import static dev.vertxmesh.bridge.dubbo.ScriptedProvider.five;
import static dev.vertxmesh.bridge.dubbo.ScriptedProvider.hex;
import static dev.vertxmesh.bridge.dubbo.ScriptedProvider.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.bridge.dubbo.exports.Export;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Shop;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.testing.FixedPort;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DubboBridgeTest {

  private static final String ECHO_IN_HEX = ByteBufUtil.hexDump("$echo".getBytes());
  private static final Target HASH = new Target(ServiceKey.of("a.B"), "hash", "Ljava/lang/String;");

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final Seen seen = new Seen();
  private ScriptedProvider provider;
  private DubboBridge bridge;

  private static final class Seen implements BackendObserver {
    final List<String> lost = new CopyOnWriteArrayList<>();
    final List<Long> unknown = new CopyOnWriteArrayList<>();
    final List<Integer> written = new CopyOnWriteArrayList<>();

    @Override
    public void onDisconnected(String reason) {
      lost.add(reason);
    }

    @Override
    public void onUnknownResponse(long id) {
      unknown.add(id);
    }

    @Override
    public void onBytesWritten(int count) {
      written.add(count);
    }
  }

  @BeforeEach
  void start() throws Exception {
    provider = new ScriptedProvider(vertx, 0, ScriptedProvider::answer);
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private static final Buffer READ_ONLY = hex("dabba200 0000000000000000 00000002 0152");

  private void connect(JsonObject options) {
    connect(options, System::nanoTime);
  }

  private void connect(JsonObject options, LongSupplier nanoClock) {
    options.put("host", "127.0.0.1").put("port", provider.port());
    if (!options.containsKey("connectTimeout")) { // also how long a new connection may prove itself
      options.put("connectTimeout", 100_000);
    }
    bridge =
        DubboBridge.open(
            context,
            DubboOptions.from(options, null),
            seen,
            ApiClasses.NONE,
            nanoClock,
            RandomGenerator.getDefault());
    await().until(() -> bridge.isConnected() && !provider.sockets.isEmpty());
  }

  private void connect() {
    connect(new JsonObject());
  }

  private static Call newCall(String text) {
    return newCall(HASH, text);
  }

  private static Call newCall(Target target, String text) {
    var payload = PooledByteBufAllocator.DEFAULT.buffer();
    ByteBufUtil.writeUtf8(payload, text);
    return new Call(target, Encoding.TEXT, payload, Map.of(), new Deadline(0));
  }

  private CompletableFuture<String> call(Call call) {
    CompletableFuture<String> outcome = new CompletableFuture<>();
    context.runOnContext(
        v ->
            bridge
                .call(call)
                .onComplete(
                    reply -> {
                      outcome.complete(reply.payload().toString(StandardCharsets.UTF_8));
                      reply.payload().release();
                    },
                    e -> outcome.complete(((CallFailure) e).status() + ": " + e.getMessage())));
    return outcome;
  }

  private CompletableFuture<String> call() {
    return call(newCall("x"));
  }

  private static String end(CompletableFuture<String> outcome) throws Exception {
    return outcome.get(100, TimeUnit.SECONDS);
  }

  @Test
  void aCallIsAnswered() throws Exception {
    connect();
    assertThat(end(call())).isEqualTo("5");
    assertThat(bridge.inFlight()).isZero();
    assertThat(bridge.state()).isEqualTo("connected");
  }

  @Test
  void theCallsOfOneTurnLeaveAsOneBuffer() throws Exception {
    connect();
    List<CompletableFuture<String>> calls = new CopyOnWriteArrayList<>();
    context.runOnContext(v -> IntStream.range(0, 100).forEach(i -> calls.add(call())));
    await().until(() -> calls.size() == 100);
    for (CompletableFuture<String> call : calls) {
      assertThat(end(call)).isEqualTo("5");
    }
    assertThat(seen.written).hasSize(1);
  }

  @Test
  void answersComeInAnyOrderAndPiecemeal() throws Exception {
    provider.script =
        (socket, id) -> {
          if (id == 2) {
            var both = response(20, 2, "91 026869").appendBuffer(five(1));
            socket
                .write(both.getBuffer(0, 20))
                .onSuccess(v -> socket.write(both.getBuffer(20, both.length())));
          }
        };
    connect();
    CompletableFuture<String> first = call();
    CompletableFuture<String> second = call();
    assertThat(end(second)).isEqualTo("hi");
    assertThat(end(first)).isEqualTo("5");
  }

  @ParameterizedTest
  @CsvSource({
    "485454502f312e3120, 'not Dubbo: a message starts with da bb, here is 48 54'",
    "dabb0214000000000000000100800001, 'a Dubbo message of 8388609 bytes is over the limit of"
        + " 8388608'",
    "dabb2214000000000000000100000100, 'a Dubbo event of 256 bytes is over the limit of 64'"
  })
  void whatCannotBeReadEndsAllCallsOnce(String bytes, String reason) throws Exception {
    provider.script =
        (socket, id) -> {
          if (id == 2) {
            socket.write(hex(bytes));
          }
        };
    connect();
    CompletableFuture<String> first = call();
    CompletableFuture<String> second = call();
    assertThat(end(first))
        .startsWith("LOST: the provider sent bytes that can't be read: " + reason);
    assertThat(end(second)).isEqualTo(end(first));
    provider.script = ScriptedProvider::answer;
    await().until(bridge::isConnected);
    assertThat(end(call())).isEqualTo("5");
    assertThat(seen.lost).hasSize(1);
  }

  @Test
  void halfAResponseAndThenTheEnd() throws Exception {
    provider.script =
        (socket, id) -> socket.write(five(id).getBuffer(0, 17)).onSuccess(v -> socket.close());
    connect();
    assertThat(end(call())).isEqualTo("LOST: the provider closed the connection");
    await().until(bridge::isConnected);
  }

  @Test
  void aResponseForNobodyIsCounted() throws Exception {
    provider.script = (socket, id) -> socket.write(five(-7).appendBuffer(five(id)));
    connect();
    assertThat(end(call())).isEqualTo("5");
    assertThat(seen.unknown).containsExactly(-7L);
    assertThat(bridge.isConnected()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"91", "96", "", "4e", "91 43 90"})
  void aResultThatCannotBeReadIsOneCallsMatter(String body) throws Exception {
    provider.script = (socket, id) -> socket.write(response(20, id, body));
    connect();
    assertThat(end(call())).startsWith("PROVIDER_ERROR: ");
    provider.script = ScriptedProvider::answer;
    assertThat(end(call())).isEqualTo("5");
    assertThat(seen.lost).isEmpty();
  }

  @Test
  void anAnswerInAnotherSerialization() throws Exception {
    provider.script = (socket, id) -> socket.write(fastjson(id));
    connect();
    assertThat(end(call())).isEqualTo("5");
  }

  @Test
  void anAnswerInASerializationThatIsNotSpoken() throws Exception {
    provider.script = (socket, id) -> socket.write(hex("dabb0814%016x00000001 31".formatted(id)));
    connect();
    assertThat(end(call()))
        .isEqualTo(
            "PROVIDER_ERROR: the body is in serialization 8;"
                + " 2 (hessian2), 6 (fastjson) and 23 (fastjson2) are spoken");
  }

  @Test
  void aStatusThatNobodyKnows() throws Exception {
    provider.script = (socket, id) -> socket.write(response(99, id, "0568656c6c6f"));
    connect();
    assertThat(end(call())).isEqualTo("PROVIDER_ERROR: hello (Dubbo status 99)");
  }

  @ParameterizedTest
  @CsvSource({
    "20, 91 4e, NO_METHOD: no such method: ",
    "100, 4e, BAD_REQUEST: bad",
    "40, 4e, NO_SERVICE: the provider has no such service"
  })
  void anEchoTellsWhatTheProviderLacks(int echoStatus, String echoBody, String outcome)
      throws Exception {
    provider.script =
        (socket, id) ->
            socket.write(
                id == 1 ? response(40, id, "03626164") : response(echoStatus, id, echoBody));
    connect();
    assertThat(end(call())).startsWith(outcome);
    assertThat(provider.received).hasSize(2);
  }

  @Test
  void whatAStrictCallLacksIsAskedForInItsOwnSerialization() throws Exception {
    provider.script =
        (socket, id) ->
            socket.write(id == 3 ? response(40, id, "03626164") : response(20, id, "91 4e"));
    connect(new JsonObject().put("serialization", "fastjson"));
    assertThat(end(call(strictCall()))).startsWith("NO_METHOD: no such method: ");
    assertThat(provider.received).hasSize(4).allMatch(one -> one.startsWith("c2 "));
    assertThat(provider.received.get(3)).contains(ECHO_IN_HEX);
  }

  private static Buffer missing(long id, String exported) {
    String reason = "x.RemotingException: Not found exported service: a.B:1 in [" + exported + "]";
    String length = "30%02x".formatted(reason.length());
    return response(
        70, id, length + HexFormat.of().formatHex(reason.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void aProviderThatExportsNothingAnyMoreGetsNoMoreCallsOnThatConnection() throws Exception {
    provider.script = (socket, id) -> socket.write(missing(id, ""));
    connect();
    assertThat(end(call())).startsWith("UNAVAILABLE: the provider doesn't export the service");
    assertThat(bridge.isConnected()).isFalse();
    assertThat(bridge.state()).contains("the provider takes no new calls on the connection");
  }

  @Test
  void aServiceThatAProviderToldOfAMomentAgoMayBeElsewhere() throws Exception {
    provider.script = (socket, id) -> socket.write(id == 1 ? five(id) : missing(id, "a.C:1"));
    connect();
    Target other = new Target(ServiceKey.of("a.C"), "hash", "Ljava/lang/String;");
    assertThat(end(call(newCall(other, "x")))).isEqualTo("5");
    assertThat(end(call()))
        .startsWith("NO_SERVICE: the provider has no such service: a.B:1; it has a.C:1");
    exported();
    assertThat(end(call())).startsWith("UNAVAILABLE: the provider doesn't export the service");
    assertThat(bridge.isConnected()).isTrue();
  }

  /** It takes back one after the other while it leaves, and may wait for its registry meanwhile. */
  @Test
  void aServiceThatAProviderHadAMomentAgoMayBeElsewhere() throws Exception {
    connect();
    assertThat(end(call())).isEqualTo("5");
    provider.script = (socket, id) -> socket.write(missing(id, "a.C:1"));
    assertThat(end(call())).startsWith("UNAVAILABLE: the provider doesn't export the service");
    assertThat(bridge.isConnected()).isTrue();
    provider.sockets.get(0).close();
    await().until(() -> provider.sockets.size() >= 2 && bridge.isConnected());
    assertThat(end(call())).as("of who is there now").startsWith("NO_SERVICE: ");
  }

  @Test
  void aProviderThatUnderstandsNothingDoesNotReadTheSerialization() throws Exception {
    provider.script = (socket, id) -> socket.write(response(40, id, "03626164"));
    connect();
    exported();
    assertThat(end(call()))
        .startsWith("SERIALIZATION: the provider exports the service, and reads no request in");
  }

  @Test
  void aMethodThatTheProviderToldOfCannotBeMissing() throws Exception {
    provider.script =
        (socket, id) ->
            socket.write(id == 1 ? response(40, id, "03626164") : response(20, id, "91 4e"));
    connect();
    exported();
    assertThat(end(call())).startsWith("SERIALIZATION: the provider can't read the request");
  }

  /** What the provider has told. */
  private void exported() {
    MethodSignature hash = new MethodSignature("hash", List.of("java.lang.String"), "int");
    Exports told = new Exports(List.of(new Export(HASH.service(), List.of(hash), Map.of())));
    bridge.exports(() -> told);
  }

  @Test
  void aSilentProviderKeepsTheCallUntilTheConnectionEnds() throws Exception {
    provider.script = (socket, id) -> {};
    connect();
    CompletableFuture<String> call = call();
    await().until(() -> provider.received.size() == 1);
    assertThat(bridge.inFlight()).isOne();
    provider.sockets.get(0).close();
    assertThat(end(call)).startsWith("LOST: ");
    await().until(() -> bridge.inFlight() == 0);
  }

  @Test
  void afterReadOnlyNewCallsGoToANewConnection() throws Exception {
    provider.script = (socket, id) -> socket.write(READ_ONLY);
    provider.heartbeat = ScriptedProvider::answerHeartbeat;
    connect();
    CompletableFuture<String> old = call();
    await().until(() -> provider.sockets.size() >= 2 && bridge.isConnected());
    assertThat(bridge.inFlight()).isOne();
    provider.script = (socket, id) -> socket.write(response(20, id, "91 026869"));
    assertThat(end(call())).isEqualTo("hi");
    provider.sockets.get(0).write(five(1));
    assertThat(end(old)).isEqualTo("5");
    await().until(() -> bridge.inFlight() == 0);
    assertThat(end(call())).isEqualTo("hi");
  }

  @Test
  void aConnectionThatALeavingProviderStillTakesGetsNoCallBeforeItHasAnswered() throws Exception {
    provider.script =
        (socket, id) -> socket.write(READ_ONLY).onSuccess(v -> socket.write(five(id)));
    provider.heartbeat = (socket, id) -> socket.close(); // as Dubbo does while it shuts down
    connect(new JsonObject().put("maxRetryDelay", 50));
    assertThat(end(call())).isEqualTo("5");
    await().until(() -> provider.sockets.size() > 3);
    assertThat(end(call())).startsWith("UNAVAILABLE: ");
    provider.heartbeat = ScriptedProvider::answerHeartbeat;
    provider.script = ScriptedProvider::answer;
    await().until(bridge::isConnected);
    assertThat(end(call())).isEqualTo("5");
  }

  @Test
  void whatWasReadOnlyIsUsedAgainOnceItIsWriteable() throws Exception {
    provider.script =
        (socket, id) -> {
          if (id == 1) {
            socket.write(READ_ONLY);
            socket.write(hex("dabba200 0000000000000000 00000002 0157"));
          } else {
            socket.write(five(1).appendBuffer(five(id)));
          }
        };
    connect(new JsonObject().put("maxRetryDelay", 60_000));
    CompletableFuture<String> first = call();
    await().until(() -> !seen.lost.isEmpty() && bridge.isConnected());
    assertThat(end(call())).isEqualTo("5");
    assertThat(end(first)).isEqualTo("5");
    assertThat(end(call())).isEqualTo("5");
    assertThat(provider.sockets).hasSize(1);
  }

  @Test
  void writeableWithoutReadOnlyBeforeChangesNothing() throws Exception {
    connect();
    provider.sockets.get(0).write(hex("dabba200 0000000000000000 00000002 0157"));
    assertThat(end(call())).isEqualTo("5");
    assertThat(seen.lost).isEmpty();
    assertThat(provider.sockets).hasSize(1);
  }

  @Test
  void aBeanForAServiceThatTheProviderLacksIsNoFaultOfTheAgents() throws Exception {
    provider.script =
        (socket, id) -> socket.write(response(40, id, "03626164")); // the echoes of the probe too
    connect();
    Call bean =
        new Call(
            new Target(HASH.service(), "save", "La/Bean;"),
            Encoding.JSON,
            PooledByteBufAllocator.DEFAULT
                .buffer()
                .writeBytes("[{\"a\":1}]".getBytes(StandardCharsets.UTF_8)),
            Map.of(),
            new Deadline(0),
            new CallOptions(false, false, false, GenericMode.BEAN));
    assertThat(end(call(bean))).startsWith("NO_SERVICE: the provider has no such service");
  }

  private static Call strictCall() {
    return new Call(
        HASH,
        Encoding.TEXT,
        PooledByteBufAllocator.DEFAULT.buffer().writeByte('x'),
        Map.of(),
        new Deadline(0),
        new CallOptions(false, false, true, GenericMode.AUTO));
  }

  @Test
  void aStrictCallIsInHessian2WhateverTheOthersAreIn() throws Exception {
    connect(new JsonObject().put("serialization", "fastjson"));
    assertThat(end(call(strictCall()))).isEqualTo("5");
    assertThat(end(call())).isEqualTo("5");
    assertThat(provider.received).hasSize(4); // two echoes, and the calls
    assertThat(provider.received.subList(0, 3)).allMatch(one -> one.startsWith("c2 "));
    assertThat(provider.received.get(3)).startsWith("c6 ");
  }

  @Test
  void aMethodWhoseResultCouldNotBeTrustedIsNotCalledStrictly() throws Exception {
    provider.script = (socket, id) -> socket.write(fastjson(id));
    connect();
    for (int i = 0; i < 2; i++) {
      assertThat(end(call(strictCall())))
          .startsWith("SERIALIZATION: strict: the provider answers in another serialization");
    }
    assertThat(provider.received).hasSize(2).allMatch(one -> one.contains(ECHO_IN_HEX));
    assertThat(end(call())).isEqualTo("5");
  }

  @Test
  void aStrictCallThatNobodyWaitsForKeepsNoPlaceWhereNoEchoIsAnswered() throws Exception {
    provider.script = (socket, id) -> {};
    connect();
    Call left = strictCall();
    CompletableFuture<String> outcome = call(left);
    CompletableFuture<String> other = call(strictCall());
    await().until(() -> provider.received.size() == 1);
    context.runOnContext(v -> left.cancel());
    assertThat(end(outcome)).isEqualTo("CANCELLED: cancelled before it was sent");
    await().until(() -> left.payload().refCnt() == 0);
    provider.script = ScriptedProvider::answer;
    provider.sockets.get(0).write(five(1));
    assertThat(end(other)).isEqualTo("5");
  }

  @Test
  void aCallThatWaitedIsNotSentToAProviderThatTakesNoNewCallsMeanwhile() throws Exception {
    provider.script = (socket, id) -> {};
    connect();
    CompletableFuture<String> outcome = call(strictCall());
    await().until(() -> provider.received.size() == 1);
    provider.script = ScriptedProvider::answer;
    provider.sockets.get(0).write(READ_ONLY.copy().appendBuffer(five(1))); // in one turn
    assertThat(end(outcome))
        .isEqualTo("UNAVAILABLE: the provider takes no new calls on the connection");
    assertThat(provider.received.subList(0, 2)).allMatch(one -> one.contains(ECHO_IN_HEX));
  }

  private static Call strictCallWithAFloat() {
    String json = "[[{\"class\":\"%s\",\"factor\":1.5}]]".formatted(Shop.Scaled.class.getName());
    return new Call(
        new Target(ServiceKey.of(Shop.class.getName()), "list", Target.UNKNOWN),
        Encoding.JSON,
        PooledByteBufAllocator.DEFAULT.buffer().writeBytes(json.getBytes(StandardCharsets.UTF_8)),
        Map.of(),
        new Deadline(0),
        new CallOptions(false, false, true, GenericMode.AUTO));
  }

  @Test
  void aFloatIsNotSetStrictlyWhereTheReleaseCouldNotBeFoundOut() throws Exception {
    provider.script =
        (socket, id) -> {
          provider.script = ScriptedProvider::answer; // the call, but not the echo
          socket.write(response(80, id, "03626164"));
        };
    DubboOptions options =
        DubboOptions.from(
            new JsonObject().put("host", "127.0.0.1").put("port", provider.port()), null);
    bridge = DubboBridge.open(context, options, seen, SampleApi.CLASSES);
    await().until(bridge::isConnected);
    assertThat(end(call(strictCallWithAFloat())))
        .startsWith("BAD_REQUEST: strict: an argument sets a field of type float");
    assertThat(provider.received).hasSize(1);
  }

  @Test
  void aRequestThatIsNeverAnsweredIsGivenUpOnceNobodyWaitsForIt() throws Exception {
    provider.script = (socket, id) -> {};
    provider.heartbeat = ScriptedProvider::answerHeartbeat;
    connect(new JsonObject().put("heartbeatInterval", 600), () -> 0); // sweeps go by ticks
    Call left = newCall("x");
    CompletableFuture<String> outcome = call(left);
    CompletableFuture<String> other = call();
    await().until(() -> bridge.inFlight() == 2);
    context.runOnContext(v -> left.cancel());
    assertThat(end(outcome)).isEqualTo("TIMEOUT: the provider doesn't answer");
    assertThat(bridge.inFlight()).isOne();
    provider.sockets.get(0).write(five(2));
    assertThat(end(other)).isEqualTo("5");
    assertThat(provider.sockets).hasSize(1);
  }

  /** The answer 5 of one who has been told to take fastjson. */
  private static Buffer fastjson(long id) {
    return hex("dabb0614%016x00000004310a350a".formatted(id));
  }

  @Test
  void aDrainedConnectionIsClosed() {
    provider.heartbeat = ScriptedProvider::answerHeartbeat;
    connect();
    CompletableFuture<Void> closed = new CompletableFuture<>();
    provider.sockets.get(0).closeHandler(v -> closed.complete(null));
    provider.sockets.get(0).write(READ_ONLY);
    await().until(closed::isDone);
    await().until(() -> provider.sockets.size() >= 2 && bridge.isConnected());
  }

  @Test
  void aHeartbeatIsAnsweredInKindIfItAsks() throws Exception {
    connect();
    provider.sockets.get(0).write(hex("dabba2000000000000000007000000014e"));
    provider.sockets.get(0).write(hex("dabbe2000000000000000009000000014e"));
    await().until(() -> provider.received.contains("22 4e"));
    assertThat(end(call())).isEqualTo("5");
    assertThat(provider.received).filteredOn(bytes -> bytes.equals("22 4e")).hasSize(1);
  }

  @Test
  void aQuietConnectionIsAskedAndThenGivenUp() {
    connect(new JsonObject().put("heartbeatInterval", 30));
    await().until(() -> seen.lost.contains("nothing came from the provider for 3 x 30 ms"));
    // by the next one, if this one's loop stood still until it was too late to ask
    await().until(() -> provider.received.contains("e2 4e"));
    await().until(bridge::isConnected);
  }

  @Test
  void withoutAProviderACallFailsAtOnceAndAfterItsReturnSucceeds() throws Exception {
    int port = FixedPort.free();
    provider = new ScriptedProvider(vertx, port, ScriptedProvider::answer);
    connect();
    provider.close();
    await().until(() -> bridge.state().startsWith("not connected"));
    assertThat(end(call()))
        .matches("UNAVAILABLE: (not connected|connecting again): Connection refused.*");
    provider = new ScriptedProvider(vertx, port, ScriptedProvider::answer);
    await().until(bridge::isConnected);
    assertThat(end(call())).isEqualTo("5");
  }

  @Test
  void aProviderThatDoesNotReadIsNotWrittenToWithoutEnd() throws Exception {
    connect(new JsonObject().put("maxPending", 1_000_000));
    provider.stopReading();
    List<String> ends = new CopyOnWriteArrayList<>();
    for (int i = 0; i < 30; i++) {
      call(newCall("x".repeat(1_000_000))).thenAccept(ends::add);
    }
    await().until(() -> !ends.isEmpty());
    assertThat(ends.get(0)).isEqualTo("REFUSED: the provider reads slower than it's written to");
    provider.sockets.get(0).close();
    await().until(() -> ends.size() == 30);
    assertThat(ends).allMatch(end -> end.startsWith("REFUSED: ") || end.startsWith("LOST: "));
  }

  @Test
  void aConnectionToAProviderThatReadsNothingEndsAllTheSame() throws Exception {
    connect(new JsonObject().put("maxPending", 1_000_000).put("heartbeatInterval", 100));
    provider.script = (socket, id) -> {}; // nor does the next connection answer, if there is one
    provider.stopReading();
    List<CompletableFuture<String>> calls = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      calls.add(call(newCall("x".repeat(1_000_000))));
    }
    await().until(() -> seen.lost.contains("nothing came from the provider for 3 x 100 ms"));
    for (CompletableFuture<String> call : calls) {
      assertThat(end(call)).matches("(?s)(REFUSED|LOST|UNAVAILABLE): .*");
    }
    CompletableFuture<Void> closed = new CompletableFuture<>();
    context.runOnContext(v -> bridge.close().onComplete(r -> closed.complete(null)));
    closed.get(100, TimeUnit.SECONDS);
  }

  @Test
  void wrongArgumentsLeaveNoTrace() throws Exception {
    connect();
    assertThat(end(call(newCall("\ud800".repeat(3))))).isEqualTo("5");
    Call wrong =
        new Call(
            new Target(HASH.service(), "m", "I"),
            Encoding.TEXT,
            PooledByteBufAllocator.DEFAULT.buffer().writeByte('x'),
            Map.of(),
            new Deadline(0));
    assertThat(end(call(wrong)))
        .isEqualTo("BAD_REQUEST: argument 0: x is not an int (-2147483648 to 2147483647)");
    assertThat(end(call(newCall("x".repeat(8 * 1024 * 1024))))).startsWith("TOO_LARGE: ");
    assertThat(end(call())).isEqualTo("5");
    assertThat(bridge.inFlight()).isZero();
  }

  @Test
  void aCancelledCallIsNotSent() throws Exception {
    connect();
    Call cancelled = newCall("x");
    cancelled.cancel();
    assertThat(end(call(cancelled))).startsWith("CANCELLED: ");
    assertThat(provider.received).isEmpty();
  }

  @Test
  void aCallCancelledInFlightStaysUntilItsAnswer() throws Exception {
    provider.script = (socket, id) -> {};
    connect();
    Call call = newCall("x");
    CompletableFuture<String> outcome = call(call);
    await().until(() -> provider.received.size() == 1);
    context.runOnContext(v -> call.cancel());
    await().until(call::isCancelled);
    assertThat(bridge.inFlight()).isOne();
    provider.sockets.get(0).write(five(1));
    assertThat(end(outcome)).isEqualTo("CANCELLED: nobody waits for the answer");
    assertThat(bridge.inFlight()).isZero();
  }

  @Test
  void closingEndsWhatIsInFlight() throws Exception {
    provider.script = (socket, id) -> {};
    connect();
    CompletableFuture<String> call = call();
    await().until(() -> provider.received.size() == 1);
    context.runOnContext(v -> bridge.close());
    assertThat(end(call)).isEqualTo("LOST: the bridge is closed");
    assertThat(end(call())).isEqualTo("UNAVAILABLE: closed");
    assertThat(seen.lost).isEmpty();
  }

  @Test
  void anErrorWhileReadingEndsTheConnectionInsteadOfDeafeningIt() throws Exception {
    provider.script =
        (socket, id) -> {
          ScriptedProvider.answer(socket, 9_999 + id); // which nobody waits for
          ScriptedProvider.answer(socket, id);
        };
    boolean[] thrown = {false};
    BackendObserver throwing =
        new BackendObserver() {
          @Override
          public void onUnknownResponse(long id) {
            if (!thrown[0]) {
              thrown[0] = true;
              throw new OutOfMemoryError("as Netty's OutOfDirectMemoryError");
            }
          }
        };
    JsonObject options = new JsonObject().put("host", "127.0.0.1").put("port", provider.port());
    bridge = DubboBridge.open(context, DubboOptions.from(options, null), throwing, ApiClasses.NONE);
    await().until(() -> bridge.isConnected() && !provider.sockets.isEmpty());
    assertThat(end(call())).startsWith("LOST: a fault while reading from the provider");
    await().until(bridge::isConnected);
    assertThat(end(call())).isEqualTo("5");
  }
}
