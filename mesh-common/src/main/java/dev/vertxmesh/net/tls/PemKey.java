package dev.vertxmesh.net.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Set;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A private key in PEM: PKCS#8, which is {@code PRIVATE KEY} or {@code ENCRYPTED PRIVATE KEY};
 * PKCS#1, {@code RSA PRIVATE KEY} (RFC 8017, A.1.2); SEC1, {@code EC PRIVATE KEY} (RFC 5915).
 */
final class PemKey {

  private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";
  private static final String RSA = "RSA PRIVATE KEY";
  private static final String EC = "EC PRIVATE KEY";
  private static final Set<String> LABELS = Set.of("PRIVATE KEY", ENCRYPTED, RSA, EC);
  private static final String EXPECTED =
      "a private key in PEM, of PKCS#8, PKCS#1 or SEC1: RSA, EC or Ed25519";
  private static final String PBES2 = "1.2.840.113549.1.5.13";

  /** One of RSA with 16,384 bits has a quarter of it. */
  private static final int MOST_BYTES = 32 << 10;

  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final byte[] VERSION_0 = {2, 1, 0};

  private final PemFile file;
  private final PublicKey fits;

  private PemKey(PemFile file, PublicKey fits) {
    this.file = file;
    this.fits = fits;
  }

  /**
   * @param password null where there's none
   * @param fits the certificate's key, of which kind it has to be
   */
  static PrivateKey of(PemFile file, PemFile password, PublicKey fits) {
    return new PemKey(file, fits).key(password);
  }

  private PrivateKey key(PemFile password) {
    PemFile.Block block =
        file.blocks().stream()
            .filter(each -> LABELS.contains(each.label()))
            .findFirst()
            .orElseThrow(() -> failure("holds no private key", EXPECTED));
    if (block.isEncryptedByHeaders()) {
      throw failure(
          "is encrypted in OpenSSL's old way", "PKCS#8, as openssl pkcs8 -topk8 makes of it");
    }
    byte[] der = block.der();
    if (der == null || der.length > MOST_BYTES) {
      throw failure("holds a broken private key", EXPECTED);
    }
    return switch (block.label()) {
      case ENCRYPTED -> decoded(decrypted(der, password));
      case RSA -> decoded(wrapped(der, "RSA"));
      case EC -> decoded(wrapped(der, "EC"));
      default -> decoded(der);
    };
  }

  private PrivateKey decoded(byte[] pkcs8) {
    try {
      return KeyFactory.getInstance(fits.getAlgorithm())
          .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    } catch (GeneralSecurityException e) {
      throw failure(
          "holds a private key that is broken or of another kind than the certificate's",
          "one of " + fits.getAlgorithm());
    }
  }

  /**
   * What is inside of PKCS#8 with its outside, which names the kind of the key as the certificate
   * does (RFC 5958, 2; RFC 5280, 4.1.2.7).
   */
  private byte[] wrapped(byte[] inside, String kind) {
    if (!fits.getAlgorithm().equals(kind)) {
      throw failure(
          "holds a private key of " + kind,
          "one of " + fits.getAlgorithm() + ", as its certificate");
    }
    return element(
        SEQUENCE, join(VERSION_0, algorithm(fits.getEncoded()), element(OCTETS, inside)));
  }

  /** The first element of a public key, which says of which kind it is. */
  private static byte[] algorithm(byte[] publicKey) {
    ByteBuffer in = ByteBuffer.wrap(publicKey);
    contentLength(in);
    int from = in.position();
    int length = contentLength(in);
    byte[] found = new byte[in.position() - from + length];
    in.position(from).get(found);
    return found;
  }

  /** Steps over a tag and a length, whose number it is. */
  private static int contentLength(ByteBuffer in) {
    in.get();
    int first = in.get() & 0xff;
    int length = first;
    if (first > 0x7f) {
      length = 0;
      for (int i = 0; i < (first & 0x7f); i++) {
        length = length << 8 | in.get() & 0xff;
      }
    }
    return length;
  }

  private static byte[] element(int tag, byte[] content) {
    int length = content.length;
    byte[] head;
    if (length < 0x80) {
      head = new byte[] {(byte) tag, (byte) length};
    } else if (length < 0x100) {
      head = new byte[] {(byte) tag, (byte) 0x81, (byte) length};
    } else {
      head = new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
    }
    return join(head, content);
  }

  private static byte[] join(byte[]... parts) {
    int length = 0;
    for (byte[] part : parts) {
      length += part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(length);
    for (byte[] part : parts) {
      all.put(part);
    }
    return all.array();
  }

  private byte[] decrypted(byte[] der, PemFile password) {
    if (password == null) {
      throw failure("is encrypted", "a file with its password, or a key that isn't encrypted");
    }
    PBEKeySpec spec = new PBEKeySpec(password.text().split("\\R", 2)[0].toCharArray());
    try {
      EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
      AlgorithmParameters parameters = info.getAlgParameters();
      String algorithm = info.getAlgName();
      if (parameters != null && (algorithm.equals(PBES2) || algorithm.equals("PBES2"))) {
        algorithm = parameters.toString(); // where Java says which functions it takes
      }
      Cipher cipher = Cipher.getInstance(algorithm);
      cipher.init(
          Cipher.DECRYPT_MODE,
          SecretKeyFactory.getInstance(algorithm).generateSecret(spec),
          parameters);
      return info.getKeySpec(cipher).getEncoded();
    } catch (InvalidKeySpecException | InvalidKeyException e) {
      throw wrongPassword(password);
    } catch (GeneralSecurityException | IOException e) {
      throw failure(
          "is encrypted in a way that Java doesn't know, or broken",
          "PBES2 with AES, as openssl pkcs8 -topk8 -v2 aes-256-cbc makes of it");
    } finally {
      spec.clearPassword();
    }
  }

  private TlsFailure wrongPassword(PemFile password) {
    return new TlsFailure(
        password.path(),
        file.path(),
        "can't be decrypted",
        "that its password is the first line of " + password.path());
  }

  private TlsFailure failure(String problem, String expected) {
    return new TlsFailure(file.path(), problem, expected);
  }
}
