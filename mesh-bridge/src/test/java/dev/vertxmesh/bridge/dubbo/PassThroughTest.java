package dev.vertxmesh.bridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bodies that come as Dubbo's and go as they came, and calls that have no answer. */
class PassThroughTest {

  private static final CallOptions ONE_WAY = new CallOptions(true, false, false, GenericMode.AUTO);
  private static final Target TARGET = new Target(ServiceKey.of("a.B"), "m", "I");

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private ScriptedProvider provider;
  private DubboBridge bridge;

  @BeforeEach
  void start() throws Exception {
    provider = new ScriptedProvider(vertx, 0, (socket, id) -> {});
    bridge =
        DubboBridge.open(
            context,
            DubboOptions.from(
                new JsonObject().put("host", "127.0.0.1").put("port", provider.port()), null),
            BackendObserver.NONE,
            ApiClasses.NONE);
    await().until(() -> bridge.isConnected() && !provider.sockets.isEmpty());
  }

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  private void answering(Buffer bytes) {
    provider.script = (socket, id) -> socket.write(bytes);
  }

  private String call(Encoding encoding, CallOptions options, ByteBuf payload) throws Exception {
    Call call = new Call(TARGET, encoding, payload, Map.of(), new Deadline(0), options);
    CompletableFuture<String> outcome = new CompletableFuture<>();
    context.runOnContext(
        v ->
            bridge
                .call(call)
                .onComplete(
                    reply -> {
                      String hex = ByteBufUtil.hexDump(reply.payload());
                      reply.payload().release();
                      outcome.complete(reply.status() + " " + reply.encoding() + " " + hex);
                    },
                    e -> outcome.complete(((CallFailure) e).status() + ": " + e.getMessage())));
    return outcome.get(100, TimeUnit.SECONDS);
  }

  private static ByteBuf bytes(String hex) {
    return PooledByteBufAllocator.DEFAULT.buffer().writeBytes(ByteBufUtil.decodeHexDump(hex));
  }

  @Test
  void aBodyGoesAsItCameAndSoDoesItsAnswer() throws Exception {
    answering(ScriptedProvider.hex("dabb0214 0000000000000001 00000003 ffeedd"));
    assertThat(call(Encoding.HESSIAN2_BODY, CallOptions.NONE, bytes("00ff11")))
        .isEqualTo("OK HESSIAN2_BODY ffeedd");
    assertThat(provider.received).containsExactly("c2 00ff11");
    assertThat(bridge.inFlight()).isZero();
  }

  @Test
  void anAnswerThatNamesADeniedClassDoesNotPass() throws Exception {
    String gadget = ByteBufUtil.hexDump("bsh.XThis$Handler".getBytes(StandardCharsets.US_ASCII));
    answering(
        ScriptedProvider.hex("dabb0214 0000000000000001 00000016 91 43 11" + gadget + "90 60"));
    assertThat(call(Encoding.HESSIAN2_BODY, CallOptions.NONE, bytes("01")))
        .isEqualTo(
            "SERIALIZATION: the answer is refused: it names the class bsh.XThis$Handler, which is"
                + " no service's but what attacks are made of");
    assertThat(bridge.inFlight()).isZero();
  }

  @Test
  void norDoesOneThatCannotBeLookedThrough() throws Exception {
    answering(ScriptedProvider.hex("dabb0214 0000000000000001 00000002 91 43"));
    assertThat(call(Encoding.HESSIAN2_BODY, CallOptions.NONE, bytes("01")))
        .isEqualTo("PROVIDER_ERROR: the result ends before its last value does");
  }

  @Test
  void theAnswerMayBeInAnotherSerialization() throws Exception {
    answering(ScriptedProvider.hex("dabb0214 0000000000000001 00000001 90"));
    assertThat(call(Encoding.FASTJSON2_BODY, CallOptions.NONE, bytes("01")))
        .isEqualTo("OK HESSIAN2_BODY 90");
    assertThat(provider.received).containsExactly("d7 01");
  }

  @Test
  void largeBodiesPassBetweenSmallOnes() throws Exception {
    provider.script =
        (socket, id) ->
            socket.write(
                ScriptedProvider.hex("dabb0614%016x%08x".formatted(id, 300_000))
                    .appendBytes(new byte[300_000]));
    String large = "ab".repeat(200_000);
    assertThat(call(Encoding.FASTJSON_BODY, CallOptions.NONE, bytes("01"))).hasSize(600_017);
    assertThat(call(Encoding.FASTJSON_BODY, CallOptions.NONE, bytes(large))).hasSize(600_017);
    assertThat(provider.received).containsExactly("c6 01", "c6 " + large);
  }

  @Test
  void aBodyOverTheLimitIsNotSent() throws Exception {
    ByteBuf payload = PooledByteBufAllocator.DEFAULT.buffer().writeZero(8 * 1024 * 1024 + 1);
    assertThat(call(Encoding.HESSIAN2_BODY, CallOptions.NONE, payload))
        .isEqualTo("TOO_LARGE: the request has 8388609 bytes, the limit is 8388608");
    assertThat(provider.received).isEmpty();
  }

  @Test
  void aRefusalIsReadInItsSerialization() throws Exception {
    answering(ScriptedProvider.hex("dabb1746 0000000000000001 00000009 00000005 4d6c6f7374"));
    assertThat(call(Encoding.FASTJSON2_BODY, CallOptions.NONE, bytes("01")))
        .isEqualTo("PROVIDER_ERROR: lost (Dubbo status 70)");
  }

  @Test
  void anAnswerInASerializationThatIsNotPassedOnIsAnError() throws Exception {
    answering(ScriptedProvider.hex("dabb0314 0000000000000001 00000001 90"));
    assertThat(call(Encoding.HESSIAN2_BODY, CallOptions.NONE, bytes("01")))
        .isEqualTo("PROVIDER_ERROR: the answer is in serialization 3, which isn't passed on");
  }

  @Test
  void ofAServiceAndAMethodThatDubbo3CannotFindEchoTells() throws Exception {
    provider.script =
        (socket, id) ->
            socket.write(
                id == 1
                    ? ScriptedProvider.response(40, 1, "0161")
                    : ScriptedProvider.response(20, id, "92"));
    assertThat(call(Encoding.HESSIAN2_BODY, CallOptions.NONE, bytes("01")))
        .startsWith("NO_METHOD: ");
  }

  @Test
  void aOneWayBodyIsDoneWhenItIsSent() throws Exception {
    assertThat(call(Encoding.HESSIAN2_BODY, ONE_WAY, bytes("05"))).isEqualTo("OK HESSIAN2_BODY ");
    assertThat(bridge.inFlight()).isZero();
    await().until(() -> provider.received.size() == 1);
    assertThat(provider.received).containsExactly("82 05");
  }

  @Test
  void aOneWayCallInJsonIsDoneWhenItIsSent() throws Exception {
    assertThat(call(Encoding.JSON, ONE_WAY, bytes("5b355d"))).isEqualTo("OK JSON ");
    assertThat(bridge.inFlight()).isZero();
    await().until(() -> provider.received.size() == 1);
    assertThat(provider.received.get(0)).startsWith("82 05322e302e32");
  }
}
