package dev.vertxmesh.listen;

import dev.vertxmesh.http1.HeadBegun;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/**
 * The requests and answers of a connection of HTTP/1.1 as they pass between Netty's codec and
 * Vert.x.
 */
final class Http1Turns extends ChannelDuplexHandler {

  static final byte[] LATE_HEAD =
      ("HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain\r\nconnection: close\r\n"
              + "content-length: 43\r\n\r\nrequest: its head didn't come to an end yet")
          .getBytes(StandardCharsets.US_ASCII);

  private final ConnectionGuard guard;
  private final Gate gate;
  private final RequestsOwed requests = new RequestsOwed();
  private int counted;

  /** Bytes of a head that isn't whole, maybe behind a request. */
  private int headBegun;

  /** Calls in a row whose answer says that they never ran. */
  private int refusals;

  /**
   * @param begun bytes that have come already
   */
  Http1Turns(ConnectionGuard guard, Gate gate, int begun) {
    this.guard = guard;
    this.gate = gate;
    this.headBegun = begun;
  }

  /**
   * So many have come, and are to be decoded.
   *
   * @param ofHead whether they begin one, or go on with it, as far as is known
   */
  void onBytes(int count, boolean ofHead) {
    if (ofHead || headBegun > 0) {
      headBegun += count;
      stand();
    }
  }

  private void stand() {
    guard.stand(requests.phase(headBegun > 0), requests.bytes() + headBegun);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    boolean upgrades = false;
    if (message instanceof HttpRequest request && !guard.isOver()) {
      upgrades = Upgrade.isLeft(request);
      if (!upgrades) { // as HTTP/2 it has to say something first
        guard.onRequest();
      }
      headBegun = 0;
      requests.onRequest(request);
      stand();
    }
    if (requests.isAnyAhead() && !guard.isOver()) {
      onAhead(message);
    }
    if (guard.isOver()) { // the rest of what was read with it is decoded all the same
      ReferenceCountUtil.release(message);
      return;
    }
    boolean ends = message instanceof LastHttpContent;
    ctx.fireChannelRead(message);
    if (ends) {
      requests.onRequestEnd();
      stand();
    }
    if (upgrades && ctx.pipeline().get(ConnectionGuard.HANDLER) instanceof Http2ConnectionHandler) {
      ctx.pipeline().remove(this);
      guard.onUpgraded();
    }
  }

  private void onAhead(Object message) {
    if (message instanceof HttpContent part) {
      requests.onBodyAhead(part.content().readableBytes());
      stand();
    }
    count();
    if (gate.held().isFloodedAhead()) {
      guard.end(CloseReason.HELD);
    }
  }

  /** Whatever is ahead is there until Vert.x has heard of the connection's end, too. */
  private void count() {
    gate.held().onAhead(requests.aheadBytes() - counted);
    counted = requests.aheadBytes();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    gate.held().onAhead(-counted);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof HeadBegun begun) {
      headBegun = begun.bytes();
      stand();
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    ctx.write(message, promise);
    if (message instanceof HttpResponse response) {
      onAnswer(ctx.channel(), response.status());
    }
    if (message instanceof LastHttpContent && !isInformational(message)) {
      requests.onAnswerEnd();
      stand();
      if (counted > 0) {
        count();
      }
    }
  }

  private void onAnswer(Channel channel, HttpResponseStatus status) {
    boolean refused = status.code() == HttpResponseStatus.SERVICE_UNAVAILABLE.code();
    refusals = refused ? refusals + 1 : 0;
    if (refused) {
      gate.onRefused(channel, refusals);
    }
  }

  private static boolean isInformational(Object message) {
    return message instanceof HttpResponse response
        && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
  }
}
