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
  public static final String TRIPLE_GROUP = "tri-service-group";
  public static final String TRIPLE_VERSION = "tri-service-version";

  private static final String GRPC = "application/grpc";
  private static final String BINARY = "-bin";

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
   * @throws IllegalArgumentException if HTTP can't say it
   */
  public static void put(MultiMap headers, Map<String, String> metadata) {
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
