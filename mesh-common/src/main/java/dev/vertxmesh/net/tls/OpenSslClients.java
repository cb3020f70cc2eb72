package dev.vertxmesh.net.tls;

import io.netty.handler.ssl.OpenSslCertificateException;
import io.netty.internal.tcnative.CertificateVerifier;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Believes clients as the JDK does, and has OpenSSL say of those that aren't what the JDK says: the
 * alert {@code certificate_unknown}. Else those of another authority would get {@code
 * internal_error}.
 */
final class OpenSslClients extends X509ExtendedTrustManager {

  private final X509ExtendedTrustManager known;

  OpenSslClients(TrustManagerFactory authorities) {
    known =
        Stream.of(authorities.getTrustManagers())
            .filter(X509ExtendedTrustManager.class::isInstance)
            .map(X509ExtendedTrustManager.class::cast)
            .findFirst()
            .orElseThrow();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    try {
      known.checkClientTrusted(chain, type, engine);
    } catch (CertificateException e) {
      // one that BoringSSL has no alert of its own for (SSL_alert_from_verify_result)
      throw new OpenSslCertificateException(
          e.getMessage(), e, CertificateVerifier.X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION);
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    known.checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    known.checkClientTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    known.checkServerTrusted(chain, type, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    known.checkServerTrusted(chain, type, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    known.checkServerTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return known.getAcceptedIssuers();
  }
}
