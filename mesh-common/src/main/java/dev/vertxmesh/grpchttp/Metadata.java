package dev.vertxmesh.grpchttp;

import io.vertx.core.MultiMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A call's metadata, and the little of HTTP that has to go along with it, as a call carries it:
 * names in lower case, several values joined by commas, {@code -bin} ones in base64 as they stand.
 */
public final class Metadata {

  public static final String CONTENT_TYPE = "content-type";
  public static final String ENCODING = "grpc-encoding";
  public static final String ACCEPT_ENCODING = "grpc-accept-encoding";
  public static final String TRIPLE_GROUP = "tri-service-group";
  public static final String TRIPLE_VERSION = "tri-service-version";

  /** Says at which version a call came over Connect; the bridge to its server takes it off. */
  public static final String CONNECT_VERSION = "connect-protocol-version";

  /**
   * {@code GET} for a call over Connect whose method must have no side effects; goes no further.
   */
  public static final String CONNECT_METHOD = "connect-http-method";

  private static final String GRPC = "application/grpc";
  private static final String BINARY = "-bin";

  /** What a name has besides letters, in lower case, and digits (RFC 9110, 5.6.2). */
  private static final String OTHERS_IN_NAMES = "-_.!#$%&'*+^`|~";

  private static final char DELETE = 0x7f;
  private static final char LAST_LATIN = 0xff;

  /** What each connection says for itself, or what the call says elsewhere. */
  private static final Set<String> OF_THE_HOP =
      Set.of(
          "te",
          "host",
          "connection",
          "keep-alive",
          "proxy-connection",
          "transfer-encoding",
          "upgrade",
          "expect",
          "content-length",
          GrpcTimeout.HEADER,
          CONNECT_VERSION,
          CONNECT_METHOD,
          TRIPLE_GROUP,
          TRIPLE_VERSION);

  private Metadata() {}

  /** Whether a content type is gRPC's: {@code application/grpc}, with or without a {@code +}. */
  public static boolean isGrpc(String contentType) {
    if (contentType == null || !contentType.regionMatches(true, 0, GRPC, 0, GRPC.length())) {
      return false;
    }
    char next = contentType.length() == GRPC.length() ? ';' : contentType.charAt(GRPC.length());
    return next == ';' || next == '+' || next == ' ';
  }

  /**
   * As headers or trailers. Several {@code -bin} values are as many headers again: gRPC's C core
   * doesn't take them joined, and what's on the connection after them neither.
   *
   * @throws IllegalArgumentException if HTTP can't say it; then nothing was put
   */
  public static void put(MultiMap headers, Map<String, String> metadata) {
    check(metadata);
    metadata.forEach(
        (name, value) -> {
          if (name.endsWith(BINARY) && value.indexOf(',') >= 0) {
            Iterable<String> values = List.of(value.split(" *, *"));
            headers.set(name, values);
          } else {
            headers.set(name, value);
          }
        });
  }

  /**
   * Whether HTTP/2 can say it (RFC 9113, 8.2.1). Vert.x and Netty find out late: when a stream is
   * begun, some of it only when it's written, and then by another exception.
   *
   * @throws IllegalArgumentException naming what it can't say
   */
  public static void check(Map<String, String> metadata) {
    metadata.forEach(
        (name, value) -> {
          if (!isToken(name)) {
            throw new IllegalArgumentException("'" + name + "' is no name");
          } else if (!isFieldValue(value)) {
            throw new IllegalArgumentException(
                name + ": a character that a header can't have; expected visible ones or blanks");
          }
        });
  }

  private static boolean isToken(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean isLetterOrDigit = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
      if (!isLetterOrDigit && OTHERS_IN_NAMES.indexOf(c) < 0) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  private static boolean isFieldValue(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' && c != '\t' || c == DELETE || c > LAST_LATIN) {
        return false;
      }
    }
    return true;
  }

  /** Of headers or trailers. */
  public static Map<String, String> of(MultiMap headers) {
    Map<String, String> metadata = new LinkedHashMap<>();
    for (Map.Entry<String, String> header : headers) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (!name.startsWith(":") && !OF_THE_HOP.contains(name)) {
        metadata.merge(name, header.getValue(), (some, more) -> some + "," + more);
      }
    }
    return metadata;
  }
}
