package dev.vertxmesh.net.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One file of PEM (RFC 7468), as it was read.
 *
 * @param text all of it, which is in no message
 */
record PemFile(Path path, String text) {

  /** What is between two lines, such as of a {@code CERTIFICATE}. */
  record Block(String label, String body) {

    /** Of OpenSSL's own way to encrypt, which is older than PKCS#8. */
    boolean isEncryptedByHeaders() {
      return body.contains("ENCRYPTED");
    }

    /** Null if it isn't Base64. */
    byte[] der() {
      try {
        return Base64.getDecoder().decode(body.replaceAll("\\s", ""));
      } catch (IllegalArgumentException e) {
        return null;
      }
    }
  }

  /** A bundle of all the public authorities has some 250 kB. */
  private static final int MOST_BYTES = 1 << 20;

  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]*+(?:-(?!----)[^-]*+)*+)-----END \\1-----");

  /** Blocks. */
  static PemFile read(Path path) {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new TlsFailure(path, "is too large", "at most 1 MiB of PEM");
      }
      return new PemFile(path, new String(bytes, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      throw new TlsFailure(path, "doesn't exist", "a file in PEM");
    } catch (IOException e) {
      String why = "can't be read (%s)".formatted(e.getClass().getSimpleName());
      throw new TlsFailure(path, why, "a file in PEM that this process may read");
    }
  }

  List<Block> blocks() {
    List<Block> found = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      found.add(new Block(matcher.group(1), matcher.group(2)));
    }
    return found;
  }

  /** At least one. */
  List<X509Certificate> certificates() {
    List<X509Certificate> found = new ArrayList<>();
    for (Block block : blocks()) {
      if (block.label().equals("CERTIFICATE") || block.label().equals("X509 CERTIFICATE")) {
        found.add(certificate(block, found.size() + 1));
      }
    }
    if (found.isEmpty()) {
      throw new TlsFailure(
          path, "holds no certificate", "PEM with -----BEGIN CERTIFICATE----- in it");
    }
    return found;
  }

  private X509Certificate certificate(Block block, int number) {
    try {
      byte[] der = block.der();
      if (der != null) {
        return (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(der));
      }
    } catch (CertificateException e) {
      // told below: its own words are of DER
    }
    throw new TlsFailure(
        path, "is broken in its certificate no. " + number, "a certificate of X.509 in PEM");
  }
}
