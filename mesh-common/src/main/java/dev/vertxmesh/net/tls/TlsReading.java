package dev.vertxmesh.net.tls;

import dev.vertxmesh.net.TlsEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.TrustManagerFactory;

/** All files of a listener or client, read at once, and what they are checked for. */
final class TlsReading {

  /** One certificate's; each null where there's none. */
  private record Texts(PemFile certificate, PemFile key, PemFile password) {

    static Texts of(TlsFiles files) {
      return new Texts(textOf(files.certificate()), textOf(files.key()), textOf(files.password()));
    }
  }

  private final List<Texts> texts;
  private final PemFile authority;

  /** Blocks. */
  TlsReading(List<TlsFiles> files) {
    texts = files.stream().map(Texts::of).toList();
    authority = textOf(files.get(0).authority());
  }

  private static PemFile textOf(Path path) {
    return path == null ? null : PemFile.read(path);
  }

  FileDigest digest() {
    List<PemFile> all = new ArrayList<>();
    for (Texts each : texts) {
      add(all, each.certificate());
      add(all, each.key());
      add(all, each.password());
    }
    add(all, authority);
    return FileDigest.of(all);
  }

  private static void add(List<PemFile> all, PemFile file) {
    if (file != null) {
      all.add(file);
    }
  }

  TlsMaterial check(Instant now, TlsEngine engine) {
    List<CertifiedKey> keys = new ArrayList<>();
    for (Texts each : texts) {
      if (each.certificate() != null) {
        keys.add(CertifiedKey.of(each.certificate(), each.key(), each.password(), now));
      }
    }
    TrustManagerFactory authorities = authority == null ? null : trusting(authority);
    return new TlsMaterial(keys, authorities, digest(), engine);
  }

  private static TrustManagerFactory trusting(PemFile authority) {
    List<X509Certificate> certificates = authority.certificates();
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (int i = 0; i < certificates.size(); i++) {
        store.setCertificateEntry("" + i, certificates.get(i));
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory;
    } catch (GeneralSecurityException | IOException e) {
      throw new TlsFailure(
          authority.path(), "holds certificates that Java can't trust", "those of an authority");
    }
  }
}
