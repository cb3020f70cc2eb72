package dev.vertxmesh.net;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Whose TLS is spoken. OpenSSL's, which is BoringSSL in Netty's packaging, is a native library for
 * Linux with glibc on x86-64 and arm64.
 */
public enum TlsEngine {
  /** OpenSSL's where it can be had, and otherwise the JDK's. */
  AUTO,
  OPENSSL,
  JDK;

  private static final Logger LOG = System.getLogger(TlsEngine.class.getName());
  private static final AtomicBoolean TOLD = new AtomicBoolean();

  /**
   * What is taken. The first question loads the library, which blocks for a tenth of a second: who
   * has no TLS doesn't ask.
   *
   * @return either {@link #OPENSSL} or {@link #JDK}
   * @throws IllegalStateException if OpenSSL's was asked for and can't be had; its message is for a
   *     person
   */
  public TlsEngine resolved() {
    if (this == JDK || OpenSsl.isAvailable()) {
      return this == JDK ? JDK : OPENSSL;
    } else if (this == OPENSSL) {
      throw new IllegalStateException(
          "OpenSSL can't be had: %s; expected --tls-engine auto or jdk".formatted(unavailable()));
    }
    if (TOLD.compareAndSet(false, true)) {
      LOG.log(Level.WARNING, "TLS by the JDK instead of OpenSSL: {0}", unavailable());
    }
    return JDK;
  }

  /** The loader's last word, which names the library. */
  private static String unavailable() {
    Throwable cause = OpenSsl.unavailabilityCause();
    return cause == null ? "it isn't on the class path" : cause.toString();
  }

  /** As Netty has it; of one that is {@link #resolved}. */
  public SslProvider ofNetty() {
    return this == OPENSSL ? SslProvider.OPENSSL : SslProvider.JDK;
  }

  /** As the setting and {@code /topology} have it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
