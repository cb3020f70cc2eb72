package dev.vertxmesh.ingress.grpc.connect;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The query of a GET: {@code connect=v1&encoding=json&message=…}, with {@code base64=1} where the
 * message is in base64 and {@code compression=gzip} where it's compressed. Its price is that of the
 * query, which HTTP's own bounds on a request's head keep small.
 *
 * @param codec what the message is written in
 * @param compression empty if there's none
 */
public record ConnectQuery(String codec, String compression, byte[] message) {

  private static final String VERSION = "connect";
  private static final String ENCODING = "encoding";
  private static final String MESSAGE = "message";

  /**
   * Whether a query is meant as one.
   *
   * @param query null if there's none
   */
  public static boolean isOne(String query) {
    if (query == null) {
      return false;
    }
    Map<String, String> fields = split(query);
    return fields.containsKey(VERSION)
        || fields.containsKey(ENCODING) && fields.containsKey(MESSAGE);
  }

  /**
   * @throws IllegalArgumentException naming what can't be read
   */
  public static ConnectQuery parse(String query) {
    Map<String, String> fields = split(query);
    String version = text(fields, VERSION);
    if (!version.isEmpty() && !version.equals("v1")) {
      throw new IllegalArgumentException("connect: '%s', expected v1".formatted(version));
    } else if (!fields.containsKey(ENCODING) || !fields.containsKey(MESSAGE)) {
      throw new IllegalArgumentException("query: expected encoding=…&message=…");
    }
    String base64 = text(fields, "base64");
    if (!base64.isEmpty() && !base64.equals("1")) {
      throw new IllegalArgumentException("base64: '%s', expected 1".formatted(base64));
    }
    byte[] message = bytes(MESSAGE, fields.get(MESSAGE));
    return new ConnectQuery(
        text(fields, ENCODING),
        text(fields, "compression"),
        base64.isEmpty() ? message : decoded(message));
  }

  /** Of a field that is there more than once, the first counts. */
  private static Map<String, String> split(String query) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String field : query.split("&")) {
      int equals = field.indexOf('=');
      String name = equals < 0 ? field : field.substring(0, equals);
      fields.putIfAbsent(name, equals < 0 ? "" : field.substring(equals + 1));
    }
    return fields;
  }

  private static String text(Map<String, String> fields, String name) {
    String value = fields.get(name);
    return value == null ? "" : new String(bytes(name, value), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String name, String encoded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(encoded.length());
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c == '%') {
        if (i + 2 >= encoded.length()
            || !HexFormat.isHexDigit(encoded.charAt(i + 1))
            || !HexFormat.isHexDigit(encoded.charAt(i + 2))) {
          throw new IllegalArgumentException(
              "%s: at %d, expected two hexadecimal digits after %%".formatted(name, i));
        }
        bytes.write(HexFormat.fromHexDigits(encoded, i + 1, i + 3));
        i += 2;
      } else if (c > 0x7f) {
        throw new IllegalArgumentException("%s: at %d, expected ASCII".formatted(name, i));
      } else {
        bytes.write(c == '+' ? ' ' : c);
      }
    }
    return bytes.toByteArray();
  }

  /** In the alphabet for URLs, with or without padding. */
  private static byte[] decoded(byte[] base64) {
    try {
      return Base64.getUrlDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "message: expected base64 in the alphabet for URLs: " + e.getMessage(), e);
    }
  }
}
