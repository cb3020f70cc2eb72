package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.address.HostPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a pod knows of its cluster.
 *
 * @param environment of the process
 * @param account the folder in which its service account is, if that's mounted
 */
record InPod(Map<String, String> environment, Path account) {

  private static final String HOST = "KUBERNETES_SERVICE_HOST";
  private static final String PORT = "KUBERNETES_SERVICE_PORT";

  /** Of this process. */
  static InPod here() {
    return new InPod(System.getenv(), Path.of("/var/run/secrets/kubernetes.io/serviceaccount"));
  }

  boolean isPod() {
    return environment.containsKey(HOST);
  }

  /**
   * @throws IllegalArgumentException if that's no address
   */
  HostPort address() {
    String host = environment.get(HOST);
    String port = environment.getOrDefault(PORT, "443");
    return HostPort.parse((host.contains(":") ? "[" + host + "]" : host) + ":" + port);
  }

  /** It's replaced long before its time is up. */
  Path tokenFile() {
    return account.resolve("token");
  }

  Path authority() {
    return account.resolve("ca.crt");
  }

  /** Its own; {@code default} where it isn't told. Reads a file. */
  String namespace() {
    try {
      String text = Files.readString(account.resolve("namespace")).strip();
      return text.matches("[a-z0-9-]{1,63}") ? text : "default";
    } catch (IOException e) {
      return "default";
    }
  }
}
