package dev.vertxmesh.ingress.grpc.builtin;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.Health;
import dev.vertxmesh.grpc.Health.Serving;

/** {@code Check}: how a service does now. */
final class HealthCheckMethod implements BuiltinMethod {

  private final MeshView mesh;

  HealthCheckMethod(MeshView mesh) {
    this.mesh = mesh;
  }

  @Override
  public void onMessage(BuiltinCall call, byte[] message) {
    String service = Health.service(message);
    Serving serving = serving(mesh, service);
    if (serving == Serving.SERVICE_UNKNOWN) {
      call.finish(GrpcStatus.NOT_FOUND, "no service " + service + " is registered");
    } else {
      call.answer(Health.response(serving));
      call.finish();
    }
  }

  @Override
  public void onHalfClosed(BuiltinCall call) {
    call.fail(Status.BAD_REQUEST, "there's no message, expected one");
  }

  /**
   * @param service as flags write it; empty for this agent, which does well until it leaves
   */
  static Serving serving(MeshView mesh, String service) {
    if (service.isEmpty()) {
      return mesh.isLeaving() ? Serving.NOT_SERVING : Serving.SERVING;
    }
    ServiceKey known = known(mesh, service);
    if (known == null) {
      return Serving.SERVICE_UNKNOWN;
    }
    return !mesh.isLeaving() && mesh.isServing(known) ? Serving.SERVING : Serving.NOT_SERVING;
  }

  private static ServiceKey known(MeshView mesh, String service) {
    ServiceKey exact = key(service);
    return exact != null && mesh.hasKnown(exact) ? exact : mesh.named(service);
  }

  private static ServiceKey key(String service) {
    try {
      return ServiceKey.parse(service);
    } catch (IllegalArgumentException e) {
      return null; // then it's no service's name
    }
  }
}
