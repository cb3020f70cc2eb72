package dev.vertxmesh.http1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
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
  private final List<String> requests = new ArrayList<>();
  private final StringBuilder body = new StringBuilder();
  private Throwable cause;

  GuardedChannel() {
    channel =
        new EmbeddedChannel(
            new RequestGuard(HeadLimits.of(OPTIONS), true), new VertxHttpRequestDecoder(OPTIONS));
  }

  /** The decoder alone. */
  private GuardedChannel(EmbeddedChannel channel) {
    this.channel = channel;
  }

  static GuardedChannel without() {
    return new GuardedChannel(new EmbeddedChannel(new VertxHttpRequestDecoder(OPTIONS)));
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
    }
    if (out instanceof HttpContent content && cause == null) {
      body.append(content.content().toString(StandardCharsets.ISO_8859_1));
      if (content instanceof LastHttpContent) {
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

  /** Of the first that didn't; null if there was none. */
  Throwable cause() {
    return cause;
  }

  void close() {
    channel.finishAndReleaseAll();
  }
}
