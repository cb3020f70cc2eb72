package dev.vertxmesh.ingress.dubbo;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.DubboStatus;
import java.util.Locale;

/**
 * What a call that failed in the mesh is called in Dubbo: the one place where its statuses are
 * chosen. {@code bridge.dubbo.reply.ErrorMapping} is the reverse, and understands these texts.
 *
 * <pre>
 *                   status  text begins with                 a consumer throws an RpcException
 * BAD_REQUEST       40                                       network (1)
 * NO_SERVICE        70      Not found exported service: ...  network (1)
 * NO_METHOD         70      Not found method ...             network (1)
 * TOO_LARGE         50      Data length too large: ...       network (1)
 * REFUSED           100     Thread pool is exhausted: ...    network (1)
 * UNAVAILABLE       80                                       network (1)
 * LOST, INTERNAL    80                                       network (1)
 * DENIED            70      Forbid invoke remote service ... network (1)
 * UNAUTHENTICATED   70      Forbid invoke remote service ... network (1)
 * LIMITED           70      Failed to invoke service ...     network (1)
 * SERIALIZATION     50                                       network (1)
 * PROVIDER_ERROR    70                                       network (1)
 * TIMEOUT           31                                       timeout (2)
 * CANCELLED         none: nobody waits
 * </pre>
 *
 * These are what a provider itself sends in the same case. Consumers of 2.6 and 3.3 know but three
 * kinds of statuses: 20 is a result, 30 and 31 are a timeout, and all others are a remoting error
 * (3.3 has 25, serialization, beside). The default cluster, failover, repeats a call after any of
 * them, because none is a "business" exception, which only a result can be. So no status can keep
 * it from repeating what may have run; a failure in the disguise of a result could, and would hide
 * from an application that it was the way that failed, not the method. A caller that must not
 * repeat a call sets {@code retries=0}, as towards a provider. Consumers of 2.6 with a single
 * {@code url} have no cluster and never repeat.
 */
final class FailureStatus {

  private FailureStatus() {}

  /**
   * @param status of a failure, not {@link Status#CANCELLED}
   */
  static DubboStatus of(Status status) {
    return switch (status) {
      case BAD_REQUEST -> DubboStatus.BAD_REQUEST;
      case NO_SERVICE, NO_METHOD, DENIED, UNAUTHENTICATED, LIMITED, PROVIDER_ERROR ->
          DubboStatus.SERVICE_ERROR;
      case TOO_LARGE, SERIALIZATION -> DubboStatus.BAD_RESPONSE;
      case REFUSED -> DubboStatus.THREAD_POOL_EXHAUSTED;
      case TIMEOUT -> DubboStatus.SERVER_TIMEOUT;
      default -> DubboStatus.SERVER_ERROR;
    };
  }

  /** What the consumer's exception says. */
  static String text(CallFailure failure, Call call) {
    return beginning(failure.status(), call.target())
        + failure.getMessage()
        + " ("
        + failure.status().name().toLowerCase(Locale.ROOT).replace('_', '-')
        + ", "
        + failure.where()
        + ", id "
        + call.id()
        + ")";
  }

  private static String beginning(Status status, Target target) {
    return switch (status) {
      case NO_SERVICE -> "Not found exported service: " + target.service() + ": ";
      case NO_METHOD ->
          "Not found method %s(%s) in %s: "
              .formatted(target.method(), target.descriptor(), target.service());
      case TOO_LARGE -> "Data length too large: ";
      case REFUSED -> "Thread pool is exhausted: ";
      case LIMITED ->
          "Failed to invoke service %s.%s because exceed max service tps: "
              .formatted(target.service(), target.method());
      case DENIED, UNAUTHENTICATED -> "Forbid invoke remote service " + target.service() + ": ";
      default -> "";
    };
  }
}
