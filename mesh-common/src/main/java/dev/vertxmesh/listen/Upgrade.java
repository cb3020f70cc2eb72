package dev.vertxmesh.listen;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Settings;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request of HTTP/1.1 that would rather go on as HTTP/2 (RFC 7540, 3.2). One that can't goes on
 * as it is, as a server may ignore Upgrade (RFC 9110, 7.8).
 */
final class Upgrade {

  private static final int BYTES_A_SETTING = 6;
  private static final Set<String> OPTIONS = Set.of("upgrade", "http2-settings");

  private Upgrade() {}

  /** Takes the wish out of one that can't; true if one is left. */
  static boolean isLeft(HttpRequest request) {
    HttpHeaders headers = request.headers();
    if (!headers.contains(HttpHeaderNames.UPGRADE)) {
      return false;
    }
    boolean can =
        request.protocolVersion().equals(HttpVersion.HTTP_1_1) // RFC 9110, 7.8: not of 1.0
            && isOfConnection(headers.get(HttpHeaderNames.CONNECTION))
            && !hasBody(headers)
            && areSettings(headers.getAll(Http2CodecUtil.HTTP_UPGRADE_SETTINGS_HEADER));
    if (!can) {
      headers.remove(HttpHeaderNames.UPGRADE);
    }
    return can;
  }

  /**
   * Whether it's meant for this hop (RFC 9110, 7.8; RFC 7540, 3.2.1). Vert.x looks at the first
   * line alone, and answers a bare 400 to what isn't.
   */
  private static boolean isOfConnection(String options) {
    return options != null && OPTIONS.equals(named(options));
  }

  private static Set<String> named(String options) {
    return Stream.of(options.split(","))
        .map(option -> option.strip().toLowerCase(Locale.ROOT))
        .filter(OPTIONS::contains)
        .collect(Collectors.toSet());
  }

  /** Vert.x switches before a body is there, and then loses its place in it. */
  private static boolean hasBody(HttpHeaders headers) {
    return headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
        || headers.contains(HttpHeaderNames.CONTENT_LENGTH)
            && !"0".equals(headers.get(HttpHeaderNames.CONTENT_LENGTH));
  }

  /** The payload of one SETTINGS frame in base64url (RFC 7540, 3.2.1), of which Netty takes all. */
  private static boolean areSettings(List<String> values) {
    if (values.size() != 1) {
      return false;
    }
    try {
      ByteBuffer payload = ByteBuffer.wrap(Base64.getUrlDecoder().decode(values.get(0)));
      Http2Settings settings = new Http2Settings();
      while (payload.remaining() >= BYTES_A_SETTING) {
        settings.put((char) payload.getShort(), Long.valueOf(payload.getInt() & 0xffff_ffffL));
      }
      return !payload.hasRemaining();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
