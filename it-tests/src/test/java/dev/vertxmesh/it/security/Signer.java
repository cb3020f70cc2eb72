package dev.vertxmesh.it.security;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;

/** An authority of a test's own, which signs certificates for agents. */
final class Signer {

  private static final Duration WHILE = Duration.ofDays(1);

  private final X509Bundle root;

  Signer(String name) throws Exception {
    root =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=" + name)
            .setIsCertificateAuthority(true)
            .notBefore(Instant.now().minus(WHILE.multipliedBy(9)))
            .notAfter(Instant.now().plus(WHILE.multipliedBy(9)))
            .buildSelfSigned();
  }

  /** For an agent of this name, valid now. */
  X509Bundle issue(String uri) throws Exception {
    return issue(uri, Instant.now().minus(WHILE), Instant.now().plus(WHILE));
  }

  X509Bundle expired(String uri) throws Exception {
    return issue(uri, Instant.now().minus(WHILE.multipliedBy(2)), Instant.now().minus(WHILE));
  }

  X509Bundle notYetValid(String uri) throws Exception {
    return issue(uri, Instant.now().plus(WHILE), Instant.now().plus(WHILE.multipliedBy(2)));
  }

  private X509Bundle issue(String uri, Instant from, Instant to) throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=agent")
        .addSanUriName(URI.create(uri))
        .notBefore(from)
        .notAfter(to)
        .buildIssuedBy(root);
  }

  X509Bundle root() {
    return root;
  }

  /** Its own certificate. */
  Path write(Path folder) throws Exception {
    return Files.writeString(folder.resolve("ca.crt"), root.getCertificatePEM());
  }

  /** Replaces what an agent has, a file at a time, each at once. */
  static void write(X509Bundle issued, Path folder, String name) throws Exception {
    replace(folder.resolve(name + ".crt"), issued.getCertificatePEM());
    replace(folder.resolve(name + ".key"), issued.getPrivateKeyPEM());
  }

  private static void replace(Path file, String pem) throws Exception {
    Path beside = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), pem);
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
