package dev.vertxmesh.http1;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Who comes with TLS to a port that has none: the first bytes tell (RFC 8446, 5.1). */
final class TlsHello {

  private static final Logger LOG = System.getLogger(TlsHello.class.getName());
  private static final int HANDSHAKE = 22;
  private static final int MAJOR_VERSION = 3;

  private TlsHello() {}

  /** Whether these can begin a connection with TLS, and no request of HTTP or Dubbo. */
  static boolean isIn(ByteBuf first) {
    int at = first.readerIndex();
    return first.readableBytes() > 0
        && first.getByte(at) == HANDSHAKE
        && (first.readableBytes() == 1 || first.getByte(at + 1) == MAJOR_VERSION);
  }

  /** Says so in the log: the client couldn't read an answer. */
  static void tell(ChannelHandlerContext ctx) {
    LOG.log(
        Level.WARNING,
        "{0}: {1}: TLS at a port without TLS, expected plain text",
        String.valueOf(ctx.channel().localAddress()),
        String.valueOf(ctx.channel().remoteAddress()));
  }
}
