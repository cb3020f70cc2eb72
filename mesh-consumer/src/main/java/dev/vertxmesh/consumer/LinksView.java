package dev.vertxmesh.consumer;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.ingress.grpc.own.MeshView;
import dev.vertxmesh.links.Links;
import java.util.Collection;

/** What this agent tells of services over gRPC, as its links are. */
final class LinksView implements MeshView {

  private final Links links;
  private boolean leaving;

  LinksView(Links links) {
    this.links = links;
  }

  void leave() {
    leaving = true;
  }

  @Override
  public Collection<ServiceKey> services() {
    return links.services();
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
