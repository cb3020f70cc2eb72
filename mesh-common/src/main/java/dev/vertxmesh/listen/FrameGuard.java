package dev.vertxmesh.listen;

import dev.vertxmesh.net.UnfinishedPart;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2Stream;

/**
 * The frames of a connection of HTTP/2 on their way to Netty's decoder, and the streams that come
 * of them. Stands right before it.
 */
final class FrameGuard extends ChannelDuplexHandler implements FrameWalk.Frames {

  private static final int TYPE_AT = 3;

  private final ConnectionGuard guard;
  private final Gate gate;
  private final FrameWalk walk;
  private final FrameBudget budget;
  private Http2ConnectionHandler http2;
  private int blockBytes;
  private boolean flooded;
  private boolean begun;

  /**
   * @param preface bytes of the connection's beginning that are still to come
   */
  FrameGuard(ConnectionGuard guard, Gate gate, int preface) {
    this.guard = guard;
    this.gate = gate;
    this.walk = new FrameWalk(preface, this);
    this.budget = new FrameBudget(gate.now());
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    http2 = (Http2ConnectionHandler) ctx.pipeline().get(ConnectionGuard.HANDLER);
    gate.streams().onOpen(http2.connection().numActiveStreams());
    http2.connection().addListener(new Streams());
    watchHeads(ctx);
  }

  private void watchHeads(ChannelHandlerContext ctx) {
    Http2FrameListener listener = http2.decoder().frameListener();
    if (!(listener instanceof Heads)) {
      http2.decoder().frameListener(new Heads(ctx, listener));
    }
  }

  /** Each head on its way from Netty to Vert.x, which begins to listen with the first SETTINGS. */
  private final class Heads extends Http2FrameListenerDecorator {

    private final ChannelHandlerContext ctx;

    private Heads(ChannelHandlerContext ctx, Http2FrameListener next) {
      super(next);
      this.ctx = ctx;
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext at, Http2Settings settings)
        throws Http2Exception {
      super.onSettingsRead(at, settings);
      watchHeads(ctx);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext at, int id, Http2Headers headers, int padding, boolean isLast)
        throws Http2Exception {
      super.onHeadersRead(at, id, headers, padding, isLast);
      charge(id, headers);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext at,
        int id,
        Http2Headers headers,
        int dependsOn,
        short weight,
        boolean isExclusive,
        int padding,
        boolean isLast)
        throws Http2Exception {
      super.onHeadersRead(at, id, headers, dependsOn, weight, isExclusive, padding, isLast);
      charge(id, headers);
    }

    private void charge(int id, Http2Headers headers) {
      Http2Stream stream = http2.connection().stream(id);
      if (stream != null && stream.state() != Http2Stream.State.CLOSED) {
        gate.streams().onHeaders(stream, headers, () -> end(id));
      }
    }

    /** Whose reset waits for a client that reads nothing is ended with its connection. */
    private void end(int id) {
      Http2Stream stream = http2.connection().stream(id);
      if (stream != null && stream.isResetSent()) {
        guard.end(CloseReason.HELD);
        return;
      }
      long code = Http2Error.ENHANCE_YOUR_CALM.code();
      ChannelHandlerContext at = ctx.pipeline().context(http2);
      http2.resetStream(at, id, code, at.newPromise());
      at.flush();
    }
  }

  private final class Streams extends Http2ConnectionAdapter {
    @Override
    public void onStreamActive(Http2Stream stream) {
      gate.streams().onOpen(1);
      bound();
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
      gate.streams().onOpen(-1);
      gate.streams().onClosed(stream);
    }
  }

  /**
   * How many requests there may be now. By Netty, which refuses one before Vert.x makes anything of
   * it; and not only once the other side has acknowledged the setting, which it needn't ever do.
   */
  private void bound() {
    Http2Connection.Endpoint<?> client = http2.connection().remote();
    client.maxActiveStreams(gate.streams().mostOf(client.numActiveStreams()));
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    bound();
    if (message instanceof ByteBuf bytes) {
      walk.feed(bytes);
      if (flooded) {
        bytes.release();
        guard.end(CloseReason.FLOOD);
        return;
      }
      UnfinishedPart.passApart(ctx, bytes, Math.min(walk.partial(), bytes.readableBytes()));
    } else {
      ctx.fireChannelRead(message);
    }
    if (!begun && http2.decoder().prefaceReceived()) {
      begun = true;
      onBegun();
    }
    guard.hold(blockBytes + walk.partial());
  }

  /** Whose first request asked for the upgrade has made it already, before there were frames. */
  private void onBegun() {
    if (http2.connection().remote().lastStreamCreated() > 0) {
      guard.onRequest();
    }
  }

  @Override
  public void onFrame(int type, int flags, int length) {
    flooded |= budget.onFrame(type, flags, length, gate.now());
    if (type == FrameBudget.HEADERS) {
      guard.onStream();
      blockBytes = 0;
    }
    blockBytes = budget.isInBlock() ? blockBytes + length : 0;
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf head
        && head.readableBytes() == FrameWalk.HEAD
        && head.getByte(head.readerIndex() + TYPE_AT) == FrameBudget.DATA) {
      budget.onDataSent();
    }
    ctx.write(message, promise);
  }

  ConnectionPhase stand() {
    if (!http2.decoder().prefaceReceived()) { // though there's a stream, of who has upgraded
      return ConnectionPhase.HEAD;
    } else if (budget.isInBlock()) {
      return ConnectionPhase.BLOCK;
    } else if (http2.connection().numActiveStreams() > 0) {
      return ConnectionPhase.BUSY;
    }
    return ConnectionPhase.IDLE;
  }
}
