package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.dubbo.DubboDecoder;
import dev.vertxmesh.dubbo.DubboHeader;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Does on the wire what no real provider can be made to do. */
public final class ScriptedProvider {

  /** What to do with a request; runs on the provider's own event loop. */
  public interface Script {
    void onRequest(NetSocket socket, long id);
  }

  public final List<NetSocket> sockets = new CopyOnWriteArrayList<>();

  /** The bodies of what came, events too, after their flags: {@code e2 4e}. */
  public final List<String> received = new CopyOnWriteArrayList<>();

  volatile Script script;

  /** What to do with a heartbeat; nothing, unless a test says so. */
  volatile Script heartbeat = (socket, id) -> {};

  private final NetServer server;

  public ScriptedProvider(Vertx vertx, int port, Script script) throws Exception {
    this.script = script;
    this.server = vertx.createNetServer(new NetServerOptions().setReuseAddress(true));
    server.connectHandler(this::onSocket);
    server
        .listen(port, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(100, TimeUnit.SECONDS);
  }

  public int port() {
    return server.actualPort();
  }

  void close() throws Exception {
    server.close().toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  /** Lets the kernel's buffers fill; a Vert.x socket that is closed while paused loses buffers. */
  void stopReading() {
    var socket = (NetSocketInternal) sockets.get(0);
    socket.channelHandlerContext().channel().config().setAutoRead(false);
  }

  private void onSocket(NetSocket socket) {
    sockets.add(socket);
    DubboDecoder decoder =
        new DubboDecoder(
            ByteBufAllocator.DEFAULT,
            100_000_000,
            (flags, status, id, body) -> {
              byte[] bytes = ByteBufUtil.getBytes(body); // at once: each read of it is recorded
              received.add("%02x %s".formatted(flags, ByteBufUtil.hexDump(bytes)));
              (DubboHeader.isEvent(flags) ? heartbeat : script).onRequest(socket, id);
            });
    socket.handler(bytes -> decoder.feed(((BufferInternal) bytes).getByteBuf()));
    socket.closeHandler(closed -> decoder.close());
  }

  static Buffer hex(String hex) {
    return Buffer.buffer(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  /** A response with this body. */
  public static Buffer response(int status, long id, String body) {
    Buffer bytes = hex(body);
    return hex("dabb02%02x%016x%08x".formatted(status, id, bytes.length())).appendBuffer(bytes);
  }

  /** The answer 5. */
  static Buffer five(long id) {
    return response(20, id, "91 95");
  }

  static void answerHeartbeat(NetSocket socket, long id) {
    socket.write(hex("dabb2214%016x000000014e".formatted(id)));
  }

  public static void answer(NetSocket socket, long id) {
    socket.write(five(id));
  }
}
