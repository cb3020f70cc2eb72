package dev.vertxmesh.net.tls;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * A private key and the certificates that say whose it is.
 *
 * @param chain the key's own first
 */
record CertifiedKey(List<X509Certificate> chain, PrivateKey key) {

  /** Ed25519's is called EdDSA. */
  private static final Set<String> KINDS = Set.of("RSA", "EC", "EdDSA");

  private static final byte[] ANYTHING = "whose key is it?".getBytes(StandardCharsets.US_ASCII);

  X509Certificate certificate() {
    return chain.get(0);
  }

  /**
   * @param password null where there's none
   */
  static CertifiedKey of(PemFile certificate, PemFile key, PemFile password, Instant now) {
    List<X509Certificate> chain = certificate.certificates();
    checkTime(certificate.path(), chain.get(0), now);
    PublicKey whose = chain.get(0).getPublicKey();
    if (!KINDS.contains(whose.getAlgorithm())) {
      throw new TlsFailure(
          certificate.path(), "is for a key of " + whose.getAlgorithm(), "RSA, EC or Ed25519");
    }
    PrivateKey found = PemKey.of(key, password, whose);
    if (!fits(found, whose)) {
      throw new TlsFailure(
          key.path(), "doesn't fit " + certificate.path(), "the key that its certificate is for");
    }
    return new CertifiedKey(chain, found);
  }

  private static void checkTime(Path file, X509Certificate certificate, Instant now) {
    Instant from = certificate.getNotBefore().toInstant();
    Instant to = certificate.getNotAfter().toInstant();
    if (now.isAfter(to)) {
      throw new TlsFailure(file, "has expired on " + to, "a certificate that is valid now");
    } else if (now.isBefore(from)) {
      throw new TlsFailure(
          file, "isn't valid until " + from, "a certificate that is valid now, or a right clock");
    }
  }

  private static boolean fits(PrivateKey key, PublicKey whose) {
    try {
      Signature signature = Signature.getInstance(signatureOf(key.getAlgorithm()));
      signature.initSign(key);
      signature.update(ANYTHING);
      byte[] signed = signature.sign();
      signature.initVerify(whose);
      signature.update(ANYTHING);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static String signatureOf(String algorithm) {
    return switch (algorithm) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> algorithm;
    };
  }
}
