package dev.vertxmesh.ingress.grpc.own;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.Health;
import dev.vertxmesh.grpc.Reflection;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Set;
import java.util.function.LongSupplier;

/** Answers calls of this agent's own services, and lets all others pass. On one event loop. */
public final class OwnServices implements Caller {

  static final Set<String> NAMES = Set.of(Health.SERVICE, Reflection.V1, Reflection.V1_ALPHA);

  private final Vertx vertx;
  private final Caller next;
  private final MeshView mesh;
  private final ProviderReflection providers;
  private final LongSupplier nanoClock;
  private final String where;

  /**
   * @param next takes calls of all other services, and questions that are this agent's own
   * @param where this agent, as failures name it
   */
  public OwnServices(
      Vertx vertx, Caller next, MeshView mesh, LongSupplier nanoClock, String where) {
    this.vertx = vertx;
    this.next = next;
    this.mesh = mesh;
    this.providers = new ProviderReflection(next, nanoClock, where);
    this.nanoClock = nanoClock;
    this.where = where;
  }

  @Override
  public Future<Reply> call(Call call) {
    String service = call.target().service().interfaceName();
    if (call.encoding() != Encoding.GRPC || !NAMES.contains(service)) {
      return next.call(call);
    }
    OwnMethod method = method(service, call.target().method());
    if (method == null) {
      call.payload().release();
      return Future.failedFuture(
          new CallFailure(
              Status.NO_METHOD,
              where,
              "%s has no method %s".formatted(service, call.target().method())));
    }
    return new OwnCall(vertx, call, method, nanoClock, where).begin();
  }

  /** Null if there's none. */
  private OwnMethod method(String service, String method) {
    if (!service.equals(Health.SERVICE)) {
      return method.equals(Reflection.METHOD) ? new ReflectionInfo(mesh, providers) : null;
    }
    return switch (method) {
      case Health.CHECK -> new HealthCheck(mesh);
      case Health.WATCH -> new HealthWatch(vertx, mesh);
      default -> null;
    };
  }
}
