package dev.vertxmesh.http1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Vert.x's decoder behind a guard, and what comes out there, in words. */
final class GuardedChannel {

  private static final HttpServerOptions OPTIONS = new HttpServerOptions();

  private final EmbeddedChannel channel;
  private final Decoded decoded;
  private final List<String> requests = new ArrayList<>();
  private final StringBuilder body = new StringBuilder();
  private Throwable cause;

  GuardedChannel() {
    this(new RequestGuard(HeadLimits.of(OPTIONS), true));
  }

  private GuardedChannel(ChannelHandler guard) {
    decoded = new Decoded();
    channel = new EmbeddedChannel(guard, decoded, new VertxHttpRequestDecoder(OPTIONS));
  }

  /** The decoder alone. */
  static GuardedChannel without() {
    return new GuardedChannel(new ChannelInboundHandlerAdapter());
  }

  private static final class Decoded extends ChannelInboundHandlerAdapter {
    private int bytes;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      bytes += message instanceof ByteBuf buffer ? buffer.readableBytes() : 0; // else it's decoded
      ctx.fireChannelRead(message);
    }
  }

  GuardedChannel send(byte[] bytes, int from, int to) {
    ByteBuf piece = Unpooled.copiedBuffer(bytes, from, to - from);
    channel.writeInbound(piece);
    for (Object out = channel.readInbound(); out != null; out = channel.readInbound()) {
      take(out);
    }
    return this;
  }

  GuardedChannel send(byte[] bytes) {
    return send(bytes, 0, bytes.length);
  }

  private void take(Object out) {
    if (out instanceof HttpObject http && http.decoderResult().isFailure() && cause == null) {
      cause = http.decoderResult().cause();
    }
    if (out instanceof HttpRequest request && cause == null) {
      body.append(request.method()).append(' ').append(request.uri()).append(' ');
      body.append(request.protocolVersion()).append(request.headers().entries()).append(' ');
    }
    if (out instanceof HttpContent content && cause == null) {
      body.append(content.content().toString(StandardCharsets.ISO_8859_1));
      if (content instanceof LastHttpContent last) {
        body.append(last.trailingHeaders().entries());
        requests.add(body.toString());
        body.setLength(0);
      }
    }
    ReferenceCountUtil.release(out);
  }

  /** Those that came whole and right. */
  List<String> requests() {
    return requests;
  }

  /** Bytes that the decoder was given. */
  int decoded() {
    return decoded.bytes;
  }

  /** Of the first that didn't; null if there was none. */
  Throwable cause() {
    return cause;
  }

  void close() {
    channel.finishAndReleaseAll();
  }
}
