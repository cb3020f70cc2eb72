package dev.vertxmesh.launch.settings;

import dev.vertxmesh.link.tls.LinkTls;
import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.PeerPattern;
import dev.vertxmesh.net.tls.PeerRule;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;

/** How links are encrypted, and whom they may lead to. */
public final class LinkTlsOptions {

  private static final String ALL =
      "--link-tls-cert, --link-tls-key and --link-tls-ca belong together, as links are mutual:"
          + " expected all three or none";

  @Option(
      names = "--link-tls-cert",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description =
          "links to other agents are encrypted and mutual, and this is the certificate by which"
              + " this agent proves who it is, with those between it and --link-tls-ca, in PEM")
  Path certificate;

  @Option(
      names = "--link-tls-key",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "the key of --link-tls-cert, in PEM")
  Path key;

  @Option(
      names = "--link-tls-key-password-file",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "a file whose first line is the password of --link-tls-key, if it has one")
  Path password;

  @Option(
      names = "--link-tls-ca",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "who has signed the other agents' certificates, in PEM")
  Path authority;

  @Option(
      names = "--link-peer-san",
      paramLabel = "NAME",
      converter = OptionConverters.PeerName.class,
      split = ",",
      description =
          "who the agent at the other end of a link has to be: a URI, a DNS name or an address in"
              + " its certificate, in which one * may stand for a segment or a label, such as"
              + " spiffe://mesh/ns/*/sa/orders; one of several is enough")
  List<PeerPattern> peers = List.of();

  /**
   * @throws IllegalArgumentException naming the options that lack another
   */
  public void check() {
    boolean any = certificate != null || key != null || authority != null;
    boolean all = certificate != null && key != null && authority != null;
    if (any && !all) {
      throw new IllegalArgumentException(ALL);
    } else if (!any && (password != null || !peers.isEmpty())) {
      throw new IllegalArgumentException(
          (password != null ? "--link-tls-key-password-file" : "--link-peer-san")
              + " is for encrypted links, expected --link-tls-cert, --link-tls-key and"
              + " --link-tls-ca too");
    }
  }

  /** Whether links are encrypted. */
  public boolean isEnabled() {
    return certificate != null;
  }

  /**
   * Reads the files, which blocks. Null for plain text.
   *
   * @throws StartFailure if they can't be used
   */
  public LinkTls open(Vertx vertx, TlsEngine engine) {
    if (certificate == null) {
      return null;
    }
    TlsFiles files = new TlsFiles(certificate, key, password, authority);
    try {
      return LinkTls.open(vertx, files, new PeerRule(peers), engine);
    } catch (TlsFailure e) {
      throw new StartFailure(TlsFiles.told(e, List.of(files), "--link-tls-", "ca"), e);
    }
  }

  /**
   * The same for an agent that is looked for by its name.
   *
   * @throws StartFailure also if its certificate names nobody
   */
  public LinkTls openAnnounced(Vertx vertx, TlsEngine engine) {
    LinkTls tls = open(vertx, engine);
    if (tls == null) {
      return null;
    } else if (tls.identity().isEmpty()) {
      tls.close();
      throw new StartFailure(
          "--link-tls-cert: %s names nobody, expected a URI or a DNS name among its subject's"
                  .formatted(certificate)
              + " alternative names, as consumers check it",
          null);
    }
    tls.listener(); // now, as no event loop may wait for it
    return tls;
  }
}
