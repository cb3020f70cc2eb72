package dev.vertxmesh.net.tls.listener;

import dev.vertxmesh.net.tls.HandshakeReason;
import io.netty.handler.ssl.NotSslRecordException;
import java.lang.System.Logger;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;

/**
 * What handshakes come to nothing for, each with a logger of its own: of many lines of one logger
 * few are written, and a client in plain text isn't to hide one whose certificate has expired.
 */
enum RefusedHandshakes {
  PLAIN_TEXT,
  EXPIRED,
  NOT_YET_VALID,
  AUTHORITY,
  NO_CERTIFICATE,
  VERSION,
  ALERT,
  OTHER;

  /** Causes of causes are few. */
  private static final int DEEPEST = 10;

  private final Logger log =
      System.getLogger(TlsHandshake.class.getName() + "." + name().toLowerCase(Locale.ROOT));

  Logger log() {
    return log;
  }

  static RefusedHandshakes of(Throwable error) {
    RefusedHandshakes kind = OTHER;
    Throwable cause = error;
    for (int i = 0; i < DEEPEST && cause != null && kind == OTHER; i++) {
      kind = one(cause);
      cause = cause.getCause();
    }
    return kind;
  }

  private static RefusedHandshakes one(Throwable cause) {
    if (cause instanceof NotSslRecordException) {
      return PLAIN_TEXT;
    } else if (cause instanceof CertificateExpiredException) {
      return EXPIRED;
    } else if (cause instanceof CertificateNotYetValidException) {
      return NOT_YET_VALID;
    } else if (cause instanceof CertPathBuilderException) {
      return AUTHORITY;
    }
    return said(HandshakeReason.inJava(String.valueOf(cause.getMessage())));
  }

  private static RefusedHandshakes said(String message) {
    String lower = message.toLowerCase(Locale.ROOT);
    if (lower.contains("empty client certificate chain")) {
      return NO_CERTIFICATE;
    } else if (lower.contains("received fatal alert")) {
      return ALERT;
    }
    return lower.contains("protocol") && (lower.contains("version") || lower.contains("supported"))
        ? VERSION
        : OTHER;
  }
}
