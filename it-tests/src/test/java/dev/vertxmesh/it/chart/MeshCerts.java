package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Issuer.listed;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** dist/bin/mesh-certs, which says the same names of what it signs. */
final class MeshCerts implements Issuer {

  private static final String PROGRAM = "../dist/bin/mesh-certs";

  private final Path folder;
  private int made;

  MeshCerts(Path folder) {
    this.folder = folder;
  }

  @Override
  public Map<String, String> issue(JsonObject wanted) throws Exception {
    List<String> names = new ArrayList<>();
    listed(wanted, "uris").forEach(names::add);
    listed(wanted, "dnsNames").forEach(names::add);
    listed(wanted, "ipAddresses").forEach(names::add);
    String name = "c" + ++made; // it overwrites nothing
    Process process =
        new ProcessBuilder(PROGRAM, folder.toString(), name + "=" + String.join(",", names))
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(PROGRAM + ": " + said);
    }
    return Map.of(
        "tls.crt", read(name + ".crt"), "tls.key", read(name + ".key"), "ca.crt", read("ca.crt"));
  }

  private String read(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }
}
