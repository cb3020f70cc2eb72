package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.net.ClientTls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;

/** Looks into the files of a URL at start, before each connection fails for want of them. */
public final class PemFiles {

  private PemFiles() {}

  /**
   * Blocks.
   *
   * @throws RegistryFailure naming the option, the file and what is wrong with it
   */
  public static void check(StoreUrl url) {
    ClientTls tls = url.tls();
    if (tls == null) {
      return;
    }
    certificates(url, "ca", tls.authority());
    certificates(url, "cert", tls.certificate());
    if (tls.key() != null && !Files.isReadable(tls.key())) {
      throw failure(url, "key", tls.key(), "can't be read", null);
    }
  }

  private static void certificates(StoreUrl url, String option, Path file) {
    if (file == null) {
      return;
    }
    try (InputStream in = Files.newInputStream(file)) {
      if (CertificateFactory.getInstance("X.509").generateCertificates(in).isEmpty()) {
        throw failure(url, option, file, "holds no certificate", null);
      }
    } catch (IOException e) {
      throw failure(url, option, file, "can't be read", e);
    } catch (CertificateException e) {
      throw failure(url, option, file, "holds no certificate in PEM: " + e.getMessage(), e);
    }
  }

  private static RegistryFailure failure(
      StoreUrl url, String option, Path file, String problem, Exception cause) {
    String why = "registry %s: %s is %s, which %s";
    return new RegistryFailure(why.formatted(url.describe(), option, file, problem), cause);
  }
}
