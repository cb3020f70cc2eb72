package dev.vertxmesh.link.tls;

import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.net.tls.PeerNames;
import dev.vertxmesh.net.tls.PeerRule;
import dev.vertxmesh.net.tls.TlsClient;
import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.WatchedTls;
import dev.vertxmesh.net.tls.listener.TlsListener;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * How an agent's links are encrypted: both sides show a certificate of one authority, and each has
 * to be one of those that it may be. Thread-safe.
 *
 * <p>Hosts aren't compared with names, as pods have addresses that nobody certifies.
 */
public final class LinkTls implements AutoCloseable {

  private final WatchedTls files;
  private final TlsClient connecting;
  private final PeerRule rule;
  private TlsListener listener;

  private LinkTls(WatchedTls files, PeerRule rule) {
    this.files = files;
    this.connecting = new TlsClient(files, null);
    this.rule = rule;
  }

  /**
   * Reads files, which blocks, and looks for newer ones until it's closed.
   *
   * @param rule whom the other side has to prove to be
   * @throws dev.vertxmesh.net.tls.TlsFailure if they can't be used
   */
  public static LinkTls open(Vertx vertx, TlsFiles files, PeerRule rule, TlsEngine engine) {
    return new LinkTls(WatchedTls.open(vertx, "links", List.of(files), engine), rule);
  }

  /** For the side that is connected to, one for all event loops; blocks the first time. */
  public synchronized TlsListener listener() {
    if (listener == null) {
      listener = new TlsListener(files, ClientCertificates.REQUIRED);
    }
    return listener;
  }

  /** For the side that connects, now and with newer files. */
  public NetClient client(Vertx vertx) {
    return vertx.createNetClient(
        TlsClient.options(connecting).setHostnameVerificationAlgorithm(""));
  }

  /** Whom this agent proves to be to those who look for it: its first URI, else its first name. */
  public String identity() {
    PeerNames mine = files.current().names();
    return Stream.concat(mine.uris().stream(), mine.dns().stream()).findFirst().orElse("");
  }

  /** Runs something, on any thread, now and whenever there's another certificate. */
  public void onCertificate(Runnable action) {
    files.onMaterial(material -> action.run());
  }

  /**
   * Looks at who has connected, once the handshake is over.
   *
   * @return why it's refused, for a person; null if it isn't
   */
  public String refusalOf(Channel channel) {
    return rule.refusal(proven(channel));
  }

  /**
   * Looks at who was connected to, once the handshake is over.
   *
   * @param named whom the registry's entry names; empty for nobody
   * @throws PeerRefusal if it's somebody else
   */
  public void check(Channel channel, String named) {
    String refusal = rule.refusal(proven(channel), named);
    if (refusal != null) {
      throw new PeerRefusal("refused: " + refusal);
    }
  }

  private static List<String> proven(Channel channel) {
    try {
      Certificate[] shown =
          channel.pipeline().get(SslHandler.class).engine().getSession().getPeerCertificates();
      return PeerNames.of((X509Certificate) shown[0]).all();
    } catch (SSLPeerUnverifiedException e) {
      return List.of();
    }
  }

  public WatchedTls watched() {
    return files;
  }

  /** Looks for newer files no more. */
  @Override
  public void close() {
    files.close();
  }
}
