package dev.vertxmesh.ingress.grpc.builtin;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckRequest;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckResponse.ServingStatus;
import io.vertx.core.Vertx;

/** {@code Watch}: how a service does now, and whenever that changes. */
final class HealthWatchMethod implements BuiltinMethod {

  /** How late a change may be told, in milliseconds. */
  private static final long INTERVAL_MILLIS = 250;

  private final Vertx vertx;
  private final MeshView mesh;
  private String service;
  private ServingStatus told;
  private long timer = -1;

  HealthWatchMethod(Vertx vertx, MeshView mesh) {
    this.vertx = vertx;
    this.mesh = mesh;
  }

  @Override
  public void onMessage(BuiltinCall call, byte[] message) throws InvalidProtocolBufferException {
    if (service != null) {
      call.fail(Status.BAD_REQUEST, "there's a second message, expected one");
      return;
    }
    service = HealthCheckRequest.parseFrom(message).getService();
    timer = vertx.setPeriodic(INTERVAL_MILLIS, id -> tell(call));
    tell(call);
    call.next();
  }

  /** Who reads slowly is told the latest only. */
  private void tell(BuiltinCall call) {
    ServingStatus now = HealthCheckMethod.serving(mesh, service);
    if (now != told && call.isRead()) {
      told = now;
      call.answer(HealthCheckMethod.response(now));
    }
    if (mesh.isLeaving() && call.isRead()) {
      call.fail(Status.UNAVAILABLE, "the agent is leaving");
    }
  }

  @Override
  public void onHalfClosed(BuiltinCall call) {
    if (service == null) {
      call.fail(Status.BAD_REQUEST, "there's no message, expected one");
    } // otherwise it's the answers that go on
  }

  @Override
  public void onEnd() {
    vertx.cancelTimer(timer);
  }
}
