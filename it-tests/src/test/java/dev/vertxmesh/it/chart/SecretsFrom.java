package dev.vertxmesh.it.chart;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where the certificates come from that {@code tls.enabled} asks for. */
enum SecretsFrom {

  /** Secrets of one's own, made with mesh-certs for just those whom docs/kubernetes.md names. */
  MESH_CERTS(
      new JsonObject()
          .put("enabled", true)
          .put(
              "links",
              new JsonObject()
                  .put("secretName", "mesh-links")
                  .put("providers", list(provider("shop"), provider("default")))
                  .put("gateways", list(gateway("shop"))))
          .put(
              "callers",
              new JsonObject().put("secretName", "mesh-callers").put("clientAuth", "required"))
          .put(
              "admin",
              new JsonObject()
                  .put("secretName", "mesh-admin-tls")
                  .put("serverName", "mesh-vertx-mesh-admin")),
      provider("other"),
      gateway("other")) {

    @Override
    Issuer issuer(Path folder) {
      return Issuer.meshCerts(folder);
    }

    @Override
    List<JsonObject> wanted(Manifests manifests, String namespace) {
      List<JsonObject> all = new ArrayList<>();
      if (namespace.equals("shop")) { // where both sides have the same secret
        String service = "mesh-vertx-mesh-gateway";
        all.add(wanted("mesh-links", list(gateway("shop"), provider("shop")), list()));
        all.add(
            wanted(
                "mesh-callers",
                list(),
                list(service, service + ".shop", service + ".shop.svc", "mesh.example")));
      } else {
        all.add(wanted("mesh-links", list(provider(namespace)), list()));
      }
      all.add(wanted("mesh-admin-tls", list(), list("mesh-vertx-mesh-admin", "localhost")));
      return all;
    }
  },

  /** What cert-manager makes of the Certificates that are rendered. */
  CERT_MANAGER(
      new JsonObject()
          .put("enabled", true)
          .put(
              "certManager",
              new JsonObject()
                  .put(
                      "issuerRef",
                      new JsonObject().put("name", "mesh-ca").put("kind", "ClusterIssuer")))
          .put("callers", new JsonObject().put("dnsNames", list("mesh.example"))),
      "spiffe://cluster.local/ns/other/mesh-gateway",
      "spiffe://cluster.local/ns/other/mesh-provider") {

    @Override
    Issuer issuer(Path folder) throws Exception {
      return Issuer.certManager();
    }

    @Override
    List<JsonObject> wanted(Manifests manifests, String namespace) {
      return manifests.all("Certificate").stream().map(one -> one.getJsonObject("spec")).toList();
    }
  };

  private final JsonObject values;
  private final String otherProvider;
  private final String otherGateway;

  SecretsFrom(JsonObject values, String otherProvider, String otherGateway) {
    this.values = values;
    this.otherProvider = otherProvider;
    this.otherGateway = otherGateway;
  }

  /** The value {@code tls}. */
  JsonObject tls() {
    return values.copy();
  }

  /** Whom the authority has signed, and gateways are not to believe. */
  String otherProvider() {
    return otherProvider;
  }

  /** Whom it has signed, and agents beside providers are not to believe. */
  String otherGateway() {
    return otherGateway;
  }

  abstract Issuer issuer(Path folder) throws Exception;

  /** The certificates of a release, as cert-manager's specs. */
  abstract List<JsonObject> wanted(Manifests manifests, String namespace);

  /** A certificate for who may be at either end of a handshake. */
  static JsonObject wanted(String secret, JsonArray uris, JsonArray dnsNames) {
    return new JsonObject()
        .put("secretName", secret)
        .put("uris", uris)
        .put("dnsNames", dnsNames)
        .put("usages", list("digital signature", "server auth", "client auth"))
        .put("privateKey", new JsonObject().put("algorithm", "ECDSA").put("size", 256));
  }

  static JsonArray list(String... names) {
    return new JsonArray(Stream.of(names).map(Object.class::cast).toList());
  }

  private static String provider(String namespace) {
    return "spiffe://cluster.local/ns/" + namespace + "/mesh-provider";
  }

  static String gateway(String namespace) {
    return "spiffe://cluster.local/ns/" + namespace + "/mesh-gateway";
  }
}
