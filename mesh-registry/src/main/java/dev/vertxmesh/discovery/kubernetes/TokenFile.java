package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.discovery.RegistryFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The token that this agent shows, which Kubernetes replaces in its file before its time is up.
 * It's never shown.
 *
 * @param file null for no token
 */
record TokenFile(Path file) {

  private static final int LARGEST = 64 << 10;
  private static final Pattern TOKEN = Pattern.compile("[!-~]+");

  /**
   * Reads it, which blocks; empty for none.
   *
   * @throws RegistryFailure naming the file and what is wrong with it
   */
  String read() {
    if (file == null) {
      return "";
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] read = in.readNBytes(LARGEST + 1);
      if (read.length > LARGEST) {
        throw new RegistryFailure(
            "the token's file " + file + " is larger than " + LARGEST + " bytes", null);
      }
      String text = new String(read, StandardCharsets.UTF_8).strip();
      if (TOKEN.matcher(text).matches()) {
        return text;
      }
    } catch (IOException e) {
      throw new RegistryFailure(
          "the token's file "
              + file
              + " can't be read; in a pod, expected automountServiceAccountToken: true",
          e);
    }
    throw new RegistryFailure(
        "the token's file " + file + " has no token, or more than that", null);
  }

  /** Whose it is, for a person. */
  String describe() {
    return file == null ? "an agent without token-file=" : "the token of " + file;
  }
}
