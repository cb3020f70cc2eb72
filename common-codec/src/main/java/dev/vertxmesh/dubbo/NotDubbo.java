package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** What is there instead of a message of Dubbo's, as far as its first bytes tell. */
final class NotDubbo {

  /** A record of that kind begins TLS (RFC 8446, 5.1). */
  private static final int TLS_HANDSHAKE = 22;

  private static final Set<String> HTTP =
      Set.of("HTTP", "GET ", "POST", "PUT ", "HEAD", "DELE", "OPTI", "PATC");

  /** How a client of HTTP/2 begins (RFC 9113, 3.4). */
  private static final String HTTP2 = "PRI ";

  /** Type and flags of SETTINGS, which a server of HTTP/2 sends first (RFC 9113, 6.5). */
  private static final int SETTINGS = 0x0400;

  /** Of a frame's header, in which these stand behind its length, and then there's the stream. */
  private static final int HTTP2_HEADER = 9;

  private static final int WORD = 4;

  /** Where the agents' own HELLO has its mark, and what that is. */
  private static final int HELLO_AT = 12;

  private static final String HELLO = "VMSH";

  private NotDubbo() {}

  /** Names the bytes, and whose they are. */
  static DubboCodecException at(ByteBuf in, int at) {
    return new DubboCodecException(
        "not Dubbo: a message starts with da bb, here is " + excerpt(in, at) + whose(in, at));
  }

  private static String whose(ByteBuf in, int at) {
    String word = ascii(in, at);
    if (in.getByte(at) == TLS_HANDSHAKE) {
      return ", as TLS begins";
    } else if (HTTP.contains(word)) {
      return ", as HTTP begins";
    } else if (HTTP2.equals(word) || isSettings(in, at)) {
      return ", as HTTP/2 begins, and gRPC with it";
    }
    return HELLO.equals(ascii(in, at + HELLO_AT))
        ? ", as a link between the mesh's agents does"
        : "";
  }

  /** The four characters there; empty where there are fewer. */
  private static String ascii(ByteBuf in, int at) {
    return in.writerIndex() - at < WORD ? "" : in.toString(at, WORD, StandardCharsets.US_ASCII);
  }

  private static boolean isSettings(ByteBuf in, int at) {
    return in.writerIndex() - at >= HTTP2_HEADER
        && in.getUnsignedShort(at + 3) == SETTINGS
        && in.getInt(at + 5) == 0;
  }

  private static String excerpt(ByteBuf in, int at) {
    StringBuilder text = new StringBuilder();
    for (int i = at; i < Math.min(at + DubboHeader.SIZE, in.writerIndex()); i++) {
      text.append(String.format(i == at ? "%02x" : " %02x", in.getByte(i)));
    }
    return text.toString();
  }
}
