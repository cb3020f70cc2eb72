package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.request.EchoAttachments;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.dubbo.DubboStatus;

/**
 * Echoes on a connection of which nobody knows yet in which serialization the provider reads. A
 * service that isn't there and a serialization that isn't known get the same answer, so that after
 * one the other serializations are tried, until something has been understood.
 */
final class SerializationProbe {

  /** Sends an echo as calls are made now. */
  @FunctionalInterface
  interface Asker {
    void ask(ServiceKey service, CapabilityProbe.Answer answer);
  }

  private final CapabilityProbe probe;
  private final Asker asker;
  private boolean understood;
  private int notUnderstood;

  /**
   * @param understood whether there's only one serialization to be tried
   */
  SerializationProbe(boolean understood, CapabilityProbe probe, Asker asker) {
    this.understood = understood;
    this.probe = probe;
    this.asker = asker;
  }

  void ask(ServiceKey service, CapabilityProbe.Answer answer) {
    asker.ask(service, understood ? answer : new First(service, answer));
  }

  /** Each search may leave a question that is never answered: they become rare. */
  private boolean isWorthASearch() {
    return probe.capabilities() == null && Integer.bitCount(++notUnderstood) == 1;
  }

  private final class First implements CapabilityProbe.Answer {

    private final ServiceKey service;
    private final CapabilityProbe.Answer answer;

    First(ServiceKey service, CapabilityProbe.Answer answer) {
      this.service = service;
      this.answer = answer;
    }

    @Override
    public void came(int status, int serialization, EchoAttachments attached) {
      understood |= status == DubboStatus.OK.code();
      if (status == DubboStatus.BAD_REQUEST.code() && isWorthASearch()) {
        probe.find(service, found -> asker.ask(service, answer), answer::lost);
      } else {
        answer.came(status, serialization, attached);
      }
    }

    @Override
    public void lost(CallFailure cause) {
      answer.lost(cause);
    }
  }
}
