package dev.vertxmesh.net.tls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.charset.StandardCharsets;

/** Tells who speaks plain text at a port with TLS, by the first byte, and ends that. */
final class PlainTextGuard extends ChannelInboundHandlerAdapter {

  /** Of a record that a handshake is in (RFC 8446, 5.1). */
  private static final int HANDSHAKE = 22;

  /** How HTTP/2 begins without TLS (RFC 9113, 3.4). */
  private static final String HTTP2 = "PRI * HTTP/2.0";

  private static final String BODY =
      "{\"type\":\"about:blank\",\"title\":\"Bad Request\",\"status\":400,"
          + "\"detail\":\"this port has TLS and the request came without, expected https\"}";

  private static final byte[] ANSWER =
      ("HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\n"
              + "connection: close\r\ncontent-length: "
              + BODY.length()
              + "\r\n\r\n"
              + BODY)
          .getBytes(StandardCharsets.US_ASCII);

  private final boolean http;
  private boolean over;

  /**
   * @param http whether such a client understands an answer
   */
  PlainTextGuard(boolean http) {
    this.http = http;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    if (over || !bytes.isReadable()) {
      bytes.release();
    } else if (bytes.getByte(bytes.readerIndex()) == HANDSHAKE) {
      ctx.fireChannelRead(bytes);
      ctx.pipeline().remove(this);
    } else {
      boolean isHttp2 = bytes.toString(StandardCharsets.US_ASCII).startsWith(HTTP2);
      bytes.release();
      refuse(ctx, isHttp2 ? "HTTP/2 in plain text, expected TLS" : "plain text, expected TLS");
    }
  }

  private void refuse(ChannelHandlerContext ctx, String why) {
    over = true;
    ctx.fireUserEventTriggered(new SslHandshakeCompletionEvent(new NotSslRecordException(why)));
    if (http) {
      // past TLS, which would add a word of its own
      ctx.writeAndFlush(Unpooled.wrappedBuffer(ANSWER)).addListener(written -> ctx.close());
    } else {
      ctx.close();
    }
  }
}
