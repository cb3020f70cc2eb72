package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.dubbo.RequestTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Finds out the dialect of the provider behind one connection, when it's first needed. */
final class DialectProbe {

  /** Gets one of the two, once. */
  interface Answer {
    /**
     * @param ok whether the service is there
     */
    void came(boolean ok, boolean attaches);

    void lost(CallFailure cause);
  }

  /** Sends an echo to a service. */
  @FunctionalInterface
  interface Echo {
    void send(ServiceKey service, String protocolVersion, Answer answer);
  }

  private record Waiting(Consumer<Dialect> onFound, Consumer<CallFailure> onLost) {}

  private final Echo echo;
  private final List<Waiting> waiting = new ArrayList<>();
  private Dialect dialect;

  DialectProbe(Echo echo) {
    this.echo = echo;
  }

  /** Null before it was found. */
  Dialect known() {
    return dialect;
  }

  /**
   * Asks a service; who asks meanwhile waits for the same answer. A provider without the service
   * leaves the dialect open, and whoever asked goes on with the oldest, to be told the same.
   */
  void find(ServiceKey service, Consumer<Dialect> onFound, Consumer<CallFailure> onLost) {
    waiting.add(new Waiting(onFound, onLost));
    if (waiting.size() == 1) {
      echo.send(service, RequestTemplate.PROTOCOL_VERSION, new First(service));
    }
  }

  private void found(Dialect found) {
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    all.forEach(one -> one.onFound.accept(found));
  }

  private void lost(CallFailure cause) {
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    all.forEach(one -> one.onLost.accept(cause));
  }

  private final class First implements Answer {
    private final ServiceKey service;

    First(ServiceKey service) {
      this.service = service;
    }

    @Override
    public void came(boolean ok, boolean attaches) {
      if (ok) {
        echo.send(service, Dialect.FOREIGN_VERSION, new Second(attaches));
      } else {
        found(Dialect.OLD);
      }
    }

    @Override
    public void lost(CallFailure cause) {
      DialectProbe.this.lost(cause);
    }
  }

  private final class Second implements Answer {
    private final boolean attaches;

    Second(boolean attaches) {
      this.attaches = attaches;
    }

    @Override
    public void came(boolean ok, boolean attachesToForeign) {
      if (ok) {
        dialect = Dialect.of(attaches, attachesToForeign);
      }
      found(ok ? dialect : Dialect.OLD);
    }

    @Override
    public void lost(CallFailure cause) {
      DialectProbe.this.lost(cause);
    }
  }
}
