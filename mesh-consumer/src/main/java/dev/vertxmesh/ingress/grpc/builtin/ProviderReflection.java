package dev.vertxmesh.ingress.grpc.builtin;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.UnaryAnswer;
import dev.vertxmesh.exchange.UnaryCall;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.Reflection;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionResponse;
import dev.vertxmesh.grpc.StatusMessage;
import io.vertx.core.Future;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Asks those who serve a service about it. Providers are registered with the services that they
 * serve, and reflection isn't one of them; so the call's target is the service that the question is
 * about, and its method is {@link Reflection#method}, which the bridge at the other end sends to
 * the server's own reflection.
 *
 * @param mesh takes calls to those who serve their target
 */
record ProviderReflection(Caller mesh, LongSupplier nanoClock, String where) {

  private static final Map<String, String> METADATA =
      Map.of("content-type", "application/grpc+proto");
  private static final int LIMIT = 16 << 20;
  private static final long PATIENCE_MILLIS = 5_000;

  /**
   * @param answer fails with a {@link CallFailure} only
   */
  record Asked(Future<ServerReflectionResponse> answer, Runnable cancel) {}

  /** One question, of v1 or else of v1alpha, whose messages are the same. */
  Asked ask(ServiceKey service, ServerReflectionRequest question) {
    UnaryCall newer = call(service, Reflection.V1, question);
    UnaryCall older = call(service, Reflection.V1_ALPHA, question);
    Future<ServerReflectionResponse> answer =
        newer
            .make(mesh)
            .compose(this::message)
            .recover(
                e ->
                    CallFailure.of(e, where).status() == Status.NO_METHOD
                        ? older.make(mesh).compose(this::message)
                        : Future.failedFuture(e));
    return new Asked(
        answer,
        () -> {
          newer.cancel();
          older.cancel();
        });
  }

  private UnaryCall call(ServiceKey service, String reflection, ServerReflectionRequest question) {
    return new UnaryCall(
        new Target(service, Reflection.method(reflection), ""),
        METADATA,
        question.toByteArray(),
        Deadline.after(PATIENCE_MILLIS, nanoClock.getAsLong()),
        LIMIT,
        where);
  }

  private Future<ServerReflectionResponse> message(UnaryAnswer answer) {
    if (answer.message() != null) { // dubbo-go ends its stream with UNKNOWN and "EOF"
      try {
        return Future.succeededFuture(ServerReflectionResponse.parseFrom(answer.message()));
      } catch (InvalidProtocolBufferException e) {
        return failed(Status.PROVIDER_ERROR, "reflection: " + e.getMessage());
      }
    }
    String said = StatusMessage.decode(answer.trailers().getOrDefault("grpc-message", ""));
    return answer.status() == GrpcStatus.UNIMPLEMENTED
        ? failed(Status.NO_METHOD, "its server has no reflection: " + said)
        : failed(Status.PROVIDER_ERROR, "reflection: %s %s".formatted(answer.status(), said));
  }

  private Future<ServerReflectionResponse> failed(Status status, String detail) {
    return Future.failedFuture(new CallFailure(status, where, detail));
  }
}
