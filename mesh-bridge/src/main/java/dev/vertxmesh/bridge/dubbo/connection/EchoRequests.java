package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;

/** Sends {@code $echo}, which every service answers; as calls are sent, and among them. */
final class EchoRequests {

  private final DubboOptions options;
  private final RequestEncoder requests;
  private final ConnectionWriter outgoing;
  private final PendingResponses inFlight;

  /**
   * @param requests knows the serialization in use
   */
  EchoRequests(
      DubboOptions options,
      RequestEncoder requests,
      ConnectionWriter outgoing,
      PendingResponses inFlight) {
    this.options = options;
    this.requests = requests;
    this.outgoing = outgoing;
    this.inFlight = inFlight;
  }

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

  private void ask(
      Serialization in, ServiceKey service, String protocolVersion, PendingResponse asker) {
    long id;
    try {
      id = outgoing.echo(in, service, protocolVersion);
    } catch (RuntimeException | Error e) { // such as out of memory
      asker.onLost(CallFailure.of(e, options.where()));
      return;
    }
    inFlight.put(id, asker);
  }
}
