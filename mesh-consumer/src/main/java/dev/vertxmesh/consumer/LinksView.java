package dev.vertxmesh.consumer;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.ingress.grpc.builtin.MeshView;
import dev.vertxmesh.links.Links;
import java.util.Collection;
import java.util.function.Predicate;

/** What this agent tells of services over gRPC, as its links are. */
final class LinksView implements MeshView {

  private final Links links;
  private final Predicate<ServiceKey> known;
  private boolean leaving;

  /**
   * @param known whether a service has, or has had, endpoints
   */
  LinksView(Links links, Predicate<ServiceKey> known) {
    this.links = links;
    this.known = known;
  }

  void leave() {
    leaving = true;
  }

  @Override
  public Collection<ServiceKey> services() {
    return links.services();
  }

  @Override
  public boolean hasKnown(ServiceKey service) {
    return known.test(service);
  }

  @Override
  public boolean isServing(ServiceKey service) {
    return links.isServing(service);
  }

  @Override
  public boolean isLeaving() {
    return leaving;
  }
}
