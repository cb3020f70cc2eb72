package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Metrics;
import io.vertx.core.json.JsonObject;
import java.net.Socket;
import java.util.Map;

/** Scrapes what a ServiceMonitor or a PodMonitor selects, as the Prometheus operator has it do. */
record Prometheus(Cluster cluster, Manifests manifests, String namespace) {

  /** What is scraped of a pod of this namespace by the ServiceMonitor of this part. */
  Metrics service(String part, Pod pod) throws Exception {
    JsonObject monitor = manifests.get("ServiceMonitor", part);
    JsonObject endpoint = (JsonObject) at(monitor, "/spec/endpoints/0");
    JsonObject service =
        manifests.all("Service").stream()
            .filter(one -> isSelected(at(monitor, "/spec/selector/matchLabels"), labelsOf(one)))
            .findFirst()
            .orElseThrow();
    mustSelect(at(service, "/spec/selector"), pod);
    JsonObject port =
        ((JsonObject) at(service, "/spec"))
            .getJsonArray("ports").stream()
                .map(JsonObject.class::cast)
                .filter(one -> one.getString("name").equals(endpoint.getString("port")))
                .findFirst()
                .orElseThrow();
    return scrape(endpoint, pod, port.getValue("targetPort"));
  }

  /** The same by this PodMonitor. */
  Metrics pods(JsonObject monitor, Pod pod) throws Exception {
    JsonObject endpoint = (JsonObject) at(monitor, "/spec/podMetricsEndpoints/0");
    mustSelect(at(monitor, "/spec/selector/matchLabels"), pod);
    return scrape(endpoint, pod, endpoint.getString("port"));
  }

  private static Map<String, Object> labelsOf(JsonObject one) {
    return ((JsonObject) at(one, "/metadata/labels")).getMap();
  }

  private static boolean isSelected(Object selector, Map<String, ?> labels) {
    return labels.entrySet().containsAll(((JsonObject) selector).getMap().entrySet());
  }

  private void mustSelect(Object selector, Pod pod) {
    NetworkRules.Party party = pod.party();
    if (!isSelected(selector, party.labels()) || !namespace.equals(party.namespace())) {
      throw new IllegalStateException(selector + " in " + namespace + " selects others: " + party);
    }
  }

  private Metrics scrape(JsonObject endpoint, Pod pod, Object port) throws Exception {
    Map<String, String> headers = Map.of("host", Pod.ADDRESS + ":30002", "accept", "text/plain");
    int here = pod.port(port);
    Answer answer;
    if ("https".equals(endpoint.getString("scheme"))) {
      TlsPort admin = tls(endpoint.getJsonObject("tlsConfig"), here);
      answer = admin.send("GET", endpoint.getString("path"), headers, "");
    } else {
      try (Socket socket = new Socket("127.0.0.1", here)) {
        answer = TlsPort.exchange(socket, "GET", endpoint.getString("path"), headers, "");
      }
    }
    if (answer.status() != 200) {
      throw new IllegalStateException("no metrics: " + answer);
    }
    return Metrics.parse(answer.body());
  }

  private TlsPort tls(JsonObject config, int port) throws Exception {
    if (Boolean.TRUE.equals(config.getBoolean("insecureSkipVerify"))) {
      return TlsPort.anybody(port);
    }
    JsonObject ca = (JsonObject) at(config, "/ca/secret");
    String authority =
        cluster.get("Secret", namespace, ca.getString("name")).get(ca.getString("key"));
    return new TlsPort(port, TlsPort.context(authority, null), config.getString("serverName"));
  }
}
