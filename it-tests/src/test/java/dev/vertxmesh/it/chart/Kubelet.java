package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Asks a container what its manifest says, as Kubernetes' kubelet does: at the pod's address, over
 * HTTPS without a look at the certificate, and whatever is answered with 200 to 399 will do.
 */
final class Kubelet {

  private Kubelet() {}

  /**
   * @param probe startupProbe, readinessProbe or livenessProbe
   */
  static Answer probe(Pod pod, String probe) throws Exception {
    return get(pod, (JsonObject) at(pod.container(), "/" + probe + "/httpGet"));
  }

  /** The same of the hook before it's told to stop. */
  static Answer preStop(Pod pod) throws Exception {
    return get(pod, (JsonObject) at(pod.container(), "/lifecycle/preStop/httpGet"));
  }

  private static Answer get(Pod pod, JsonObject wanted) throws Exception {
    int port = pod.port(wanted.getValue("port"));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("host", Pod.ADDRESS + ":" + pod.containerPort(wanted.getValue("port")));
    headers.put("user-agent", "kube-probe/1.34");
    headers.put("accept", "*/*");
    for (Object each : wanted.getJsonArray("httpHeaders", new JsonArray())) {
      JsonObject header = (JsonObject) each;
      headers.put(header.getString("name"), header.getString("value"));
    }
    String path = wanted.getString("path");
    if (wanted.getString("scheme", "HTTP").equals("HTTPS")) {
      return TlsPort.anybody(port).send("GET", path, headers, "");
    }
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return TlsPort.exchange(socket, "GET", path, headers, "");
    }
  }

  static boolean passes(Pod pod, String probe) throws Exception {
    try {
      int status = probe(pod, probe).status();
      return status >= 200 && status < 400;
    } catch (IOException e) { // it doesn't listen yet
      return false;
    }
  }

  /** Until it has started and is ready. */
  static void awaitReady(Pod pod) {
    for (String probe : new String[] {"startupProbe", "readinessProbe"}) {
      await()
          .until(
              () -> {
                if (!pod.process().isAlive()) {
                  throw new IllegalStateException("it ended:\n" + pod.process().log());
                }
                return passes(pod, probe);
              });
    }
  }
}
