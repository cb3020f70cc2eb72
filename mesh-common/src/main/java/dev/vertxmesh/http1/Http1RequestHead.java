package dev.vertxmesh.http1;

import java.nio.charset.StandardCharsets;

/** A request's head, and what it says of the body (RFC 9112, 6). Used again for each request. */
final class Http1RequestHead implements FieldLines.Section, HeadBytes.Lines {

  static final byte[] HOST = Bytes.of("host");
  static final byte[] CONTENT_LENGTH = Bytes.of("content-length");
  static final byte[] TRANSFER_ENCODING = Bytes.of("transfer-encoding");
  private static final byte[] CONTENT_TYPE = Bytes.of("content-type");
  private static final byte[] UPGRADE = Bytes.of("upgrade");
  private static final byte[] OLD_KEY_1 = Bytes.of("sec-websocket-key1");
  private static final byte[] OLD_KEY_2 = Bytes.of("sec-websocket-key2");

  /**
   * The place of a letter that Vert.x 5.0.7 doesn't look at: to its {@code
   * VertxHttpRequestDecoder}, Content-Xength is Content-Length (CVE-2026-102479), and Content-Xype
   * is Content-Type.
   */
  private static final int UNREAD_LETTER = 8;

  private static final int TOO_LARGE = 431;
  private static final int NOT_IMPLEMENTED = 501;

  private final RequestLine line;
  private final FieldLines fields;
  private final LengthValue length = new LengthValue();
  private final WordValue chunked = new WordValue("chunked");
  private final WordValue http2 = new WordValue("h2c");
  private final HostValue host = new HostValue();
  private boolean hasLength;
  private boolean hasCoding;
  private boolean hasUpgrade;
  private boolean hasHost;

  Http1RequestHead(HeadLimits limits) {
    line = new RequestLine(limits.line());
    fields = new FieldLines("header", TOO_LARGE, limits, this);
  }

  void begin() {
    line.begin();
    fields.begin(0);
    hasLength = false;
    hasCoding = false;
    hasUpgrade = false;
    hasHost = false;
  }

  boolean begun() {
    return line.begun();
  }

  @Override
  public boolean ended() {
    return fields.ended();
  }

  /** Bytes of its header lines. */
  int size() {
    return fields.size();
  }

  /** Once it has ended: chunks follow. */
  boolean isChunked() {
    return hasCoding;
  }

  /** Once it has ended, without chunks: so many bytes follow. */
  long length() {
    return hasLength ? length.value() : 0;
  }

  /** Once it has ended: the rest of the connection may become HTTP/2. */
  boolean asksForHttp2() {
    return hasUpgrade && http2.isIt();
  }

  @Override
  public int walk(byte[] in, int from, int to) {
    int at = from;
    if (!line.ended()) {
      at = line.walk(in, at, to);
    }
    if (line.ended()) {
      at = fields.walk(in, at, to);
    }
    if (fields.ended()) {
      check();
    }
    return at;
  }

  @Override
  public FieldValue named(FieldName name) {
    return switch (name.length()) {
      case 4 -> name.is(HOST) ? host() : null;
      case 7 -> name.is(UPGRADE) ? upgrade() : null;
      case 12 -> other(name, CONTENT_TYPE);
      case 14 -> name.is(CONTENT_LENGTH) ? lengthValue() : other(name, CONTENT_LENGTH);
      case 17 -> name.is(TRANSFER_ENCODING) ? coding() : null;
      case 18 -> notOfOldWebSockets(name);
      default -> null;
    };
  }

  private FieldValue host() {
    hasHost = once("host", hasHost);
    host.clear();
    return host;
  }

  private FieldValue upgrade() {
    hasUpgrade = once("upgrade", hasUpgrade);
    http2.clear();
    return http2;
  }

  private FieldValue lengthValue() {
    hasLength = once("content-length", hasLength);
    length.clear();
    return length;
  }

  private FieldValue coding() {
    hasCoding = once("transfer-encoding", hasCoding);
    chunked.clear();
    return chunked;
  }

  private static boolean once(String name, boolean before) {
    if (before) {
      throw new BadRequest("header %s: it is there more than once".formatted(name));
    }
    return true;
  }

  private static FieldValue other(FieldName name, byte[] wellKnown) {
    if (name.isBut(wellKnown, UNREAD_LETTER)) {
      throw new BadRequest(
          "header %s: expected no name that others read as %s"
              .formatted(name, new String(wellKnown, StandardCharsets.US_ASCII)));
    }
    return null;
  }

  /** To Netty a GET that has both of them has a body of eight bytes, of which nothing tells. */
  private static FieldValue notOfOldWebSockets(FieldName name) {
    if (name.is(OLD_KEY_1) || name.is(OLD_KEY_2)) {
      throw new BadRequest("header %s: expected none of WebSocket's drafts".formatted(name));
    }
    return null;
  }

  private void check() {
    if (!hasHost && !line.isOld()) {
      throw new BadRequest("header host: it is missing, expected once in HTTP/1.1");
    }
    if (!hasCoding) {
      return;
    }
    if (line.isOld()) {
      throw new BadRequest("header transfer-encoding: expected none in HTTP/1.0");
    }
    if (hasLength) {
      throw new BadRequest("header transfer-encoding: expected none beside content-length");
    }
    if (!chunked.isIt()) {
      throw new BadRequest(
          NOT_IMPLEMENTED, "header transfer-encoding: another coding, expected chunked alone");
    }
  }
}
