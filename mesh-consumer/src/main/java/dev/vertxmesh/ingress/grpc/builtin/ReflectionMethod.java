package dev.vertxmesh.ingress.grpc.builtin;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.Reflection;
import dev.vertxmesh.grpc.Reflection.Answer;
import dev.vertxmesh.grpc.Reflection.Kind;
import dev.vertxmesh.grpc.Reflection.Question;
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
  public void onMessage(BuiltinCall call, byte[] message) {
    Question question = Question.of(message);
    byte[] ownFile = BuiltinDescriptors.find(question);
    if (question.kind() == Kind.LIST_SERVICES) {
      answer(call, Reflection.services(message, names()));
    } else if (question.kind() == Kind.OTHER) {
      answer(call, Reflection.error(message, GrpcStatus.INVALID_ARGUMENT, "nothing is asked"));
    } else if (ownFile != null) {
      answer(call, Reflection.files(message, Set.of(ownFile)));
    } else {
      byte[] nobody =
          Reflection.error(message, GrpcStatus.NOT_FOUND, "no service has " + question.name());
      ask(call, message, ReflectionTargets.about(question, mesh, knowing).iterator(), nobody);
    }
  }

  private Collection<String> names() {
    Collection<String> names = new TreeSet<>(BuiltinServices.NAMES);
    mesh.services().forEach(service -> names.add(service.interfaceName()));
    return names;
  }

  /**
   * @param otherwise what is answered if nobody is left to ask
   */
  private void ask(BuiltinCall call, byte[] message, Iterator<ServiceKey> left, byte[] otherwise) {
    if (!left.hasNext()) {
      answer(call, otherwise);
      return;
    }
    ServiceKey service = left.next();
    ProviderReflection.Asked asked = providers.ask(service, message);
    cancelAsking = asked.cancel();
    asked
        .answer()
        .onComplete(
            answer -> onAnswer(call, message, left, service, answer),
            error -> onFailure(call, message, left, error));
  }

  private void onAnswer(
      BuiltinCall call,
      byte[] message,
      Iterator<ServiceKey> left,
      ServiceKey service,
      byte[] answer) {
    if (over) {
      return;
    }
    if (Answer.of(answer).errorCode() == 0) {
      knowing.add(service);
      answer(call, answer);
    } else {
      ask(call, message, left, answer);
    }
  }

  private void onFailure(
      BuiltinCall call, byte[] message, Iterator<ServiceKey> left, Throwable error) {
    if (over) {
      return;
    }
    CallFailure failure = CallFailure.of(error, "");
    GrpcStatus status = GrpcStatus.of(Integer.toString(ErrorTable.of(failure.status()).grpc()));
    ask(call, message, left, Reflection.error(message, status, failure.getMessage()));
  }

  private static void answer(BuiltinCall call, byte[] answer) {
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
