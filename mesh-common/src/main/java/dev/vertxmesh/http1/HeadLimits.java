package dev.vertxmesh.http1;

import io.vertx.core.http.HttpServerOptions;

/**
 * How much a request's head may be.
 *
 * @param line bytes of the request line
 * @param fields bytes of all header and trailer lines together, without their ends
 * @param count header lines, and as many trailer lines
 */
record HeadLimits(int line, int fields, int count) {

  /** As many as Envoy takes ({@code max_headers_count}). */
  private static final int MOST_FIELDS = 100;

  /**
   * Of one byte less than Netty's decoder, to which the CR at an end counts if that comes alone.
   */
  static HeadLimits of(HttpServerOptions options) {
    return new HeadLimits(
        options.getMaxInitialLineLength() - 1, options.getMaxHeaderSize() - 1, MOST_FIELDS);
  }
}
