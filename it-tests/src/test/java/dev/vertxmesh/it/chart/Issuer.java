package dev.vertxmesh.it.chart;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;

/** One authority, and what it signs: secrets as cert-manager makes them. */
interface Issuer {

  /**
   * A new certificate and its key.
   *
   * @param wanted {@code dnsNames}, {@code uris}, {@code ipAddresses} and what else a Certificate's
   *     spec of cert-manager has
   * @return {@code tls.crt}, {@code tls.key} and {@code ca.crt}, in PEM
   */
  Map<String, String> issue(JsonObject wanted) throws Exception;

  /** The project's own mesh-certs, for secrets of one's own. */
  static Issuer meshCerts(Path folder) {
    return new MeshCerts(folder);
  }

  /** As cert-manager does what a rendered Certificate asks for. */
  static Issuer certManager() throws Exception {
    return new CertManager();
  }

  /** A list of a spec; empty if it isn't there. */
  static Iterable<String> listed(JsonObject spec, String field) {
    return spec.getJsonArray(field, new JsonArray()).stream().map(String.class::cast).toList();
  }
}
