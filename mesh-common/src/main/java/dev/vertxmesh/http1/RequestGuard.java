package dev.vertxmesh.http1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.vertx.core.http.impl.Http1xOrH2CHandler;
import io.vertx.core.http.impl.Http1xUpgradeToH2CHandler;

/**
 * Stands before the decoder of one connection. What is refused becomes a request, or the end of
 * one, that couldn't be decoded: Vert.x answers it in its turn and closes the connection, and no
 * byte behind it is looked at.
 */
final class RequestGuard extends ChannelInboundHandlerAdapter {

  /** What HTTP/2 begins with where nothing was agreed before (RFC 9113, 3.4). */
  private static final byte[] PREFACE = Bytes.of(Http1xOrH2CHandler.HTTP_2_PREFACE);

  /** A buffer may be so much larger than the part of a head or a line that is left in it. */
  private static final int MOST_SPARE = 4 << 10;

  private final RequestWalk walk;
  private final KnownRequests known;
  private int prefaceRead;
  private boolean prefaceMayCome;
  private boolean becomesHttp2;
  private boolean refused;
  private boolean first = true;

  /**
   * @param http2 whether the connection may begin as HTTP/2
   */
  RequestGuard(HeadLimits limits, boolean http2) {
    walk = new RequestWalk(limits);
    known = new KnownRequests(limits);
    prefaceMayCome = http2;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) {
    ByteBuf in = (ByteBuf) msg;
    if (first && TlsHello.isIn(in)) {
      TlsHello.tell(ctx); // it's refused as what is no request
    }
    first = false;
    if (prefaceMayCome && isPreface(ctx, in)) {
      return;
    }
    read(ctx, in);
  }

  private void read(ChannelHandlerContext ctx, ByteBuf in) {
    boolean begins = walk.isBetween() && !refused;
    int from = begins ? known.take(in) : in.readerIndex();
    int at = from;
    int head = in.writerIndex();
    int last = head;
    try {
      while (at < in.writerIndex() && !refused && !isHttp2Now()) {
        head = walk.isBetween() ? at : head;
        last = at;
        at = walk.next(in, at, in.writerIndex());
        if (begins && (walk.inBody() || walk.isBetween())) {
          known.onHead(ctx, in, from, at);
        }
        begins = false;
        if (walk.asksForHttp2()) {
          from = pass(ctx, in, from, at);
          onUpgradeAsked(ctx);
        }
      }
    } catch (BadRequest e) {
      pass(ctx, in, from, at);
      in.release();
      refuse(ctx, e);
      return;
    }
    if (walk.inHead() && !refused && head < in.writerIndex()) {
      HeadBegun begun = new HeadBegun(in.writerIndex() - head);
      endInside(ctx, in, from, head);
      ctx.fireUserEventTriggered(begun);
    } else if (walk.inLine() && !refused) {
      endInside(ctx, in, from, last);
    } else {
      end(ctx, in, from, at);
    }
  }

  /**
   * What there is of a head, a chunk's size or trailers waits in the decoder. What came before it
   * mustn't wait with it.
   */
  private static void endInside(ChannelHandlerContext ctx, ByteBuf in, int from, int rest) {
    int length = in.writerIndex() - rest;
    if (rest > in.readerIndex() || in.capacity() - length > MOST_SPARE) {
      pass(ctx, in, from, rest);
      ctx.fireChannelRead(ctx.alloc().buffer(length).writeBytes(in, rest, length));
      in.release();
    } else {
      ctx.fireChannelRead(in);
    }
  }

  private boolean isHttp2Now() {
    return becomesHttp2 && walk.isBetween();
  }

  private void end(ChannelHandlerContext ctx, ByteBuf in, int from, int at) {
    if (refused) {
      in.release();
      return;
    }
    int next = from;
    if (isHttp2Now()) {
      next = pass(ctx, in, from, at); // apart, as the decoder leaves with the end of its request
      ctx.pipeline().remove(this);
    }
    if (next < in.writerIndex()) {
      ctx.fireChannelRead(in.readerIndex(next));
    } else {
      in.release();
    }
  }

  /** Passes on what is right, whatever comes behind it. */
  private static int pass(ChannelHandlerContext ctx, ByteBuf in, int from, int to) {
    if (to > from) {
      ctx.fireChannelRead(in.retainedSlice(from, to - from));
    }
    return to;
  }

  /**
   * Takes all that can be HTTP/2's preface, and nothing else; what it has taken is known and so
   * needn't be kept.
   */
  private boolean isPreface(ChannelHandlerContext ctx, ByteBuf in) {
    int length = Math.min(in.readableBytes(), PREFACE.length - prefaceRead);
    int same = 0;
    while (same < length && in.getByte(in.readerIndex() + same) == PREFACE[prefaceRead + same]) {
      same++;
    }
    if (same < length) {
      prefaceMayCome = false;
      read(ctx, taken());
      return false;
    }
    if (prefaceRead + same < PREFACE.length) {
      prefaceRead += same;
      in.release();
    } else {
      ctx.pipeline().remove(this);
      ctx.fireChannelRead(taken());
      ctx.fireChannelRead(in);
    }
    return true;
  }

  private ByteBuf taken() {
    return Unpooled.copiedBuffer(PREFACE, 0, prefaceRead);
  }

  /** The head has been passed on, so that it has been decided. */
  private void onUpgradeAsked(ChannelHandlerContext ctx) {
    if (ctx.pipeline().get(Http2ConnectionHandler.class) != null) {
      becomesHttp2 = true;
    } else if (ctx.pipeline().get(Http1xUpgradeToH2CHandler.class) != null) {
      refused = true; // it has answered with 400 itself, and would take the next request
      ctx.close();
    }
  }

  private void refuse(ChannelHandlerContext ctx, BadRequest cause) {
    refused = true;
    DecoderResult failure = DecoderResult.failure(cause);
    if (becomesHttp2) {
      ctx.close(); // nobody reads results there
    } else if (walk.inBody()) {
      LastHttpContent end = new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER);
      end.setDecoderResult(failure);
      ctx.fireChannelRead(end);
    } else {
      decideForHttp1(ctx);
      HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
      request.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
      request.setDecoderResult(failure);
      ctx.fireChannelRead(request);
      ctx.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
    }
  }

  /** Vert.x waits for the first byte that HTTP/2's preface doesn't have, and for bytes alone. */
  private static void decideForHttp1(ChannelHandlerContext ctx) {
    if (ctx.pipeline().get(Http1xOrH2CHandler.class) != null) {
      ctx.fireChannelRead(Unpooled.wrappedBuffer(new byte[] {'-'}));
    }
  }
}
