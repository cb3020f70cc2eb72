package dev.vertxmesh.net.tls;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What OpenSSL says of a handshake, in the JDK's words, so that people and {@link HandshakeReason}
 * know one kind. OpenSSL's are {@code error:NUMBER:SSL routines:FUNCTION:REASON}.
 */
final class OpenSslWords {

  private static final Pattern ERROR =
      Pattern.compile("error:[0-9a-f]{1,16}:SSL routines:[^:]{0,100}:([A-Za-z0-9_ ]{1,100})");

  /** What the other side has sent (RFC 8446, 6). */
  private static final Pattern ALERT = Pattern.compile("(?:sslv3|tlsv1)_(?:alert_)?(.+)");

  private OpenSslWords() {}

  static String inJava(String message) {
    Matcher error = ERROR.matcher(message);
    if (!error.find()) {
      return message;
    }
    String reason = error.group(1).strip().toLowerCase(Locale.ROOT).replace(' ', '_');
    Matcher alert = ALERT.matcher(reason);
    if (alert.matches()) {
      return "Received fatal alert: " + alert.group(1);
    }
    return reason.equals("peer_did_not_return_a_certificate")
        ? "Empty client certificate chain"
        : reason.replace('_', ' ');
  }
}
