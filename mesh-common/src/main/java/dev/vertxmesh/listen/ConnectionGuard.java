package dev.vertxmesh.listen;

import dev.vertxmesh.net.TlsRecordGuard;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;

/**
 * One connection, from its first byte: where it stands and since when. The first of its pipeline's
 * handlers; its bytes pass as they are.
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter implements HeldBytes.Holder {

  static final String HANDLER = "handler";

  private static final String ENCODER = "httpEncoder";

  private final Gate gate;
  private final InetAddress address;
  private final PingCheck peer;
  private ChannelHandlerContext ctx;
  private Http1Turns turns;
  private FrameGuard frames;
  private ConnectionPhase phase = ConnectionPhase.SILENT;
  private long since;
  private long heldSince;
  private int held;
  private int weight;
  private Preface preface = new Preface();
  private boolean proven;
  private boolean over;
  private boolean gone;

  /** One that counts as so many. */
  ConnectionGuard(Gate gate, InetAddress address, int weight) {
    this.gate = gate;
    this.address = address;
    this.weight = weight;
    this.since = gate.now();
    this.peer = new PingCheck(since);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    ctx = context;
  }

  /** Vert.x has set the pipeline up; where it's known for what, for that. */
  void onBegun() {
    if (over || gone) {
      return;
    } else if (ctx.pipeline().get(ENCODER) != null) {
      beginHttp1();
    } else if (ctx.pipeline().get(HANDLER) instanceof Http2ConnectionHandler) {
      beginHttp2(Preface.LENGTH);
    }
  }

  /** Its handshake has ended, and its pipeline is set up. */
  void onSecured() {
    if (!gone) {
      gate.onLighter(weight - 1);
      weight = 1;
    }
    onBegun();
  }

  void onConnection(HttpConnection known) {
    peer.on(known);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (over) {
      ReferenceCountUtil.release(message);
      return;
    }
    ByteBuf bytes = (ByteBuf) message;
    peer.onHeard(gate.now());
    if (frames == null && (phase == ConnectionPhase.SILENT || phase == ConnectionPhase.IDLE)) {
      to(ConnectionPhase.HEAD);
    }
    if (turns != null) {
      turns.onBytes(bytes.readableBytes(), phase == ConnectionPhase.HEAD);
    } else if (phase == ConnectionPhase.HEAD) {
      hold(held + bytes.readableBytes());
    }
    if (over) { // it held too much, or was the one to make room
      bytes.release();
    } else if (preface == null) {
      context.fireChannelRead(bytes);
    } else {
      findProtocol(context, bytes);
    }
  }

  /**
   * Hands on as much as tells Vert.x which protocol it is, so that there's a pipeline to stand in
   * before the rest comes.
   */
  private void findProtocol(ChannelHandlerContext context, ByteBuf bytes) {
    Preface first = preface;
    context.fireChannelRead(bytes.readRetainedSlice(first.match(bytes)));
    if (first.isKnown() && !gone) {
      if (first.isHttp2()) {
        beginHttp2(0);
      } else {
        beginHttp1();
      }
    }
    if (bytes.isReadable() && !over) {
      context.fireChannelRead(bytes);
    } else {
      bytes.release();
    }
  }

  private void beginHttp1() {
    preface = null;
    turns = new Http1Turns(this, gate, held);
    ctx.pipeline().addAfter(ENCODER, null, turns);
  }

  /** From now on HTTP/2 is spoken; so many bytes of its beginning are still to come. */
  void beginHttp2(int toCome) {
    preface = null;
    if (!gate.onHttp2(this)) {
      end(CloseReason.FULL);
      return;
    }
    weight = ConnectionCount.HTTP2;
    hold(0); // what came before wasn't of a frame
    frames = new FrameGuard(this, gate, toCome);
    ctx.pipeline().addBefore(HANDLER, null, frames);
  }

  /** After the answer that says so. */
  void onUpgraded() {
    turns = null;
    beginHttp2(Preface.LENGTH);
  }

  /** A request over HTTP/1.1 has begun. */
  void onRequest() {
    prove();
  }

  /** Where its requests over HTTP/1.1 stand, and how many bytes they hold. */
  void stand(ConnectionPhase next, int bytes) {
    hold(bytes);
    to(next);
  }

  /** A request over HTTP/2 has begun. */
  void onStream() {
    prove();
    since = gate.now();
  }

  private void prove() {
    if (!proven) {
      proven = true;
      gate.onProven(this);
    }
  }

  /** Bytes that its decoder keeps until there are more, or that wait for their turn. */
  void hold(int bytes) {
    if (held == 0) {
      heldSince = gate.now();
    }
    int change = (gone ? 0 : bytes) - held;
    held += change;
    gate.held().onHeld(change, frames != null);
  }

  @Override
  public int held() {
    return held;
  }

  /** It has been ended, and nothing that comes is of use. */
  boolean isOver() {
    return over;
  }

  @Override
  public long heldSince() {
    return heldSince;
  }

  private void to(ConnectionPhase next) {
    if (phase != next) {
      phase = next;
      since = gate.now();
    }
  }

  /**
   * Ends it if it's late.
   *
   * @param pressedNanos how long it may be idle because there's little room
   */
  void look(ListenOptions options, long pressedNanos) {
    if (over) {
      close(); // it was told so, and has had the time to read it
      return;
    }
    if (frames != null) {
      to(frames.stand());
    }
    CloseReason late = phase.late(gate.now() - since, options, pressedNanos);
    if (late != null) {
      end(late);
    } else if (phase == ConnectionPhase.BUSY && frames != null) {
      long ping = TimeUnit.MILLISECONDS.toNanos(options.pingMillis());
      if (peer.isGone(gate.now(), ping)) {
        end(CloseReason.SILENT);
      }
    }
  }

  /** Ends it, telling it why where there's somebody to hear it. */
  @Override
  public void end(CloseReason end) {
    if (gone) {
      return;
    }
    if (over) { // told so already
      close();
      return;
    }
    over = true;
    gate.tell(end);
    if (frames != null && end == CloseReason.IDLE) {
      ctx.channel().close(); // with Netty's own GOAWAY, which says that all is well
    } else if (frames != null && (end == CloseReason.FLOOD || end == CloseReason.HEAD)) {
      calm(end);
    } else if (end == CloseReason.HEAD && phase == ConnectionPhase.HEAD) {
      ctx.writeAndFlush(Unpooled.wrappedBuffer(Http1Turns.LATE_HEAD))
          .addListener(ChannelFutureListener.CLOSE);
    } else {
      close();
    }
  }

  /**
   * Isn't read any more, and closed with the next look: at once, the bytes unread would make the
   * kernel break the connection before its last word is out.
   */
  private void calm(CloseReason end) {
    hold(0);
    ctx.channel().config().setAutoRead(false);
    ctx.writeAndFlush(Http2GoAway.calm(ctx.alloc(), end));
  }

  private void close() {
    HandshakeWatch.past(ctx).close(); // and past Vert.x, which would flush first
    gone();
  }

  /** TLS before it cuts it: that's a bound's doing, too. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == TlsRecordGuard.Cut.HELD) {
      end(CloseReason.HELD);
    } else {
      context.fireUserEventTriggered(event);
    }
  }

  /** Netty's decoders ask for more when a read is over, whether it's to be read or not. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (!over) {
      context.fireChannelReadComplete();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    gone();
    context.fireChannelInactive();
  }

  private void gone() {
    if (!gone) {
      gone = true;
      hold(0);
      gate.onGone(this, address, weight);
    }
  }
}
