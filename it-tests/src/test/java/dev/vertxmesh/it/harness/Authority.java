package dev.vertxmesh.it.harness;

import static java.time.temporal.ChronoUnit.DAYS;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** An authority of a test's own, which signs certificates. */
public final class Authority {

  private final boolean elliptic;
  private final Path folder;
  private final X509Bundle root;
  private final Path cert;

  /**
   * A certificate that the authority has signed, and its key.
   *
   * @param cert PEM
   * @param key PEM of PKCS#8
   */
  public record Identity(Path cert, Path key) {}

  /**
   * @param folder for its files; a test's own
   * @param name as certificates say it
   */
  public Authority(Path folder, String name) {
    this(folder, name, false);
  }

  /** The same with keys of P-256, which are made in no time. */
  public static Authority elliptic(Path folder, String name) {
    return new Authority(folder, name, true);
  }

  private Authority(Path folder, String name, boolean elliptic) {
    this.elliptic = elliptic;
    this.folder = folder.resolve(name);
    try {
      Files.createDirectories(this.folder);
      root = named(name).setIsCertificateAuthority(true).buildSelfSigned();
      cert = write("authority.crt", root.getCertificatePEM());
    } catch (Exception e) {
      throw new IllegalStateException("no authority " + name, e);
    }
  }

  /** PEM of its own certificate. */
  public Path cert() {
    return cert;
  }

  /**
   * Makes a key and a certificate for it.
   *
   * @param alternative another name of its owner, {@code ip:127.0.0.1} or {@code dns:a.b}; empty
   *     for none
   */
  public Identity issue(String commonName, String alternative) {
    Instant now = Instant.now();
    return issue(commonName, alternative, now.minus(1, DAYS), now.plus(30, DAYS));
  }

  /** The same, for a time of the caller's choice. */
  public Identity issue(String commonName, String alternative, Instant from, Instant to) {
    CertificateBuilder wanted = named(commonName).notBefore(from).notAfter(to);
    if (alternative.startsWith("ip:")) {
      wanted.addSanIpAddress(alternative.substring(3));
    } else if (alternative.startsWith("dns:")) {
      wanted.addSanDnsName(alternative.substring(4));
    }
    try {
      X509Bundle issued = wanted.buildIssuedBy(root);
      return new Identity(
          write(commonName + ".crt", issued.getCertificatePEM()),
          write(commonName + ".key", issued.getPrivateKeyPEM()));
    } catch (Exception e) {
      throw new IllegalStateException("no certificate for " + commonName, e);
    }
  }

  private CertificateBuilder named(String commonName) {
    CertificateBuilder wanted = new CertificateBuilder().subject("CN=" + commonName);
    return elliptic ? wanted.ecp256() : wanted.rsa2048();
  }

  /** The same with its key encrypted, as PKCS#8 has it (PBES2, AES-256). */
  public Identity encrypted(Identity plain, String password) {
    String algorithm = "PBEWithHmacSHA256AndAES_256";
    try {
      String pem = Files.readString(plain.key()).replaceAll("-----[A-Z ]+-----|\\s", "");
      Cipher cipher = Cipher.getInstance(algorithm);
      PBEKeySpec spec = new PBEKeySpec(password.toCharArray());
      cipher.init(
          Cipher.ENCRYPT_MODE, SecretKeyFactory.getInstance(algorithm).generateSecret(spec));
      AlgorithmParameters named = AlgorithmParameters.getInstance("PBES2");
      named.init(cipher.getParameters().getEncoded());
      byte[] encrypted = cipher.doFinal(Base64.getDecoder().decode(pem));
      String body =
          Base64.getMimeEncoder(64, new byte[] {'\n'})
              .encodeToString(new EncryptedPrivateKeyInfo(named, encrypted).getEncoded());
      String wrapped =
          "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
              .formatted("ENCRYPTED PRIVATE KEY", body);
      return new Identity(plain.cert(), write("encrypted-" + plain.key().getFileName(), wrapped));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("can't encrypt " + plain.key(), e);
    }
  }

  private Path write(String file, String pem) {
    try {
      return Files.writeString(folder.resolve(file), pem);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
