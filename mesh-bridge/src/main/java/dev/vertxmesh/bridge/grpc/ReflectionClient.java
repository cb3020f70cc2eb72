package dev.vertxmesh.bridge.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.UnaryAnswer;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.Reflection;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionResponse;
import dev.vertxmesh.grpc.StatusMessage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.LongSupplier;

/**
 * Asks a server about itself, one question a call: by reflection v1, or v1alpha if it doesn't have
 * that. Belongs to one event loop.
 */
public final class ReflectionClient {

  private final UnaryClient server;
  private final String where;
  private String version = Reflection.V1;

  /**
   * @param server takes calls of any service to the server
   * @param where the server, as failures name it
   */
  public ReflectionClient(Vertx vertx, Caller server, LongSupplier nanoClock, String where) {
    this.server = new UnaryClient(vertx, server, nanoClock, where);
    this.where = where;
  }

  /** The future fails with a {@link CallFailure} only; what the server says is an answer. */
  public Future<ServerReflectionResponse> ask(ServerReflectionRequest question) {
    String asked = version;
    return ask(asked, question).recover(e -> otherwise(asked, question, e));
  }

  /** Who has no reflection in one version may have the other. */
  private Future<ServerReflectionResponse> otherwise(
      String asked, ServerReflectionRequest question, Throwable error) {
    if (!(error instanceof CallFailure failure) || failure.status() != Status.NO_METHOD) {
      return Future.failedFuture(error);
    }
    String other = asked.equals(Reflection.V1) ? Reflection.V1_ALPHA : Reflection.V1;
    return ask(other, question).onSuccess(answer -> version = other);
  }

  private Future<ServerReflectionResponse> ask(
      String reflection, ServerReflectionRequest question) {
    return server
        .ask(reflection, Reflection.METHOD, question.toByteArray())
        .map(answer -> read(answer, reflection));
  }

  /** dubbo-go ends the stream of an answer with UNKNOWN and "EOF". */
  private ServerReflectionResponse read(UnaryAnswer answer, String reflection) {
    if (answer.message() == null) {
      Status status =
          answer.status() == GrpcStatus.UNIMPLEMENTED ? Status.NO_METHOD : Status.PROVIDER_ERROR;
      String message = StatusMessage.decode(answer.trailers().getOrDefault("grpc-message", ""));
      throw new CallFailure(
          status, where, "%s: %s %s".formatted(reflection, answer.status(), message).strip());
    }
    try {
      return ServerReflectionResponse.parseFrom(answer.message());
    } catch (InvalidProtocolBufferException e) {
      throw new CallFailure(
          Status.PROVIDER_ERROR,
          where,
          "%s: its answer is %s".formatted(reflection, e.getMessage()));
    }
  }
}
