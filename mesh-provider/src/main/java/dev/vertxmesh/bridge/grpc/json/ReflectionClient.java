package dev.vertxmesh.bridge.grpc.json;

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
import dev.vertxmesh.grpc.Reflection.Answer;
import dev.vertxmesh.grpc.Reflection.Question;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/**
 * Asks a server about itself, one question a call: by reflection v1, or v1alpha if it doesn't have
 * that. Belongs to one event loop.
 */
final class ReflectionClient {

  private static final int LIMIT = 16 << 20;
  private static final long PATIENCE_MILLIS = 5_000;

  private final Vertx vertx;
  private final Caller server;
  private final String where;
  private String version = Reflection.V1;

  /**
   * @param server takes calls of any service to the server
   * @param where the server, as failures name it
   */
  ReflectionClient(Vertx vertx, Caller server, String where) {
    this.vertx = vertx;
    this.server = server;
    this.where = where;
  }

  /** The future fails with a {@link CallFailure} only; what the server says is an answer. */
  Future<Answer> ask(Question question) {
    String asked = version;
    return ask(asked, question).recover(e -> otherwise(asked, question, e));
  }

  /** Who has no reflection in one version may have the other. */
  private Future<Answer> otherwise(String asked, Question question, Throwable error) {
    if (!(error instanceof CallFailure failure) || failure.status() != Status.NO_METHOD) {
      return Future.failedFuture(error);
    }
    String other = asked.equals(Reflection.V1) ? Reflection.V1_ALPHA : Reflection.V1;
    return ask(other, question).onSuccess(answer -> version = other);
  }

  private Future<Answer> ask(String reflection, Question question) {
    Target target = new Target(ServiceKey.of(reflection), Reflection.METHOD, "");
    Deadline deadline = Deadline.after(PATIENCE_MILLIS, System.nanoTime());
    UnaryCall call =
        new UnaryCall(
            target, GrpcMetadata.OF_OUR_CALLS, question.toBytes(), deadline, LIMIT, where);
    long timer = vertx.setTimer(PATIENCE_MILLIS, id -> call.cancel());
    return call.make(server)
        .onComplete(done -> vertx.cancelTimer(timer))
        .compose(answer -> answer(answer, reflection));
  }

  private Future<Answer> answer(UnaryAnswer answer, String reflection) {
    if (answer.status() != GrpcStatus.OK) {
      Status status =
          answer.status() == GrpcStatus.UNIMPLEMENTED ? Status.NO_METHOD : Status.PROVIDER_ERROR;
      return Future.failedFuture(
          new CallFailure(
              status,
              where,
              "%s: %s %s"
                  .formatted(
                      reflection, answer.status(), GrpcMetadata.message(answer.trailers()))));
    }
    try {
      return Future.succeededFuture(Answer.of(answer.message()));
    } catch (IllegalArgumentException e) {
      return Future.failedFuture(
          new CallFailure(Status.PROVIDER_ERROR, where, reflection + ": " + e.getMessage()));
    }
  }
}
