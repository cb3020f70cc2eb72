package dev.vertxmesh.launch.settings;

import dev.vertxmesh.admin.AdminAccess;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Where the admin port is, and for whom. */
public final class AdminOptions {

  private static final int NO_PORT = -1;

  /** Something on the admin port, with all below it; {@code none} is none of it. */
  static final class OpenPath implements OptionConverter<String> {
    @Override
    public String convert(String value) {
      if (value.equals("none") || value.equals("/") || value.matches("(/[a-z-]+){1,4}")) {
        return value;
      }
      throw new Expected("a path such as /metrics, / for everything, or none");
    }
  }

  @Option(
      names = "--admin-host",
      paramLabel = "HOST",
      description =
          "address that the admin port listens on; on another than the machine's own, all but"
              + " --admin-open needs a token")
  String host = "127.0.0.1";

  @Option(
      names = "--admin-hosts",
      paramLabel = "NAME",
      split = ",",
      converter = OptionConverters.Host.class,
      description =
          "names of the public DNS under which the admin port may be asked; addresses and names"
              + " that aren't public always may")
  private List<String> names = List.of();

  @Option(
      names = "--admin-open",
      paramLabel = "PATH",
      split = ",",
      converter = OpenPath.class,
      description =
          "what the admin port tells and does without a token, with all below it; none, or / for"
              + " everything")
  private List<String> open = List.of("/health", "/metrics");

  @Option(
      names = "--admin-port",
      paramLabel = "PORT",
      converter = OptionConverters.ListenPort.class,
      description = "health, metrics, topology and the page; 0 takes any free port")
  private int port;

  @Option(
      names = "--admin-token-file",
      paramLabel = "FILE",
      description =
          "tokens of those who may use the admin port, a line each, with a name before it if you"
              + " like; it's read again when it changes")
  private String tokenFile;

  AdminOptions(int port) {
    this.port = port;
  }

  public String host() {
    return host;
  }

  /** Under which browsers may ask, besides those that no page can have. */
  public List<String> names() {
    return names;
  }

  /** An agent inside a program has no admin port unless it's told one. */
  void without() {
    port = NO_PORT;
  }

  public boolean hasPort() {
    return port != NO_PORT;
  }

  public int port() {
    return port;
  }

  /**
   * What to warn of at start; null for nothing.
   *
   * @param bind says whether plain text is meant
   * @param listening the port that it's at
   */
  public String warning(BindOptions bind, AdminTlsOptions tls, int listening) {
    return tls.certificate == null
        ? bind.warning("port " + listening, host, "--admin-host", "--admin-tls-cert")
        : null;
  }

  /**
   * Who may ask the port for what. Reads the tokens, which blocks.
   *
   * @throws StartFailure if they can't be read
   */
  public AdminAccess access(AdminTlsOptions tls) {
    if (tokenFile == null && tls.isAsking()) {
      return AdminAccess.withCertificates(Set.copyOf(open));
    } else if (tokenFile == null) {
      return BindOptions.isOfMachine(host)
          ? AdminAccess.EVERYBODY
          : AdminAccess.nobody(host, Set.copyOf(open));
    }
    try {
      return AdminAccess.withTokens(Path.of(tokenFile), Set.copyOf(open), tls.isAsking());
    } catch (IOException | IllegalArgumentException e) {
      throw new StartFailure("--admin-token-file: " + e.getMessage(), e);
    }
  }
}
