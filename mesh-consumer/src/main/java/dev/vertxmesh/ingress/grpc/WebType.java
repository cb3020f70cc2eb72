package dev.vertxmesh.ingress.grpc;

import java.util.Locale;

/**
 * How a body of gRPC-Web is written, as its content type says: {@code application/grpc-web} or
 * {@code application/grpc-web-text}, with what its messages are written in after a plus.
 *
 * @param text in base64, for browsers that can't read bytes as they come
 * @param messages such as {@code +proto}; empty if it isn't said
 */
record WebType(boolean text, String messages) {

  private static final String WEB = "application/grpc-web";
  private static final String TEXT = "-text";

  /** Null if it's none. */
  static WebType of(String contentType) {
    if (contentType == null || !contentType.regionMatches(true, 0, WEB, 0, WEB.length())) {
      return null;
    }
    int parameters = contentType.indexOf(';');
    String whole = parameters < 0 ? contentType : contentType.substring(0, parameters);
    String rest = whole.substring(WEB.length()).strip().toLowerCase(Locale.ROOT);
    boolean text = rest.startsWith(TEXT);
    String messages = text ? rest.substring(TEXT.length()) : rest;
    return messages.isEmpty() || messages.startsWith("+") ? new WebType(text, messages) : null;
  }

  /**
   * That of the answer: what the caller accepts, or else what it sends.
   *
   * @param accept the header; null if there is none
   */
  WebType ofAnswer(String accept) {
    if (accept == null || !accept.contains(WEB)) {
      return this;
    }
    return new WebType(accept.contains(WEB + TEXT), messages);
  }

  /** What gRPC itself calls it. */
  String ofGrpc() {
    return "application/grpc" + messages;
  }

  String contentType() {
    return WEB + (text ? TEXT : "") + (messages.isEmpty() ? "+proto" : messages);
  }
}
