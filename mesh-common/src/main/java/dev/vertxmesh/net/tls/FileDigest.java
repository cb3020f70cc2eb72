package dev.vertxmesh.net.tls;

import dev.vertxmesh.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/**
 * What stood in some files, to be compared: a file's time says too little, as Kubernetes replaces a
 * link above it.
 */
record FileDigest(String hex) {

  static FileDigest of(List<PemFile> files) {
    MessageDigest digest = Sha256.begin();
    for (PemFile file : files) {
      byte[] text = file.text().getBytes(StandardCharsets.ISO_8859_1);
      digest.update((text.length + " ").getBytes(StandardCharsets.US_ASCII));
      digest.update(text);
    }
    return new FileDigest(HexFormat.of().formatHex(digest.digest()));
  }
}
