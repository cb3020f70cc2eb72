package dev.vertxmesh.consumer.tls;

import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.WatchedTls;
import dev.vertxmesh.net.tls.listener.TlsListener;

/**
 * TLS at the two ports of a consumer agent, for all event loops.
 *
 * @param http for the one for HTTP and gRPC; null for plain text
 * @param dubbo for the one for Dubbo consumers; likewise
 */
public record CallersTls(TlsListener http, TlsListener dubbo) {

  public static final CallersTls NONE = new CallersTls(null, null);

  /**
   * Reads the files, which blocks.
   *
   * @throws StartFailure if they can't be used
   */
  public static CallersTls open(TlsOptions options, AgentContext agent) {
    if (options.files().isEmpty()) {
      return NONE;
    }
    try {
      WatchedTls watched =
          WatchedTls.open(agent.vertx(), "callers", options.files(), agent.common().tlsEngine());
      agent.certificates().show(watched);
      return new CallersTls(
          new TlsListener(watched, options.clients(), "h2", "http/1.1"),
          TlsListener.named("dubbo consumers", watched, options.clients()));
    } catch (TlsFailure e) {
      throw new StartFailure(TlsFiles.told(e, options.files(), "--tls-", "client-ca"), e);
    }
  }

  /** Looks for newer files no more. */
  public void close() {
    if (http != null) {
      http.close();
    }
  }
}
