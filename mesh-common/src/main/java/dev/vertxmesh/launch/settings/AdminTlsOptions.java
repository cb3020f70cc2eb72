package dev.vertxmesh.launch.settings;

import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.TlsListener;
import dev.vertxmesh.net.tls.WatchedTls;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;

/** TLS on the admin port. */
public final class AdminTlsOptions {

  @Option(
      names = "--admin-tls-cert",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description =
          "the admin port's certificate, and those between it and its authority, in PEM: it has TLS"
              + " then, and nothing else")
  Path certificate;

  @Option(
      names = "--admin-tls-key",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "the key of --admin-tls-cert, in PEM, which isn't encrypted")
  Path key;

  @Option(
      names = "--admin-tls-client-ca",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description =
          "who has signed the certificates of those who may ask at the admin port, in PEM; nobody"
              + " else may then")
  Path clientAuthority;

  /**
   * @throws IllegalArgumentException naming the options that lack another
   */
  void check() {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "--admin-tls-cert and --admin-tls-key belong together, expected both or neither");
    } else if (clientAuthority != null && certificate == null) {
      throw new IllegalArgumentException(
          "--admin-tls-client-ca is for TLS, expected --admin-tls-cert and --admin-tls-key too");
    }
  }

  /**
   * Reads the files, which blocks. Null for plain text.
   *
   * @throws StartFailure if they can't be used
   */
  public TlsListener open(Vertx vertx, TlsEngine engine) {
    if (certificate == null) {
      return null;
    }
    try {
      TlsFiles files = TlsFiles.of(certificate, key, clientAuthority);
      return new TlsListener(
          WatchedTls.open(vertx, "admin", List.of(files), engine),
          clientAuthority == null ? ClientCertificates.NONE : ClientCertificates.REQUIRED,
          "http/1.1");
    } catch (TlsFailure e) {
      throw new StartFailure("--admin-tls-cert: " + e.getMessage(), e);
    }
  }
}
