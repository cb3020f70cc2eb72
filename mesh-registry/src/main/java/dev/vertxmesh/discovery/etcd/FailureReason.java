package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.net.SocketReason;
import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** Why a server couldn't be asked, for a person: what TLS complains about is deep in its causes. */
public final class FailureReason {

  private static final int MOST_CAUSES = 20; // a chain may bite its own tail

  private FailureReason() {}

  public static String of(Throwable failure) {
    if (isCausedBy(failure, CertificateException.class)) {
      return "its certificate is refused: " + SocketReason.of(innermost(failure));
    }
    return isCausedBy(failure, SSLException.class)
        ? "TLS: " + explained(SocketReason.of(innermost(failure)))
        : SocketReason.of(failure);
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
