package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.net.SocketReason;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Why a server couldn't be asked, for a person: what TLS complains about is deep in its causes. */
public final class FailureReason {

  private static final int MOST_CAUSES = 20; // a chain may bite its own tail

  private static final String SILENT =
      "TLS: the server ended the handshake without a word; it may speak plain text";

  private FailureReason() {}

  /** The same of a handshake that was going on. */
  public static String ofHandshake(Throwable failure) {
    return innermost(failure) instanceof ClosedChannelException ? SILENT : of(failure);
  }

  public static String of(Throwable failure) {
    if (isCausedBy(failure, CertificateException.class)) {
      return "its certificate is refused: " + SocketReason.of(innermost(failure));
    }
    if (!isCausedBy(failure, SSLException.class)) {
      return SocketReason.of(failure);
    }
    return innermost(failure) instanceof ClosedChannelException
        ? SILENT
        : "TLS: " + explained(SocketReason.of(innermost(failure)));
  }

  private static String explained(String told) {
    return told.contains("unknown_ca")
        ? told + ", as it doesn't know who has signed this agent's certificate"
        : told;
  }

  private static boolean isCausedBy(Throwable failure, Class<? extends Throwable> kind) {
    Throwable cause = failure;
    for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
      if (kind.isInstance(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static Throwable innermost(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; i < MOST_CAUSES && cause.getCause() != null; i++) {
      cause = cause.getCause();
    }
    return cause;
  }
}
