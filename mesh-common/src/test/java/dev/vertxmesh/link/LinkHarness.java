package dev.vertxmesh.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.link.setup.LinkBounds;
import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.link.setup.Load;
import dev.vertxmesh.net.SocketSetup;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Two ends of a link over loopback, on one event loop, with a callee that the test scripts. */
final class LinkHarness implements AutoCloseable {

  static final Target TARGET =
      new Target(ServiceKey.of("com.x.Hello"), "hash", "Ljava/lang/String;");

  /** Of links whose test isn't about silence. */
  static final int PATIENCE_MILLIS = 100_000;

  static final Target GRPC_TARGET = new Target(ServiceKey.of("kv.Store"), "Get", "");

  final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  final ContextInternal context = (ContextInternal) vertx.getOrCreateContext();
  final List<Call> received = new CopyOnWriteArrayList<>();
  final List<String> closedReasons = new CopyOnWriteArrayList<>();
  final List<String> goAways = new CopyOnWriteArrayList<>();
  final List<ServerLink> serverLinks = new CopyOnWriteArrayList<>();
  final List<NetSocketInternal> clientSockets = new CopyOnWriteArrayList<>();
  volatile Caller callee = this::echo;
  volatile int credit = 100;
  volatile boolean shedding;
  LinkMeter meter = LinkMeter.NONE;
  LongSupplier nanoClock = System::nanoTime;
  LinkOptions clientOptions = options();
  LinkOptions serverOptions = options();
  NetServerOptions listener = SocketSetup.listener(0);
  NetClientOptions dialer = SocketSetup.client().setConnectTimeout(PATIENCE_MILLIS);
  LinkBounds bounds = LinkBounds.of(Runtime.getRuntime().maxMemory(), 8 << 20, 0);
  // held, because Vert.x closes clients and servers that nobody refers to any more
  private final List<NetServer> servers = new CopyOnWriteArrayList<>();
  private NetClient client;

  /** The defaults, but for times that no machine is so slow as to miss. */
  static LinkOptions options() {
    LinkOptions defaults = LinkOptions.defaults();
    return new LinkOptions(
        defaults.maxMessage(),
        defaults.chunk(),
        defaults.maxQueued(),
        defaults.maxAssembling(),
        defaults.dictionary(),
        PATIENCE_MILLIS,
        PATIENCE_MILLIS,
        defaults.window(),
        defaults.windowMax(),
        defaults.maxUnread());
  }

  /** The same, of an end that takes messages of so many bytes. */
  static LinkOptions takingUpTo(int maxMessage) {
    LinkOptions options = options();
    return new LinkOptions(
        maxMessage,
        options.chunk(),
        options.maxQueued(),
        options.maxAssembling(),
        options.dictionary(),
        options.keepAliveMillis(),
        options.helloMillis(),
        options.window(),
        options.windowMax(),
        options.maxUnread());
  }

  /** The same, of whose streams readers may leave no more unread. */
  static LinkOptions unreadUpTo(int bytes, LinkOptions options) {
    return new LinkOptions(
        options.maxMessage(),
        options.chunk(),
        options.maxQueued(),
        options.maxAssembling(),
        options.dictionary(),
        options.keepAliveMillis(),
        options.helloMillis(),
        options.window(),
        options.windowMax(),
        bytes);
  }

  int listen() {
    NetServer server =
        vertx
            .createNetServer(listener)
            .connectHandler(
                socket ->
                    serverLinks.add(
                        ServerLink.over(
                            (NetSocketInternal) socket,
                            setup("mesh-provider test", serverOptions),
                            new FixedLoad(),
                            this::serve,
                            serverLinks::remove)));
    servers.add(server);
    return get(onLoop(() -> server.listen(0, "127.0.0.1"))).actualPort();
  }

  private LinkSetup setup(String name, LinkOptions options) {
    return new LinkSetup(vertx, name, options, bounds, meter, nanoClock);
  }

  /** Opens a link to this harness's own callee. */
  ClientLink connect() {
    return connectTo(listen());
  }

  ClientLink connectTo(int port) {
    CompletableFuture<ClientLink> opened = new CompletableFuture<>();
    if (client == null) {
      client = vertx.createNetClient(dialer);
    }
    context.runOnContext(
        v ->
            client
                .connect(port, "127.0.0.1")
                .onComplete(
                    socket -> {
                      Events events = new Events(opened);
                      clientSockets.add((NetSocketInternal) socket);
                      events.link =
                          ClientLink.over(
                              (NetSocketInternal) socket,
                              setup("mesh-consumer test", clientOptions),
                              "mesh-provider test",
                              events);
                    },
                    opened::completeExceptionally));
    return get(opened);
  }

  Call call(String argument) {
    return call(TARGET, argument.getBytes(StandardCharsets.UTF_8));
  }

  Call call(Target target, byte[] argument) {
    ByteBuf payload = ByteBufAllocator.DEFAULT.directBuffer(argument.length).writeBytes(argument);
    Deadline deadline = Deadline.after(60_000, System.nanoTime());
    return new Call(target, Encoding.TEXT, payload, Map.of(), deadline);
  }

  /** A call with two directions and no deadline. */
  Call grpc(Feed requests, Exchange.Asker asker) {
    Deadline none = Deadline.none(System.nanoTime());
    Map<String, String> metadata = Map.of("content-type", "application/grpc");
    Call call = new Call(GRPC_TARGET, Encoding.GRPC, Unpooled.EMPTY_BUFFER, metadata, none);
    call.exchange(new Exchange(requests, asker));
    return call;
  }

  /** The end of an answer, as gRPC has it. */
  static Reply trailers(Status status, String grpcStatus) {
    return new Reply(
        status, Encoding.GRPC, Unpooled.EMPTY_BUFFER, Map.of("grpc-status", grpcStatus));
  }

  CompletableFuture<Reply> send(ClientLink link, Call call) {
    return onLoop(() -> link.call(call));
  }

  /** The text of a call's answer. */
  String ask(ClientLink link, String argument) {
    return text(get(send(link, call(argument))));
  }

  static String text(Reply reply) {
    try {
      return reply.payload().toString(StandardCharsets.UTF_8);
    } finally {
      reply.payload().release();
    }
  }

  static CallFailure failureOf(CompletableFuture<Reply> reply) {
    await().until(reply::isDone);
    assertThat(reply).isCompletedExceptionally();
    return (CallFailure) reply.handle((r, e) -> e).join();
  }

  /** Waits until the turn of the event loop is over in which something became known. */
  void endTurn() {
    run(() -> {});
  }

  <T> CompletableFuture<T> onLoop(Supplier<Future<T>> action) {
    CompletableFuture<T> done = new CompletableFuture<>();
    context.runOnContext(v -> action.get().onComplete(done::complete, done::completeExceptionally));
    return done;
  }

  void run(Runnable action) {
    get(
        onLoop(
            () -> {
              action.run();
              return Future.succeededFuture();
            }));
  }

  static <T> T get(CompletableFuture<T> future) {
    try {
      return future.get(100, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** A callee that answers each call only when the test completes its promise. */
  List<Promise<Reply>> holdAnswers() {
    List<Promise<Reply>> held = new CopyOnWriteArrayList<>();
    callee =
        call -> {
          call.payload().release();
          Promise<Reply> promise = Promise.promise();
          held.add(promise);
          return promise.future();
        };
    return held;
  }

  static Reply reply(String text) {
    ByteBuf payload = ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, text);
    return new Reply(Status.OK, Encoding.TEXT, payload);
  }

  private Future<Reply> serve(Call call) {
    received.add(call);
    return callee.call(call);
  }

  private Future<Reply> echo(Call call) {
    return Future.succeededFuture(
        new Reply(Status.OK, call.encoding(), call.payload(), call.attachments()));
  }

  @Override
  public void close() {
    get(vertx.close().toCompletionStage().toCompletableFuture());
  }

  private final class FixedLoad implements Load {
    @Override
    public int inFlight() {
      return received.size();
    }

    @Override
    public int credit(int linkInFlight) {
      return credit;
    }

    @Override
    public boolean sheds() {
      return shedding;
    }
  }

  private final class Events implements ClientLink.Owner {
    private final CompletableFuture<ClientLink> opened;
    private ClientLink link;

    Events(CompletableFuture<ClientLink> opened) {
      this.opened = opened;
    }

    @Override
    public void onOpen() {
      opened.complete(link);
    }

    @Override
    public void onGoAway(String reason) {
      goAways.add(reason);
    }

    @Override
    public void onClosed(String reason) {
      closedReasons.add(reason);
      opened.completeExceptionally(new IllegalStateException(reason));
    }
  }
}
