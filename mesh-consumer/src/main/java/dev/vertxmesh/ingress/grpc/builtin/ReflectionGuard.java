package dev.vertxmesh.ingress.grpc.builtin;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.grpc.Reflection;
import io.vertx.core.Future;

/**
 * Lets another layer decide about questions for descriptors, which end at {@link BuiltinServices}
 * and so above the layers that decide about calls. Health isn't asked about: probes show nothing.
 */
public final class ReflectionGuard implements Filter {

  private final Filter decides;

  public ReflectionGuard(Filter decides) {
    this.decides = decides;
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    String service = call.target().service().interfaceName();
    return service.equals(Reflection.V1) || service.equals(Reflection.V1_ALPHA)
        ? decides.apply(call, next)
        : next.call(call);
  }
}
