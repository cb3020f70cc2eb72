package dev.vertxmesh.net.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Believes servers by the authorities as they are at each handshake. */
final class CurrentAuthorities extends X509ExtendedTrustManager {

  private volatile X509ExtendedTrustManager now;

  CurrentAuthorities(WatchedTls watched) {
    watched.onMaterial(material -> now = of(material.authorities()));
  }

  private static X509ExtendedTrustManager of(TrustManagerFactory authorities) {
    return Stream.of((authorities == null ? java() : authorities).getTrustManagers())
        .filter(X509ExtendedTrustManager.class::isInstance)
        .map(X509ExtendedTrustManager.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /** Whom Java trusts. */
  private static TrustManagerFactory java() {
    try {
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init((KeyStore) null);
      return factory;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java's own authorities: " + e.getMessage(), e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    now.checkServerTrusted(chain, type, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    now.checkServerTrusted(chain, type, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    now.checkServerTrusted(chain, type);
  }

  /** It's for clients. */
  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("no client is expected");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw new CertificateException("no client is expected");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("no client is expected");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return now.getAcceptedIssuers();
  }
}
