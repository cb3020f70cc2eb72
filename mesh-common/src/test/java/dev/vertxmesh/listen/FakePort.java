package dev.vertxmesh.listen;

import dev.vertxmesh.memory.MemoryBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A gate whose connections have no socket, whose clock is the test's and whose looks it makes. */
final class FakePort {

  static final int HEAD_MILLIS = 4_000;
  static final int IDLE_MILLIS = 60_000;
  static final int PING_MILLIS = 30_000;
  static final int HELD_BYTES = 4_000;

  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int SETTINGS = 4;

  /** {@code GET /}, of http and authority x, from HPACK's static table. */
  static final String GET_BLOCK = "828684410178";

  final List<CloseReason> ends = new ArrayList<>();
  final List<Long> intervals = new ArrayList<>();
  final ConnectionCount count;
  final Gate gate;
  private final List<EmbeddedChannel> channels = new ArrayList<>();
  private final Map<Long, Handler<Long>> timers = new LinkedHashMap<>();
  private long nanos = TimeUnit.HOURS.toNanos(-3);

  FakePort(int most) {
    this(most, 2);
  }

  FakePort(int most, int streamsAll) {
    this(most, streamsAll, HELD_BYTES);
  }

  FakePort(int most, int streamsAll, int heldBytes) {
    this(most, streamsAll, heldBytes, MemoryBudget.ofHeap());
  }

  FakePort(int most, int streamsAll, int heldBytes, MemoryBudget heap) {
    count = new ConnectionCount(most, 0);
    ListenOptions options =
        new ListenOptions(HEAD_MILLIS, IDLE_MILLIS, PING_MILLIS, 7, streamsAll, heldBytes);
    gate = new Gate(vertx(), options, count, ends::add, this::now, heap);
  }

  long now() {
    return nanos;
  }

  /** What a gate asks of Vert.x: timers. */
  Vertx vertx() {
    return (Vertx)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Vertx.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("setPeriodic")) {
                intervals.add((Long) arguments[0]);
                long id = intervals.size();
                timers.put(id, timer(arguments[1]));
                return id;
              } else if (method.getName().equals("cancelTimer")) {
                return timers.remove((Long) arguments[0]) != null;
              }
              throw new AssertionError(method);
            });
  }

  @SuppressWarnings("unchecked")
  private static Handler<Long> timer(Object handler) {
    return (Handler<Long>) handler;
  }

  boolean isWatched() {
    return !timers.isEmpty();
  }

  /** Time passes, and all connections are looked at. */
  void after(long passed) {
    nanos += passed;
    Map.copyOf(timers).forEach((id, handler) -> handler.handle(id));
  }

  void afterMillis(long millis) {
    for (long left = millis; left > 0; left -= 1_000) {
      after(TimeUnit.MILLISECONDS.toNanos(Math.min(left, 1_000)));
    }
  }

  EmbeddedChannel accept(Runnable begin, EmbeddedChannel channel) {
    channels.add(channel);
    gate.onAccept(channel, begin);
    return channel;
  }

  /** One of HTTP/1.1, as after a handshake of TLS that agreed on it. */
  EmbeddedChannel http1() {
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    return accept(() -> addHttp1(channel), channel);
  }

  /** One of HTTP/1.1 that goes on as HTTP/2 when it's asked to, as Vert.x does. */
  EmbeddedChannel upgrading() {
    EmbeddedChannel channel = http1();
    ChannelInboundHandlerAdapter upgrade =
        new ChannelInboundHandlerAdapter() {
          @Override
          public void channelRead(ChannelHandlerContext ctx, Object message) {
            if (message instanceof HttpRequest request && request.headers().contains("upgrade")) {
              ctx.pipeline().remove("httpDecoder");
              ctx.pipeline().remove("httpEncoder");
              ctx.pipeline().remove(this);
              addHttp2(channel);
            } else {
              ctx.fireChannelRead(message);
            }
          }
        };
    channel.pipeline().replace(ConnectionGuard.HANDLER, ConnectionGuard.HANDLER, upgrade);
    return channel;
  }

  /** One whose first bytes tell the protocol. */
  EmbeddedChannel clearText() {
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    Runnable begin =
        () ->
            channel
                .pipeline()
                .addLast(
                    new ChannelInboundHandlerAdapter() {
                      private final ByteBuf first = Unpooled.buffer();
                      private final Preface preface = new Preface();

                      @Override
                      public void channelRead(ChannelHandlerContext ctx, Object message) {
                        preface.match((ByteBuf) message);
                        first.writeBytes((ByteBuf) message);
                        ((ByteBuf) message).release();
                        if (preface.isKnown() && preface.isHttp2()) {
                          addHttp2(channel);
                        } else if (preface.isKnown()) {
                          addHttp1(channel);
                        }
                        if (preface.isKnown()) {
                          ctx.fireChannelRead(first);
                          ctx.pipeline().remove(this);
                        }
                      }
                    });
    return accept(begin, channel);
  }

  static void addHttp1(EmbeddedChannel channel) {
    channel.pipeline().addLast("httpDecoder", new HttpRequestDecoder());
    channel.pipeline().addLast("httpEncoder", new HttpResponseEncoder());
    channel.pipeline().addLast("handler", new ChannelInboundHandlerAdapter());
  }

  /** One of HTTP/2, whose first bytes have come. */
  EmbeddedChannel http2() {
    EmbeddedChannel channel = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    accept(() -> addHttp2(channel), channel);
    if (channel.isOpen()) {
      send(channel, hello());
    }
    return channel;
  }

  static void addHttp2(EmbeddedChannel channel) {
    channel
        .pipeline()
        .addLast(
            "handler",
            new Http2ConnectionHandlerBuilder()
                .server(true)
                .frameListener(new Http2FrameAdapter())
                .build());
  }

  static ByteBuf hello() {
    return Unpooled.copiedBuffer(
        Unpooled.copiedBuffer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII),
        frame(SETTINGS, 0, 0, ""));
  }

  static ByteBuf frame(int type, int flags, int stream, String payload) {
    byte[] bytes = ByteBufUtil.decodeHexDump(payload);
    return Unpooled.buffer()
        .writeMedium(bytes.length)
        .writeByte(type)
        .writeByte(flags)
        .writeInt(stream)
        .writeBytes(bytes);
  }

  /** A request without a body, which nobody answers. */
  static ByteBuf get(int stream) {
    return frame(FrameBudget.HEADERS, END_HEADERS | END_STREAM, stream, GET_BLOCK);
  }

  static ByteBuf half(int stream) {
    return frame(FrameBudget.HEADERS, END_STREAM, stream, GET_BLOCK);
  }

  static void send(EmbeddedChannel channel, String text) {
    send(channel, Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
  }

  static void send(EmbeddedChannel channel, ByteBuf bytes) {
    channel.writeInbound(bytes);
  }

  static ConnectionGuard guard(EmbeddedChannel channel) {
    return channel.pipeline().get(ConnectionGuard.class);
  }

  /** All that has left by now. */
  static String sent(EmbeddedChannel channel) {
    StringBuilder text = new StringBuilder();
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      text.append(out.toString(StandardCharsets.ISO_8859_1));
      out.release();
    }
    return text.toString();
  }

  /** All callers leave. */
  void close() {
    for (EmbeddedChannel channel : channels) {
      channel.pipeline().fireChannelInactive(); // HTTP/2 waits for its streams before it closes
      channel.finishAndReleaseAll();
    }
  }
}
