package dev.vertxmesh.ingress.grpc.builtin;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckRequest;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckResponse;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckResponse.ServingStatus;

/** {@code Check}: how a service does now. */
record HealthCheckMethod(MeshView mesh) implements BuiltinMethod {

  @Override
  public void onMessage(BuiltinCall call, byte[] message) throws InvalidProtocolBufferException {
    String service = HealthCheckRequest.parseFrom(message).getService();
    ServingStatus serving = serving(mesh, service);
    if (serving == ServingStatus.SERVICE_UNKNOWN) {
      call.finish(GrpcStatus.NOT_FOUND, "no service " + service + " is registered");
    } else {
      call.answer(response(serving));
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
  static ServingStatus serving(MeshView mesh, String service) {
    if (service.isEmpty()) {
      return mesh.isLeaving() ? ServingStatus.NOT_SERVING : ServingStatus.SERVING;
    }
    ServiceKey known = known(mesh, service);
    if (known == null) {
      return ServingStatus.SERVICE_UNKNOWN;
    }
    return !mesh.isLeaving() && mesh.isServing(known)
        ? ServingStatus.SERVING
        : ServingStatus.NOT_SERVING;
  }

  static HealthCheckResponse response(ServingStatus status) {
    return HealthCheckResponse.newBuilder().setStatus(status).build();
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
