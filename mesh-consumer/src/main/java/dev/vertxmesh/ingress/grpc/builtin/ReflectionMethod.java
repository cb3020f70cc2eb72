package dev.vertxmesh.ingress.grpc.builtin;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.Reflection;
import dev.vertxmesh.grpc.ReflectionMessages.ListServiceResponse;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest.MessageRequestCase;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionResponse;
import dev.vertxmesh.ingress.ErrorTable;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code ServerReflectionInfo}: this agent knows which services there are, and what its own look
 * like; all else is asked of those who serve one of them, until somebody knows.
 */
final class ReflectionMethod implements BuiltinMethod {

  private final MeshView mesh;
  private final ProviderReflection providers;

  /** Those who knew something in this call: the imports of a file are there too. */
  private final Set<ServiceKey> knowing = new LinkedHashSet<>();

  private Runnable cancelAsking = () -> {};
  private boolean over;

  ReflectionMethod(MeshView mesh, ProviderReflection providers) {
    this.mesh = mesh;
    this.providers = providers;
  }

  @Override
  public void onMessage(BuiltinCall call, byte[] message) throws InvalidProtocolBufferException {
    ServerReflectionRequest question = ServerReflectionRequest.parseFrom(message);
    ByteString ownFile = BuiltinDescriptors.find(question);
    if (question.hasListServices()) {
      answer(call, services(question));
    } else if (question.getMessageRequestCase() == MessageRequestCase.MESSAGEREQUEST_NOT_SET) {
      answer(call, Reflection.error(question, GrpcStatus.INVALID_ARGUMENT, "nothing is asked"));
    } else if (ownFile != null) {
      answer(call, Reflection.files(question, Set.of(ownFile)));
    } else {
      String nobody = "no service has " + Reflection.name(question);
      ask(
          call,
          question,
          ReflectionTargets.about(question, mesh, knowing).iterator(),
          Reflection.error(question, GrpcStatus.NOT_FOUND, nobody));
    }
  }

  private ServerReflectionResponse services(ServerReflectionRequest question) {
    ListServiceResponse.Builder list = ListServiceResponse.newBuilder();
    names().forEach(name -> list.addServiceBuilder().setName(name));
    return ServerReflectionResponse.newBuilder()
        .setOriginalRequest(question)
        .setListServicesResponse(list)
        .build();
  }

  private Collection<String> names() {
    Collection<String> names = new TreeSet<>(BuiltinServices.NAMES);
    mesh.services().forEach(service -> names.add(service.interfaceName()));
    return names;
  }

  /**
   * @param otherwise what is answered if nobody is left to ask
   */
  private void ask(
      BuiltinCall call,
      ServerReflectionRequest question,
      Iterator<ServiceKey> left,
      ServerReflectionResponse otherwise) {
    if (!left.hasNext()) {
      answer(call, otherwise);
      return;
    }
    ServiceKey service = left.next();
    ProviderReflection.Asked asked = providers.ask(service, question);
    cancelAsking = asked.cancel();
    asked
        .answer()
        .onComplete(
            answer -> onAnswer(call, question, left, service, answer),
            error -> onFailure(call, question, left, error, otherwise));
  }

  private void onAnswer(
      BuiltinCall call,
      ServerReflectionRequest question,
      Iterator<ServiceKey> left,
      ServiceKey service,
      ServerReflectionResponse answer) {
    if (over) {
      return;
    }
    if (!answer.hasErrorResponse()) {
      knowing.add(service);
      answer(call, answer);
    } else {
      ask(call, question, left, answer);
    }
  }

  /**
   * Who doesn't speak gRPC, or has no reflection, ends with UNIMPLEMENTED. A client that's told so
   * takes it that this port has no reflection; and of what was asked of one service after the other
   * it says nothing.
   */
  private void onFailure(
      BuiltinCall call,
      ServerReflectionRequest question,
      Iterator<ServiceKey> left,
      Throwable error,
      ServerReflectionResponse otherwise) {
    if (over) {
      return;
    }
    CallFailure failure = CallFailure.of(error, "");
    GrpcStatus status = GrpcStatus.of(Integer.toString(ErrorTable.of(failure.status()).grpc()));
    if (status == GrpcStatus.UNIMPLEMENTED && !isOfOne(question)) {
      ask(call, question, left, otherwise);
      return;
    }
    GrpcStatus told = status == GrpcStatus.UNIMPLEMENTED ? GrpcStatus.FAILED_PRECONDITION : status;
    ask(call, question, left, Reflection.error(question, told, failure.getMessage()));
  }

  private boolean isOfOne(ServerReflectionRequest question) {
    return ReflectionTargets.named(question, mesh) != null;
  }

  private static void answer(BuiltinCall call, ServerReflectionResponse answer) {
    call.answer(answer);
    call.next();
  }

  @Override
  public void onHalfClosed(BuiltinCall call) {
    call.finish();
  }

  @Override
  public void onEnd() {
    over = true;
    cancelAsking.run();
  }
}
