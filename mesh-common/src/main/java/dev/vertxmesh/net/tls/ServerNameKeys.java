package dev.vertxmesh.net.tls;

import io.netty.handler.ssl.OpenSslCachingX509KeyManagerFactory;
import java.net.Socket;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyManagerFactorySpi;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Shows the certificate that is for the server name that a client asks for, else the first whose
 * type of key the client takes. Vert.x' own way keeps a context for each name that anybody asks for
 * (CVE-2026-6860); this keeps nothing.
 */
final class ServerNameKeys extends X509ExtendedKeyManager {

  private final List<CertifiedKey> keys;
  private final List<PeerNames> names;

  ServerNameKeys(List<CertifiedKey> keys) {
    this.keys = List.copyOf(keys);
    this.names = keys.stream().map(key -> PeerNames.of(key.certificate())).toList();
  }

  /** These, which a context of OpenSSL's may keep as it has read them. */
  KeyManagerFactory factory() {
    return new OpenSslCachingX509KeyManagerFactory(new Factory(new Only(this)));
  }

  private static final class Factory extends KeyManagerFactory {
    Factory(Only keys) {
      super(keys, null, "mesh");
    }
  }

  private static final class Only extends KeyManagerFactorySpi {
    private final KeyManager keys;

    Only(KeyManager keys) {
      this.keys = keys;
    }

    @Override
    protected void engineInit(KeyStore store, char[] password) {}

    @Override
    protected void engineInit(ManagerFactoryParameters parameters) {}

    @Override
    protected KeyManager[] engineGetKeyManagers() {
      return new KeyManager[] {keys};
    }
  }

  @Override
  public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
    String host = askedFor(engine.getHandshakeSession());
    String[] found = aliases(type);
    for (String alias : found) {
      if (host != null && names.get(Integer.parseInt(alias)).isFor(host)) {
        return alias;
      }
    }
    // none, if one is for it that has another type of key: the client is asked for that next
    return found.length == 0 || host != null && hasFor(host) ? null : found[0];
  }

  private boolean hasFor(String host) {
    return names.stream().anyMatch(name -> name.isFor(host));
  }

  private static String askedFor(SSLSession session) {
    if (session instanceof ExtendedSSLSession extended) {
      for (SNIServerName name : extended.getRequestedServerNames()) {
        if (name instanceof SNIHostName host) {
          return host.getAsciiName().toLowerCase(Locale.ROOT);
        }
      }
    }
    return null;
  }

  private boolean isOf(int key, String type) {
    return keys.get(key).key().getAlgorithm().equals(type);
  }

  @Override
  public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
    for (String type : types) {
      String[] found = aliases(type);
      if (found.length > 0) {
        return found[0];
      }
    }
    return null;
  }

  private String[] aliases(String type) {
    return IntStream.range(0, keys.size())
        .filter(i -> isOf(i, type))
        .mapToObj(String::valueOf)
        .toArray(String[]::new);
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return aliases(type);
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return aliases(type);
  }

  /** For sockets that block; there are none. */
  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return chooseEngineClientAlias(types, issuers, null);
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    String[] found = aliases(type);
    return found.length == 0 ? null : found[0];
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return keys.get(Integer.parseInt(alias)).chain().toArray(X509Certificate[]::new);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return keys.get(Integer.parseInt(alias)).key();
  }
}
