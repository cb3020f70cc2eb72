package dev.vertxmesh.link;

import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.net.StrayHttp;
import io.netty.buffer.ByteBuf;
import io.vertx.core.Vertx;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;

/**
 * What this side says first on a link: its HELLO. Or where it was connected to by somebody who
 * speaks HTTP/1.1, an answer in HTTP and nothing else: that is most likely a person who has taken
 * the link port for the one that calls go to. So a side that was connected to waits a moment for
 * the other's first word.
 */
final class FirstWord {

  private static final Logger LOG = System.getLogger(FirstWord.class.getName());

  /** Comes in place of a frame where the first bytes are HTTP's. */
  static final Object HTTP = "the other side speaks HTTP";

  /** An agent's HELLO comes with its connection, and so does a stranger's request. */
  private static final int PATIENCE_MILLIS = 500;

  private static final String DETAIL =
      "this is the link port of %s, for consumer agents only: calls go to a consumer agent, at port"
          + " 20000 by default, and requests for health or metrics to this agent's admin port, 30002"
          + " by default";

  /** How a TLS handshake begins: a record of that kind, of any version (RFC 8446, 5.1). */
  private static final int TLS_HANDSHAKE = 0x1603;

  private static final String NO_TLS =
      "it speaks TLS, and this agent's links are plain text, as it has no --link-tls-cert";

  private final Hello mine;
  private final SendQueue out;
  private final boolean waits;
  private boolean said;

  FirstWord(Hello mine, SendQueue out, boolean waits) {
    this.mine = mine;
    this.out = out;
    this.waits = waits;
  }

  void begin(Vertx vertx) {
    if (waits) {
      vertx.setTimer(PATIENCE_MILLIS, timer -> say());
    } else {
      say();
      out.flush();
    }
  }

  /** Greets, if it hasn't: nothing else may leave before. */
  void say() {
    if (!said) {
      said = true;
      out.frame(mine::encode);
    }
  }

  /** Answers in HTTP; false if it's too late for that. */
  boolean sayInHttp() {
    if (said) {
      return false;
    }
    said = true;
    out.frame(bytes -> StrayHttp.answer(bytes, DETAIL.formatted(mine.name())));
    return true;
  }

  /** Whether the first bytes of a connection are TLS'. */
  static boolean isTls(ByteBuf first) {
    return first.readableBytes() >= 2
        && first.getUnsignedShort(first.readerIndex()) == TLS_HANDSHAKE;
  }

  /** What ends a link that began with TLS; says so here, too. */
  static FrameException noTls(SocketAddress remote) {
    LOG.log(Level.WARNING, "{0}: {1}", remote, NO_TLS);
    return new FrameException(LinkError.PROTOCOL, NO_TLS);
  }
}
