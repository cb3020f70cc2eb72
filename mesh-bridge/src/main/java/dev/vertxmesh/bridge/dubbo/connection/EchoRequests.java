package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.request.MethodQuestion;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Sends {@code $echo}, which every service answers, and questions about methods; as calls are sent,
 * and among them.
 *
 * @param requests knows the serialization in use
 */
record EchoRequests(
    DubboOptions options,
    RequestEncoder requests,
    ConnectionWriter outgoing,
    PendingResponses inFlight) {

  /** In the serialization in use. */
  void ask(ServiceKey service, CapabilityProbe.Answer answer) {
    ask(requests.serialization(), service, RequestTemplate.PROTOCOL_VERSION, answer);
  }

  void ask(
      Serialization in, ServiceKey service, String protocolVersion, CapabilityProbe.Answer answer) {
    ask(in, service, protocolVersion, new PendingEcho(answer));
  }

  void ask(Serialization in, ServiceKey service, PendingResponse asker) {
    ask(in, service, RequestTemplate.PROTOCOL_VERSION, asker);
  }

  /** In the serialization in use. */
  void ask(MethodQuestion question, Consumer<MethodQuestion.Answer> onAnswer) {
    send(
        () -> outgoing.question(requests.serialization(), question), new PendingQuestion(onAnswer));
  }

  private void ask(
      Serialization in, ServiceKey service, String protocolVersion, PendingResponse asker) {
    send(() -> outgoing.echo(in, service, protocolVersion), asker);
  }

  /**
   * @param sending gives the id of the response
   */
  private void send(LongSupplier sending, PendingResponse asker) {
    long id;
    try {
      id = sending.getAsLong();
    } catch (RuntimeException | Error e) { // such as out of memory
      asker.onLost(CallFailure.of(e, options.where()));
      return;
    }
    inFlight.put(id, asker);
  }
}
