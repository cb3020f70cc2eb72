package dev.vertxmesh.net;

import io.vertx.core.net.ClientOptionsBase;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;

/**
 * How a connection to a server is encrypted, and who proves what. Files are in PEM. The name that
 * was connected to has to be in the server's certificate.
 *
 * @param authority who has signed the server's certificate; null for whom Java trusts
 * @param certificate of this client; null if the server asks for none
 * @param key of that certificate
 */
public record ClientTls(Path authority, Path certificate, Path key) {

  /** For a client that is Vert.x's, with options from {@link SocketSetup}. */
  public <O extends ClientOptionsBase> O applyTo(O options) {
    options.setSsl(true);
    if (authority != null) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(authority.toString()));
    }
    if (certificate != null) {
      options.setKeyCertOptions(
          new PemKeyCertOptions().addCertPath(certificate.toString()).addKeyPath(key.toString()));
    }
    return options;
  }
}
