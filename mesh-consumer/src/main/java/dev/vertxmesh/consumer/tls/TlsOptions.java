package dev.vertxmesh.consumer.tls;

import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.net.tls.TlsFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** TLS at the ports for callers and for Dubbo consumers. */
public final class TlsOptions {

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      split = ",",
      converter = OptionConverters.Existing.class,
      description =
          "this agent's certificate, and those between it and its authority, in PEM: --port and"
              + " --dubbo-port have TLS then, and nothing else; of several, each with its key, a"
              + " client gets the one for the server name that it asks for, else the first")
  List<Path> certificates = List.of();

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      split = ",",
      converter = OptionConverters.Existing.class,
      description = "the key of --tls-cert, in PEM, in the same order")
  List<Path> keys = List.of();

  @Option(
      names = "--tls-key-password-file",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "a file whose first line is the password of --tls-key")
  Path password;

  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "who has signed the certificates of callers, in PEM")
  Path clientAuthority;

  @Option(
      names = "--tls-client-auth",
      paramLabel = "WHETHER",
      converter = OptionConverters.ClientAuth.class,
      description =
          "whether callers show a certificate: none, asked or required; required once there's a"
              + " --tls-client-ca")
  ClientCertificates clientAuth;

  /**
   * @throws IllegalArgumentException naming the options that lack another
   */
  public void check() {
    if (certificates.size() != keys.size()) {
      throw new IllegalArgumentException(
          "--tls-cert and --tls-key belong together, expected as many of one as of the other");
    } else if (certificates.isEmpty()
        && (password != null || clientAuthority != null || clientAuth != null)) {
      throw new IllegalArgumentException(
          "--tls-key-password-file, --tls-client-ca and --tls-client-auth are for TLS, expected"
              + " --tls-cert and --tls-key too");
    } else if (clientAuthority == null && clients() != ClientCertificates.NONE) {
      throw new IllegalArgumentException(
          "--tls-client-auth: nobody is trusted, expected --tls-client-ca too");
    }
  }

  /** Whether callers are asked for a certificate. */
  public ClientCertificates clients() {
    if (clientAuth != null) {
      return clientAuth;
    }
    return clientAuthority == null ? ClientCertificates.NONE : ClientCertificates.REQUIRED;
  }

  /** One for each certificate; none for plain text. */
  List<TlsFiles> files() {
    List<TlsFiles> all = new ArrayList<>();
    for (int i = 0; i < certificates.size(); i++) {
      all.add(new TlsFiles(certificates.get(i), keys.get(i), password, clientAuthority));
    }
    return all;
  }
}
