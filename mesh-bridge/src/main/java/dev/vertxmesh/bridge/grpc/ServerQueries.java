package dev.vertxmesh.bridge.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.bridge.grpc.HealthWatcher.Verdict;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.UnaryAnswer;
import dev.vertxmesh.grpc.Health;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckRequest;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckResponse;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckResponse.ServingStatus;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionResponse;
import dev.vertxmesh.grpc.ReflectionMessages.ServiceResponse;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What a gRPC server can be asked about itself, by the services that gRPC has for it. */
public final class ServerQueries {

  /** Packages of services that tell about a server, which each server has for itself. */
  private static final List<String> OWN =
      List.of("grpc.health.", "grpc.reflection.", "grpc.channelz.");

  private final UnaryClient question;
  private final ReflectionClient reflection;
  private final String where;

  /**
   * @param server takes calls on the event loop on which this is used
   * @param where the server, as failures name it
   */
  public ServerQueries(Vertx vertx, Caller server, LongSupplier nanoClock, String where) {
    this.question = new UnaryClient(vertx, server, nanoClock, where);
    this.reflection = new ReflectionClient(vertx, server, nanoClock, where);
    this.where = where;
  }

  /**
   * A watch over the server's health.
   *
   * @param services that it is to have
   * @param onChange run when others answer than before
   */
  public HealthWatcher health(Supplier<List<ServiceKey>> services, Runnable onChange) {
    return new HealthWatcher(services, this::check, onChange);
  }

  private void check(String service, Consumer<Verdict> answer) {
    HealthCheckRequest request = HealthCheckRequest.newBuilder().setService(service).build();
    question
        .ask(Health.SERVICE, Health.CHECK, request.toByteArray())
        .map(ServerQueries::verdict)
        .onComplete(answer::accept, error -> answer.accept(verdict(error)));
  }

  private static Verdict verdict(UnaryAnswer answer) {
    return switch (answer.status()) {
      case OK ->
          switch (serving(answer.message())) {
            case SERVING -> Verdict.WELL;
            case SERVICE_UNKNOWN -> Verdict.UNKNOWN_SERVICE;
            default -> Verdict.UNWELL;
          };
      case NOT_FOUND -> Verdict.UNKNOWN_SERVICE;
      case UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED -> Verdict.SILENT;
      default -> Verdict.NO_HEALTH; // it answers, and that's all that can be known
    };
  }

  private static ServingStatus serving(byte[] response) {
    try {
      return HealthCheckResponse.parseFrom(response).getStatus();
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A server without health may say so as HTTP does. */
  private static Verdict verdict(Throwable error) {
    return error instanceof CallFailure failure && failure.status() == Status.NO_METHOD
        ? Verdict.NO_HEALTH
        : Verdict.SILENT;
  }

  /**
   * What the server serves, apart from what gRPC has for such questions.
   *
   * @return fails with a {@link CallFailure} that says why it doesn't tell
   */
  public Future<List<ServiceKey>> services() {
    return reflection
        .ask(ServerReflectionRequest.newBuilder().setListServices("*").build())
        .map(this::services);
  }

  private List<ServiceKey> services(ServerReflectionResponse told) {
    if (told.hasErrorResponse()) {
      String why = "reflection: " + told.getErrorResponse().getErrorMessage();
      throw new CallFailure(Status.PROVIDER_ERROR, where, why);
    }
    return told.getListServicesResponse().getServiceList().stream()
        .map(ServiceResponse::getName)
        .filter(name -> OWN.stream().noneMatch(name::startsWith))
        .sorted()
        .map(ServiceKey::of)
        .toList();
  }
}
