package dev.vertxmesh.ingress.grpc.builtin;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.grpc.Health;
import dev.vertxmesh.grpc.Reflection;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Set;
import java.util.function.LongSupplier;

/** Answers calls of this agent's own services, and lets all others pass. On one event loop. */
public final class BuiltinServices implements Filter {

  static final Set<String> NAMES = Set.of(Health.SERVICE, Reflection.V1, Reflection.V1_ALPHA);

  private static final String JSON = "application/grpc+json";

  private final Vertx vertx;
  private final MeshView mesh;
  private final LongSupplier nanoClock;
  private final String where;

  /**
   * @param where this agent, as failures name it
   */
  public BuiltinServices(Vertx vertx, MeshView mesh, LongSupplier nanoClock, String where) {
    this.vertx = vertx;
    this.mesh = mesh;
    this.nanoClock = nanoClock;
    this.where = where;
  }

  /**
   * @param next takes calls of all other services, and questions that are this agent's own
   */
  @Override
  public Future<Reply> apply(Call call, Caller next) {
    String service = call.target().service().interfaceName();
    if (call.encoding() != Encoding.GRPC || !NAMES.contains(service)) {
      return next.call(call);
    }
    if (JSON.equals(call.attachments().get("content-type"))) {
      return refuse(
          call, "%s is this agent's own, which takes no JSON; expected application/proto");
    }
    BuiltinMethod method = method(service, call.target().method(), next);
    if (method == null) {
      return refuse(call, "%s has no method " + call.target().method());
    }
    return new BuiltinCall(vertx, call, method, nanoClock, where).begin();
  }

  private Future<Reply> refuse(Call call, String why) {
    call.payload().release();
    String detail = why.replace("%s", call.target().service().interfaceName());
    return Future.failedFuture(new CallFailure(Status.NO_METHOD, where, detail));
  }

  /** Null if there's none. */
  private BuiltinMethod method(String service, String method, Caller next) {
    if (!service.equals(Health.SERVICE)) {
      return method.equals(Reflection.METHOD)
          ? new ReflectionMethod(mesh, new ProviderReflection(next, nanoClock, where))
          : null;
    }
    return switch (method) {
      case Health.CHECK -> new HealthCheckMethod(mesh);
      case Health.WATCH -> new HealthWatchMethod(vertx, mesh);
      default -> null;
    };
  }
}
