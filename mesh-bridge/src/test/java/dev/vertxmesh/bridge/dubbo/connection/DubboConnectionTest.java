package dev.vertxmesh.bridge.dubbo.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.bridge.dubbo.ScriptedProvider;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.exports.Export;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.bridge.dubbo.request.MergedSignatures;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Shop;
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
import dev.vertxmesh.net.WriteBatch;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DubboConnectionTest {

  private static final Target HASH = new Target(ServiceKey.of("a.B"), "hash", "Ljava/lang/String;");

  private static final ServiceKey SHOP = ServiceKey.of(Shop.class.getName());

  private final Vertx vertx = Vertx.vertx();
  private final ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
  private final NetClient client = vertx.createNetClient();

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  @Test
  void aCallOnAConnectionThatHasJustBrokenNeverRanAndIsUnavailable() throws Exception {
    ScriptedProvider provider = new ScriptedProvider(vertx, 0, ScriptedProvider::answer);
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    context.runOnContext(
        v ->
            client
                .connect(provider.port(), "127.0.0.1")
                .compose(socket -> callOnceBroken((NetSocketInternal) socket))
                .onComplete(
                    r -> failure.completeExceptionally(new AssertionError("an answer")),
                    failure::complete));
    assertThat(failure.get(100, TimeUnit.SECONDS))
        .isInstanceOfSatisfying(
            CallFailure.class,
            e -> assertThat(e.status()).as("%s", e).isEqualTo(Status.UNAVAILABLE));
  }

  private Future<Reply> callOnceBroken(NetSocketInternal socket) {
    DubboConnection connection = connection(socket);
    Channel channel = socket.channelHandlerContext().channel();
    channel.unsafe().close(channel.voidPromise()); // handlers are told a turn later
    return connection.call(call());
  }

  private static Call call() {
    var payload = ByteBufAllocator.DEFAULT.buffer().writeByte('x');
    return new Call(HASH, Encoding.TEXT, payload, Map.of(), new Deadline(0));
  }

  @Test
  void aCallWithoutAnAnswerThatWasTakenIsSentThoughTheConnectionDrains() throws Exception {
    ScriptedProvider provider = new ScriptedProvider(vertx, 0, ScriptedProvider::answer);
    AtomicBoolean sent = new AtomicBoolean();
    context.runOnContext(
        v ->
            client
                .connect(provider.port(), "127.0.0.1")
                .onSuccess(
                    socket -> {
                      DubboConnection connection = connection((NetSocketInternal) socket);
                      connection.call(oneWay()).onSuccess(reply -> sent.set(true));
                      connection.drain();
                    }));
    await().until(() -> !provider.received.isEmpty());
    assertThat(provider.received).singleElement().asString().startsWith("82 ");
    assertThat(sent).isTrue();
  }

  private static Call oneWay() {
    var payload = ByteBufAllocator.DEFAULT.buffer().writeByte('x');
    CallOptions options = new CallOptions(true, false, false, GenericMode.AUTO);
    return new Call(HASH, Encoding.TEXT, payload, Map.of(), new Deadline(0), options);
  }

  @Test
  void aCallWhoseEndCannotBeAskedForEndsAllTheSame() throws Exception {
    ScriptedProvider provider = new ScriptedProvider(vertx, 0, (socket, id) -> {});
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    AtomicReference<NetSocket> connected = new AtomicReference<>();
    context.runOnContext(
        v ->
            client
                .connect(provider.port(), "127.0.0.1")
                .onSuccess(connected::set)
                .compose(socket -> connection((NetSocketInternal) socket).call(call()))
                .onComplete(
                    r -> failure.completeExceptionally(new AssertionError("an answer")),
                    failure::complete));
    await().until(() -> provider.received.size() == 1);
    var channel = ((NetSocketInternal) connected.get()).channelHandlerContext().channel();
    channel.config().setAllocator(noRoomToWrite());
    provider.sockets.get(0).write(ScriptedProvider.response(40, 1, "03626164"));
    assertThat(failure.get(100, TimeUnit.SECONDS))
        .isInstanceOf(CallFailure.class)
        .hasMessageContaining("no room");
  }

  /** Has room for what is read, and none for what a {@link WriteBatch} begins with. */
  private static ByteBufAllocator noRoomToWrite() {
    return (ByteBufAllocator)
        Proxy.newProxyInstance(
            ByteBufAllocator.class.getClassLoader(),
            new Class<?>[] {ByteBufAllocator.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("directBuffer") && arguments[0].equals(16 * 1024)) {
                throw new OutOfMemoryError("no room");
              }
              return method.invoke(UnpooledByteBufAllocator.DEFAULT, arguments);
            });
  }

  @Test
  void whatAPassedCallLacksIsAskedForInItsOwnSerialization() throws Exception {
    ScriptedProvider provider =
        new ScriptedProvider(
            vertx, 0, (socket, id) -> socket.write(ScriptedProvider.response(40, id, "03626164")));
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    var body = ByteBufAllocator.DEFAULT.buffer().writeInt(1).writeByte(0xaf);
    Call passed = new Call(HASH, Encoding.ofDubboBody(23), body, Map.of(), new Deadline(0));
    context.runOnContext(
        v ->
            client
                .connect(provider.port(), "127.0.0.1")
                .compose(socket -> connection((NetSocketInternal) socket).call(passed))
                .onComplete(
                    r -> failure.completeExceptionally(new AssertionError("an answer")),
                    failure::complete));
    assertThat(failure.get(100, TimeUnit.SECONDS)).hasMessageContaining("no such service");
    assertThat(provider.received).hasSize(2).allMatch(one -> one.startsWith("d7 "));
  }

  /** Told on another thread, in the middle of a call. */
  @Test
  void aCallMeansWhatItMeantAtFirstThoughTheProviderTellsOfMoreMethodsMeanwhile() throws Exception {
    ScriptedProvider provider = new ScriptedProvider(vertx, 0, ScriptedProvider::answer);
    var one = new MethodSignature("unheard", List.of("int"), "int");
    var other = new MethodSignature("unheard", List.of("long"), "int");
    Exports before = exports(List.of(one));
    Exports after = exports(List.of(one, other));
    AtomicInteger asked = new AtomicInteger();
    Supplier<Exports> told = () -> asked.incrementAndGet() <= 3 ? before : after;
    var payload = ByteBufAllocator.DEFAULT.buffer().writeBytes(new byte[] {'[', '1', ']'});
    Target target = new Target(SHOP, "unheard", Target.UNKNOWN);
    Call call = new Call(target, Encoding.JSON, payload, Map.of(), new Deadline(0));
    CompletableFuture<Status> answer = new CompletableFuture<>();
    context.runOnContext(
        v ->
            client
                .connect(provider.port(), "127.0.0.1")
                .compose(
                    socket ->
                        connection((NetSocketInternal) socket, told, SampleApi.CLASSES).call(call))
                .onComplete(
                    reply -> {
                      reply.payload().release();
                      answer.complete(reply.status());
                    },
                    answer::completeExceptionally));
    assertThat(answer.get(100, TimeUnit.SECONDS)).isEqualTo(Status.OK);
    assertThat(payload.refCnt()).isZero();
  }

  private static Exports exports(List<MethodSignature> methods) {
    return new Exports(List.of(new Export(SHOP, methods, Map.of())));
  }

  private DubboConnection connection(NetSocketInternal socket) {
    return connection(socket, () -> Exports.NONE, ApiClasses.NONE);
  }

  private DubboConnection connection(
      NetSocketInternal socket, Supplier<Exports> told, ApiClasses api) {
    DubboOptions options =
        DubboOptions.from(new JsonObject().put("host", "127.0.0.1").put("port", 1), null);
    RequestEncoder requests =
        new RequestEncoder(options.serializations(), new MergedSignatures(api, told), api);
    return new DubboConnection(
        context,
        socket,
        options,
        new BackendObserver() {},
        System::nanoTime,
        requests,
        new Nobody());
  }

  private static final class Nobody implements DubboConnection.Owner {
    @Override
    public void onProven(DubboConnection connection) {}

    @Override
    public void onReadOnly(DubboConnection connection) {}

    @Override
    public void onWriteable(DubboConnection connection) {}

    @Override
    public void onEnd(DubboConnection connection, String cause) {}
  }
}
