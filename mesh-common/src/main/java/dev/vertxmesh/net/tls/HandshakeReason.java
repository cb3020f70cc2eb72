package dev.vertxmesh.net.tls;

import dev.vertxmesh.net.SocketReason;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** What a person reads of a connection that didn't come to be encrypted. */
public final class HandshakeReason {

  /** What the other side has sent (RFC 8446, 6). */
  private static final Pattern ALERT = Pattern.compile("(?i)received fatal alert: ([a-z_ ]{1,60})");

  /** OpenSSL's words for anything: {@code error:NUMBER:SSL routines:FUNCTION:REASON}. */
  private static final Pattern OPENSSL =
      Pattern.compile("error:[0-9a-f]{1,16}:SSL routines:[^:]{0,100}:([A-Za-z0-9_ ]{1,100})");

  private static final Pattern ALERT_OF_OPENSSL =
      Pattern.compile("(?:sslv3|tlsv1)_(?:alert_)?(.+)");

  private static final Pattern OF_CERTIFICATE = Pattern.compile("(?i).*(certificate|unknown.ca).*");

  /** Causes of causes are few. */
  private static final int DEEPEST = 10;

  private HandshakeReason() {}

  public static String of(Throwable error) {
    Throwable cause = error;
    for (int i = 0; i < DEEPEST && cause != null; i++) {
      String known = known(cause);
      if (known != null) {
        return known;
      }
      cause = cause.getCause();
    }
    return SocketReason.of(error);
  }

  private static String known(Throwable cause) {
    if (cause instanceof NotSslRecordException) {
      return "it speaks plain text, expected TLS";
    } else if (cause instanceof SslHandshakeTimeoutException) {
      return "its TLS handshake didn't come to an end";
    } else if (cause instanceof CertificateExpiredException) {
      return "its certificate has expired: " + cause.getMessage();
    } else if (cause instanceof CertificateNotYetValidException) {
      return "its certificate isn't valid yet: " + cause.getMessage();
    } else if (cause instanceof CertPathBuilderException) {
      return "its certificate isn't of an authority that is trusted here";
    } else if (cause.getCause() == null && isOfCertificate(cause)) {
      return "its certificate is no good: " + cause.getMessage();
    }
    return cause instanceof SSLException ? ofTls(inJava(String.valueOf(cause.getMessage()))) : null;
  }

  private static boolean isOfCertificate(Throwable cause) {
    return cause instanceof CertPathValidatorException || cause instanceof CertificateException;
  }

  /** What OpenSSL says of a handshake, in the JDK's words; what the JDK says, as it is. */
  public static String inJava(String message) {
    Matcher error = OPENSSL.matcher(message);
    if (!error.find()) {
      return message;
    }
    String reason = error.group(1).strip().toLowerCase(Locale.ROOT).replace(' ', '_');
    Matcher alert = ALERT_OF_OPENSSL.matcher(reason);
    if (alert.matches()) {
      return "Received fatal alert: " + alert.group(1);
    }
    return reason.equals("peer_did_not_return_a_certificate")
        ? "Empty client certificate chain"
        : reason.replace('_', ' ');
  }

  private static String ofTls(String message) {
    if (message.contains("Empty client certificate chain")) {
      return "it shows no certificate";
    }
    Matcher alert = ALERT.matcher(message);
    if (!alert.find()) {
      return null;
    }
    String name = alert.group(1).strip().replace(' ', '_').toLowerCase(Locale.ROOT);
    return OF_CERTIFICATE.matcher(name).matches()
        ? "it refuses this agent's certificate: " + name
        : "it ends the TLS handshake: " + name;
  }
}
