package dev.vertxmesh.net;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * HTTP/1.1 at a port that speaks something else: most likely a person who has taken it for the one
 * that calls go to, and is told so in HTTP.
 */
public final class StrayHttp {

  /** How requests begin: the first four bytes. */
  private static final Set<String> BEGINNINGS =
      Set.of("GET ", "POST", "PUT ", "HEAD", "DELE", "OPTI", "PATC");

  private static final int BEGINNING = 4;

  private StrayHttp() {}

  /** Whether the first bytes of a connection are HTTP's. */
  public static boolean begins(ByteBuf first) {
    return first.readableBytes() >= BEGINNING
        && BEGINNINGS.contains(
            first.toString(first.readerIndex(), BEGINNING, StandardCharsets.US_ASCII));
  }

  /**
   * Appends what is answered.
   *
   * @param detail in visible ASCII, without quotes
   */
  public static void answer(ByteBuf out, String detail) {
    String body =
        "{\"type\":\"about:blank\",\"title\":\"Bad Request\",\"status\":400,\"detail\":\"%s\"}"
            .formatted(detail);
    String head =
        "HTTP/1.1 400 Bad Request\r\ncontent-type: application/problem+json\r\n"
            + "connection: close\r\ncontent-length: %d\r\n\r\n".formatted(body.length());
    out.writeCharSequence(head + body, StandardCharsets.US_ASCII);
  }
}
