package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.discovery.etcd.KeyedRegistry;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Function;

/** {@code kubernetes:NAMESPACE/SERVICE,…?OPTION=VALUE&…}, Kubernetes 1.21 and later. */
public final class KubernetesScheme implements RegistryScheme {

  @Override
  public String name() {
    return KubernetesUrl.NAME;
  }

  @Override
  public String syntax() {
    return KubernetesUrl.SYNTAX;
  }

  @Override
  public Function<Vertx, Registry> parse(String rest) {
    KubernetesUrl url = KubernetesUrl.parse(rest, InPod.here());
    return vertx -> open(vertx, url);
  }

  /** What a pod has by itself it may get later, and who only announces never needs. */
  static Registry open(Vertx vertx, KubernetesUrl url) {
    List<Scope> scopes = url.scopes();
    RegistryThread worker = RegistryThread.ofThread("mesh-kubernetes");
    int watches = scopes.size() * ResourceKind.values().length;
    ApiServer server = new ApiServer(vertx, url, watches, worker::now);
    if (url.isNamed()) {
      server.check();
    }
    return new KeyedRegistry(
        vertx,
        (same, work) -> new KubernetesStore(server, scopes, url.choice(), worker),
        new EndpointLayout(),
        url.keyed(),
        worker);
  }
}
