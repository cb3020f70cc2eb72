package dev.vertxmesh.net.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Shows a client's certificate as it is at each handshake. If it's replaced in the midst of one,
 * that one may fail, and the next doesn't.
 */
final class CurrentKeys extends X509ExtendedKeyManager {

  private final WatchedTls watched;

  CurrentKeys(WatchedTls watched) {
    this.watched = watched;
  }

  private X509ExtendedKeyManager now() {
    return watched.current().keyManager();
  }

  @Override
  public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
    return now().chooseEngineClientAlias(types, issuers, engine);
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return now().getClientAliases(type, issuers);
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return now().chooseClientAlias(types, issuers, socket);
  }

  /** It's for clients. */
  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return new String[0];
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return null;
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return now().getCertificateChain(alias);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return now().getPrivateKey(alias);
  }
}
