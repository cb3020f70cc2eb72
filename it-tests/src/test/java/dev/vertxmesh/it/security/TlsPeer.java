package dev.vertxmesh.it.security;

import dev.vertxmesh.it.harness.Authority;
import dev.vertxmesh.it.harness.Authority.Identity;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/** Java's own TLS, of a client that shows its certificate whatever it's asked for. */
final class TlsPeer extends X509ExtendedKeyManager {

  private final X509Certificate[] chain;
  private final PrivateKey key;

  private TlsPeer(Identity identity) throws Exception {
    chain = new X509Certificate[] {certificate(identity.cert())};
    String pem = Files.readString(identity.key()).replaceAll("-----[A-Z ]+-----|\\s", "");
    key =
        KeyFactory.getInstance("RSA")
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
  }

  /**
   * @param identity null for a client that has none
   * @param trusted who has signed the servers' certificates
   */
  static SSLContext context(Identity identity, Authority trusted) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("trusted", certificate(trusted.cert()));
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(store);
    KeyManager[] keys =
        identity == null ? new KeyManager[0] : new KeyManager[] {new TlsPeer(identity)};
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, trust.getTrustManagers(), null);
    return context;
  }

  private static X509Certificate certificate(java.nio.file.Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  @Override
  public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
    return "own";
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return "own";
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return new String[] {"own"};
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return null;
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return chain;
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return key;
  }
}
