package dev.vertxmesh.net.tls;

import java.nio.file.Path;

/**
 * Where a certificate, its key and the certificates of whom is trusted stand; all in PEM.
 *
 * @param certificate and those between it and its authority, in this order; null for a client that
 *     shows none
 * @param key of that certificate; null without one
 * @param password a file with what the key is encrypted by, of which the first line counts; null if
 *     it isn't
 * @param authority who has signed the other side's certificate; null for whom Java trusts
 */
public record TlsFiles(Path certificate, Path key, Path password, Path authority) {

  public TlsFiles {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "a certificate and its key belong together, expected both or neither");
    }
  }

  /** A certificate and its key, in a file that isn't encrypted. */
  public static TlsFiles of(Path certificate, Path key, Path authority) {
    return new TlsFiles(certificate, key, null, authority);
  }
}
