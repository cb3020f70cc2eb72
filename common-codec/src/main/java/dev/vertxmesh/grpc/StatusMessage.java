package dev.vertxmesh.grpc;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The text of {@code grpc-message}: UTF-8, of which all but printable ASCII is percent-encoded. */
public final class StatusMessage {

  private static final String HEX = "0123456789ABCDEF";

  private StatusMessage() {}

  public static String encode(String text) {
    StringBuilder encoded = new StringBuilder(text.length() + 16);
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      if (b >= ' ' && b < 0x7f && b != '%') {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
      }
    }
    return encoded.toString();
  }

  /** What isn't encoded right stays as it is, as gRPC says. */
  public static String decode(String encoded) {
    if (encoded.indexOf('%') < 0) {
      return encoded;
    }
    byte[] bytes = encoded.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream text = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
      if (low < 0) {
        text.write(bytes[i]);
      } else {
        text.write(high << 4 | low);
        i += 2;
      }
    }
    return text.toString(StandardCharsets.UTF_8);
  }
}
