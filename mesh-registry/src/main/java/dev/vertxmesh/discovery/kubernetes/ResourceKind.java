package dev.vertxmesh.discovery.kubernetes;

/** What is listed and watched. */
enum ResourceKind {
  ENDPOINT_SLICES("/apis/discovery.k8s.io/v1/namespaces/", "endpointslices", "EndpointSliceList"),
  SERVICES("/api/v1/namespaces/", "services", "ServiceList");

  private final String before;
  private final String plural;
  private final String listKind;

  ResourceKind(String before, String plural, String listKind) {
    this.before = before;
    this.plural = plural;
    this.listKind = listKind;
  }

  /** As a role names it. */
  String plural() {
    return plural;
  }

  /** What a list of them says that it is. */
  String listKind() {
    return listKind;
  }

  /** Where those of a namespace are. */
  String path(String namespace) {
    return before + namespace + "/" + plural;
  }
}
