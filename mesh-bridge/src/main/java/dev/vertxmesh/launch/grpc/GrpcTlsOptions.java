package dev.vertxmesh.launch.grpc;

import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.net.tls.TlsClient;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** TLS to gRPC servers, and Triple providers of Dubbo 3. */
public final class GrpcTlsOptions {

  private static final String PREFIX = "--grpc-";

  @Option(
      names = "--grpc-tls",
      description =
          "reach gRPC servers over TLS, with certificates that Java trusts or --grpc-ca does")
  boolean enabled;

  @Option(
      names = "--grpc-ca",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "who has signed the certificates of gRPC servers, in PEM")
  Path authority;

  @Option(
      names = "--grpc-cert",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "this agent's own certificate, in PEM, where gRPC servers ask for one")
  Path certificate;

  @Option(
      names = "--grpc-key",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "the key of --grpc-cert, in PEM")
  Path key;

  @Option(
      names = "--grpc-key-password-file",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "a file whose first line is the password of --grpc-key")
  Path password;

  /**
   * @throws IllegalArgumentException naming the options that lack another
   */
  public void check() {
    if (!enabled && Stream.of(authority, certificate, key, password).anyMatch(Objects::nonNull)) {
      throw new IllegalArgumentException(
          "--grpc-ca, --grpc-cert, --grpc-key and --grpc-key-password-file are for TLS, expected"
              + " --grpc-tls too");
    }
    TlsFiles.check(PREFIX, certificate, key, password);
  }

  public boolean isEnabled() {
    return enabled;
  }

  /**
   * Reads the files, which blocks. Null for cleartext.
   *
   * @throws StartFailure if they can't be used
   */
  public TlsClient open(Vertx vertx) {
    if (!enabled) {
      return null;
    }
    TlsFiles files = new TlsFiles(certificate, key, password, authority);
    try {
      return TlsClient.open(vertx, "grpc", files);
    } catch (TlsFailure e) {
      throw new StartFailure(TlsFiles.told(e, List.of(files), PREFIX, "ca"), e);
    }
  }
}
