package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.bridge.grpc.HealthWatch.Verdict;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.UnaryAnswer;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.Health;
import dev.vertxmesh.grpc.HealthQuestion;
import dev.vertxmesh.grpc.Reflection;
import dev.vertxmesh.grpc.StatusMessage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What a gRPC server can be asked about itself, by the services that gRPC has for it. */
public final class ServerQuestions {

  /** Of gRPC's own services nobody needs to know that a server has them. */
  private static final String OWN = "grpc.";

  private final Question question;
  private final String where;

  /**
   * @param server takes calls on the event loop on which this is used
   * @param where the server, as failures name it
   */
  public ServerQuestions(Vertx vertx, Caller server, LongSupplier nanoClock, String where) {
    this.question = new Question(vertx, server, nanoClock, where);
    this.where = where;
  }

  /**
   * A watch over the server's health.
   *
   * @param services that it is to have
   * @param onChange run when others answer than before
   */
  public HealthWatch health(Supplier<List<ServiceKey>> services, Runnable onChange) {
    return new HealthWatch(services, this::check, onChange);
  }

  private void check(String service, Consumer<Verdict> answer) {
    question
        .ask(Health.SERVICE, Health.CHECK, HealthQuestion.about(service))
        .map(ServerQuestions::verdict)
        .onComplete(answer::accept, error -> answer.accept(verdict(error)));
  }

  private static Verdict verdict(UnaryAnswer answer) {
    return switch (answer.status()) {
      case OK ->
          switch (HealthQuestion.serving(answer.message())) {
            case SERVING -> Verdict.WELL;
            case SERVICE_UNKNOWN -> Verdict.UNKNOWN_SERVICE;
            default -> Verdict.UNWELL;
          };
      case NOT_FOUND -> Verdict.UNKNOWN_SERVICE;
      case UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED -> Verdict.SILENT;
      default -> Verdict.NO_HEALTH; // it answers, and that's all that can be known
    };
  }

  /** A server without health may say so as HTTP does. */
  private static Verdict verdict(Throwable error) {
    return error instanceof CallFailure failure && failure.status() == Status.NO_METHOD
        ? Verdict.NO_HEALTH
        : Verdict.SILENT;
  }

  /**
   * What the server serves, apart from gRPC's own services: by reflection v1, or else v1alpha.
   *
   * @return fails with a {@link CallFailure} that says why it doesn't tell
   */
  public Future<List<ServiceKey>> services() {
    return services(Reflection.V1).recover(error -> services(Reflection.V1_ALPHA));
  }

  private Future<List<ServiceKey>> services(String reflection) {
    byte[] list = new Reflection.Question(Reflection.Kind.LIST_SERVICES, "*").toBytes();
    return question.ask(reflection, Reflection.METHOD, list).map(this::services);
  }

  private List<ServiceKey> services(UnaryAnswer answer) {
    if (answer.status() != GrpcStatus.OK) {
      String message = StatusMessage.decode(answer.trailers().getOrDefault("grpc-message", ""));
      throw failure("%s %s".formatted(answer.status(), message).strip());
    }
    Reflection.Answer told = read(answer.message());
    if (told.errorCode() != 0) {
      throw failure(told.errorMessage());
    }
    return told.services().stream()
        .filter(name -> !name.startsWith(OWN))
        .sorted()
        .map(ServiceKey::of)
        .toList();
  }

  private Reflection.Answer read(byte[] message) {
    try {
      return Reflection.Answer.of(message);
    } catch (IllegalArgumentException e) {
      throw failure("its answer is " + e.getMessage());
    }
  }

  private CallFailure failure(String why) {
    return new CallFailure(Status.PROVIDER_ERROR, where, "reflection: " + why);
  }
}
