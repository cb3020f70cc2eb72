package dev.vertxmesh.net.tls.listener;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.ByteBuffer;
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

  private static final int SETTINGS = 4;
  private static final int GO_AWAY = 7;
  private static final int INADEQUATE_SECURITY = 0xc;

  /**
   * In HTTP/2: an empty SETTINGS, without which nothing may come, and a GOAWAY with
   * INADEQUATE_SECURITY and words (RFC 9113, 6.8).
   */
  private static final byte[] ANSWER_HTTP2 = inHttp2("this port has TLS, expected https");

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
      refuse(ctx, isHttp2);
    }
  }

  private void refuse(ChannelHandlerContext ctx, boolean isHttp2) {
    over = true;
    String why = isHttp2 ? "HTTP/2 in plain text, expected TLS" : "plain text, expected TLS";
    ctx.fireUserEventTriggered(new SslHandshakeCompletionEvent(new NotSslRecordException(why)));
    if (http) {
      // past TLS, which would add a word of its own
      ctx.writeAndFlush(Unpooled.wrappedBuffer(isHttp2 ? ANSWER_HTTP2 : ANSWER))
          .addListener(written -> ctx.close());
    } else {
      ctx.close();
    }
  }

  private static byte[] inHttp2(String why) {
    byte[] words = why.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(9 + 9 + 8 + words.length)
        .putInt(SETTINGS) // 24 bits of length, 8 of type
        .put((byte) 0)
        .putInt(0)
        .putInt(8 + words.length << 8 | GO_AWAY)
        .put((byte) 0)
        .putInt(0)
        .putInt(0) // no stream was looked at
        .putInt(INADEQUATE_SECURITY)
        .put(words)
        .array();
  }
}
