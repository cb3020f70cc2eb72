package dev.vertxmesh.net.tls;

import java.nio.file.Path;
import java.util.List;

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

  /**
   * Looks whether what options name belongs together.
   *
   * @param prefix of the options' names, such as {@code --grpc-}
   * @throws IllegalArgumentException naming the one that lacks another
   */
  public static void check(String prefix, Path certificate, Path key, Path password) {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "%1$scert and %1$skey belong together, expected both or neither".formatted(prefix));
    } else if (password != null && key == null) {
      throw new IllegalArgumentException(
          "%1$skey-password-file is for an encrypted key, expected %1$skey too".formatted(prefix));
    }
  }

  /**
   * The failure's message, behind the option that names the file.
   *
   * @param all that were read
   * @param prefix of the options' names, such as {@code --grpc-}
   * @param authority the rest of that one's, such as {@code ca}
   */
  public static String told(
      TlsFailure failure, List<TlsFiles> all, String prefix, String authority) {
    String rest = "cert";
    for (TlsFiles each : all) {
      if (failure.isOf(each.certificate)) {
        break;
      } else if (failure.isOf(each.key)) {
        rest = "key";
      } else if (failure.isOf(each.password)) {
        rest = "key-password-file";
      } else if (failure.isOf(each.authority)) {
        rest = authority;
      }
    }
    return prefix + rest + ": " + failure.getMessage();
  }

  /** A certificate and its key, in a file that isn't encrypted. */
  public static TlsFiles of(Path certificate, Path key, Path authority) {
    return new TlsFiles(certificate, key, null, authority);
  }
}
