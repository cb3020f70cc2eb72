package dev.vertxmesh.discovery.kubernetes;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What is looked at in a namespace.
 *
 * @param services their names; none for all that have the labels
 * @param label what Kubernetes takes for a selector of labels, where there are no names; Services'
 *     labels are their slices', too
 */
record Scope(String namespace, List<String> services, String label) {

  /** By which a slice names its Service. */
  static final String SERVICE_LABEL = "kubernetes.io/service-name";

  /** Whether a Service of the namespace is meant. */
  boolean concerns(String service) {
    return services.isEmpty() || services.contains(service);
  }

  /**
   * Asks for them all.
   *
   * @param parameters of the query besides
   */
  String uri(ResourceKind kind, String parameters) {
    return kind.path(namespace) + "?" + selector(kind) + parameters;
  }

  private String selector(ResourceKind kind) {
    if (services.isEmpty()) {
      return "labelSelector=" + encoded(label) + "&";
    } else if (kind == ResourceKind.ENDPOINT_SLICES) {
      return "labelSelector="
          + encoded(SERVICE_LABEL + " in (" + String.join(",", services) + ")")
          + "&";
    }
    return services.size() == 1
        ? "fieldSelector=" + encoded("metadata.name=" + services.get(0)) + "&"
        : "";
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
