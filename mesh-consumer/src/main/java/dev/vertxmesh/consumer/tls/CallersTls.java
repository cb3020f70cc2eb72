package dev.vertxmesh.consumer.tls;

import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.CertificateMeter;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsListener;
import dev.vertxmesh.net.tls.WatchedTls;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

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
      WatchedTls watched = WatchedTls.open(agent.vertx(), "callers", options.files());
      CertificateMeter.register(watched, agent);
      return new CallersTls(
          new TlsListener(watched, options.clients(), "h2", "http/1.1"),
          new TlsListener(watched, options.clients()));
    } catch (TlsFailure e) {
      throw new StartFailure("--tls-cert: " + e.getMessage(), e);
    }
  }

  /** Adds what is known of the certificate, where there's one. */
  public JsonObject tell(JsonObject topology) {
    return http == null
        ? topology
        : topology.put("tls", new JsonArray().add(http.watched().toJson()));
  }

  /** Looks for newer files no more. */
  public void close() {
    if (http != null) {
      http.close();
    }
  }
}
