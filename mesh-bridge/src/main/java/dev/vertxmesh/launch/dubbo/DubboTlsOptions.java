package dev.vertxmesh.launch.dubbo;

import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.TlsClient;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;

/** TLS to Dubbo providers. */
public final class DubboTlsOptions {

  private static final String PREFIX = "--dubbo-tls-";

  @Option(
      names = "--dubbo-tls",
      description =
          "reach Dubbo providers over TLS (Dubbo's ssl-enabled), with certificates that Java trusts"
              + " or --dubbo-tls-ca does")
  boolean enabled;

  @Option(
      names = "--dubbo-tls-ca",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "who has signed the certificates of Dubbo providers, in PEM")
  Path authority;

  @Option(
      names = "--dubbo-tls-cert",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description =
          "this agent's own certificate, in PEM, where Dubbo providers ask for one (Dubbo's"
              + " server-trust-cert-collection-path)")
  Path certificate;

  @Option(
      names = "--dubbo-tls-key",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "the key of --dubbo-tls-cert, in PEM")
  Path key;

  @Option(
      names = "--dubbo-tls-key-password-file",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "a file whose first line is the password of --dubbo-tls-key")
  Path password;

  @Option(
      names = "--dubbo-tls-name",
      paramLabel = "NAME",
      converter = OptionConverters.Host.class,
      description =
          "the name that certificates of Dubbo providers have to be for; without it the host that"
              + " is connected to")
  String serverName;

  /**
   * @throws IllegalArgumentException naming the options that lack another
   */
  public void check() {
    if (!enabled
        && (authority != null || certificate != null || key != null || serverName != null)) {
      throw new IllegalArgumentException(
          "--dubbo-tls-ca, --dubbo-tls-cert, --dubbo-tls-key and --dubbo-tls-name are for TLS,"
              + " expected --dubbo-tls too");
    }
    TlsFiles.check(PREFIX, certificate, key, password);
  }

  public boolean isEnabled() {
    return enabled;
  }

  /**
   * Reads the files, which blocks. Null for plain text.
   *
   * @throws StartFailure if they can't be used
   */
  public TlsClient open(Vertx vertx, TlsEngine engine) {
    if (!enabled) {
      return null;
    }
    TlsFiles files = new TlsFiles(certificate, key, password, authority);
    try {
      return TlsClient.open(vertx, "dubbo", files, serverName, engine);
    } catch (TlsFailure e) {
      throw new StartFailure(TlsFiles.told(e, List.of(files), PREFIX, "ca"), e);
    }
  }
}
