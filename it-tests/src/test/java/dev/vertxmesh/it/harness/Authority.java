package dev.vertxmesh.it.harness;

import static java.time.temporal.ChronoUnit.DAYS;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

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

  private Path write(String file, String pem) {
    try {
      return Files.writeString(folder.resolve(file), pem);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
