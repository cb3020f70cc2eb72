package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Issuer.listed;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.CertificateBuilder.KeyUsage;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.Map;

/**
 * What cert-manager makes of a Certificate: a subject that is empty, since there's no common name,
 * just these names, and just these usages. What it would do otherwise here is an error.
 */
final class CertManager implements Issuer {

  private final X509Bundle authority;

  CertManager() throws Exception {
    authority =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=mesh-ca")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
  }

  @Override
  public Map<String, String> issue(JsonObject wanted) throws Exception {
    JsonObject key = wanted.getJsonObject("privateKey");
    if (!key.getString("algorithm").equals("ECDSA") || key.getInteger("size") != 256) {
      throw new IllegalArgumentException("keys of P-256 alone are made here, not " + key);
    }
    CertificateBuilder certificate = new CertificateBuilder().ecp256().subject("");
    listed(wanted, "dnsNames").forEach(certificate::addSanDnsName);
    listed(wanted, "ipAddresses").forEach(certificate::addSanIpAddress);
    for (String uri : listed(wanted, "uris")) {
      certificate.addSanUriName(URI.create(uri));
    }
    for (String usage : listed(wanted, "usages")) {
      use(certificate, usage);
    }
    X509Bundle issued = certificate.buildIssuedBy(authority);
    return Map.of(
        "tls.crt", issued.getCertificatePEM(),
        "tls.key", issued.getPrivateKeyPEM(),
        "ca.crt", authority.getCertificatePEM());
  }

  private static void use(CertificateBuilder certificate, String usage) {
    switch (usage) {
      case "digital signature" -> certificate.setKeyUsage(true, KeyUsage.digitalSignature);
      case "server auth" -> certificate.addExtendedKeyUsageServerAuth();
      case "client auth" -> certificate.addExtendedKeyUsageClientAuth();
      default -> throw new IllegalArgumentException("usage " + usage);
    }
  }
}
