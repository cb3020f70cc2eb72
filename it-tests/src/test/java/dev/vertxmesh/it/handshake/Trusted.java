package dev.vertxmesh.it.handshake;

import dev.vertxmesh.it.harness.Authority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** An agent's file of the authority that it trusts, which may become another while it runs. */
record Trusted(Path file) {

  /**
   * @param folder a test's own
   */
  Trusted(Path folder, Authority first) throws IOException {
    this(Files.copy(first.cert(), folder.resolve("trusted.crt")));
  }

  void become(Authority other) throws IOException {
    Path part = Files.copy(other.cert(), file.resolveSibling("trusted.new"));
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
