package dev.vertxmesh.launch.settings;

import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.WatchedTls;
import dev.vertxmesh.net.tls.listener.TlsListener;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;

/** TLS on the admin port. */
public final class AdminTlsOptions {

  private static final String PREFIX = "--admin-tls-";

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
      description = "the key of --admin-tls-cert, in PEM")
  Path key;

  @Option(
      names = "--admin-tls-key-password-file",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "a file whose first line is the password of --admin-tls-key")
  Path password;

  @Option(
      names = "--admin-tls-client-ca",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description =
          "who has signed the certificates of those who may ask at the admin port, in PEM")
  Path clientAuthority;

  @Option(
      names = "--admin-tls-client-auth",
      paramLabel = "WHETHER",
      converter = OptionConverters.ClientAuth.class,
      description =
          "whether who comes to the admin port shows a certificate: required, without which nobody"
              + " connects, or asked, so that all but --admin-open needs a certificate or a token;"
              + " required once there's an --admin-tls-client-ca")
  ClientCertificates clientAuth;

  /**
   * @throws IllegalArgumentException naming the options that lack another
   */
  void check() {
    TlsFiles.check(PREFIX, certificate, key, password);
    if (clientAuthority != null && certificate == null) {
      throw new IllegalArgumentException(
          "--admin-tls-client-ca is for TLS, expected --admin-tls-cert and --admin-tls-key too");
    } else if (clientAuth != null && clientAuthority == null) {
      throw new IllegalArgumentException(
          "--admin-tls-client-auth: nobody is trusted, expected --admin-tls-client-ca too");
    } else if (clientAuth == ClientCertificates.NONE) {
      throw new IllegalArgumentException(
          "--admin-tls-client-auth: none is without --admin-tls-client-ca, expected asked or"
              + " required");
    }
  }

  /** Whether who has no certificate connects all the same, though they are asked for. */
  boolean isAsking() {
    return clientAuth == ClientCertificates.ASKED;
  }

  private ClientCertificates clients() {
    if (clientAuth != null) {
      return clientAuth;
    }
    return clientAuthority == null ? ClientCertificates.NONE : ClientCertificates.REQUIRED;
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
    List<TlsFiles> files = List.of(new TlsFiles(certificate, key, password, clientAuthority));
    try {
      return new TlsListener(WatchedTls.open(vertx, "admin", files, engine), clients(), "http/1.1");
    } catch (TlsFailure e) {
      throw new StartFailure(TlsFiles.told(e, files, PREFIX, "client-ca"), e);
    }
  }
}
