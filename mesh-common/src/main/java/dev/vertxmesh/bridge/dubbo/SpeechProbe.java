package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds out how to talk to the provider behind one connection, when it's first needed: in which
 * serialization it takes requests, and its {@link Dialect}.
 */
final class SpeechProbe {

  /** Gets one of the two, once. */
  interface Answer {
    void came(int status, boolean attaches);

    void lost(CallFailure cause);
  }

  /** Sends an echo to a service. */
  @FunctionalInterface
  interface Echo {
    void send(Serialization in, ServiceKey service, String protocolVersion, Answer answer);
  }

  private record Waiting(Consumer<Dialect> onFound, Consumer<CallFailure> onFailure) {}

  private final List<Serialization> candidates;
  private final String where;
  private final Echo echo;
  private final Consumer<Serialization> onSerialization;
  private final List<Waiting> waiting = new ArrayList<>();
  private Dialect dialect;

  /**
   * @param candidates the serializations to try, the likeliest first
   * @param where failures are said to be
   * @param onSerialization is told the first that is taken
   */
  SpeechProbe(
      List<Serialization> candidates,
      String where,
      Echo echo,
      Consumer<Serialization> onSerialization) {
    this.candidates = candidates;
    this.where = where;
    this.echo = echo;
    this.onSerialization = onSerialization;
  }

  /** Null before it was found. */
  Dialect dialect() {
    return dialect;
  }

  /**
   * Asks a service; who asks meanwhile waits for the same answer. A provider without the service
   * leaves it all open, and whoever asked goes on with the oldest dialect, to be told the same.
   *
   * @param onFailure is told that nobody answered, or that the provider had no thread for it
   */
  void find(ServiceKey service, Consumer<Dialect> onFound, Consumer<CallFailure> onFailure) {
    waiting.add(new Waiting(onFound, onFailure));
    if (waiting.size() == 1) {
      tryIn(0, service);
    }
  }

  private void tryIn(int candidate, ServiceKey service) {
    Serialization in = candidates.get(candidate);
    ask(
        in,
        service,
        RequestTemplate.PROTOCOL_VERSION,
        (status, attaches) -> {
          boolean isLast = candidate == candidates.size() - 1;
          if (status == DubboStatus.OK.code()) {
            onSerialization.accept(in);
            askAsAForeigner(in, service, attaches);
          } else if (status == DubboStatus.BAD_REQUEST.code() && !isLast) {
            tryIn(candidate + 1, service); // 40: it can't read the request
          } else if (status == DubboStatus.THREAD_POOL_EXHAUSTED.code()) {
            refuse(); // it tells nothing of the provider, who is asked anew by the next call
          } else {
            end(Dialect.OLD);
          }
        });
  }

  private void askAsAForeigner(Serialization in, ServiceKey service, boolean attaches) {
    ask(
        in,
        service,
        Dialect.FOREIGN_VERSION,
        (status, attachesToForeign) -> {
          if (status == DubboStatus.THREAD_POOL_EXHAUSTED.code()) {
            refuse();
            return;
          } else if (status == DubboStatus.OK.code()) {
            dialect = Dialect.of(attaches, attachesToForeign);
          }
          end(dialect == null ? Dialect.OLD : dialect);
        });
  }

  @FunctionalInterface
  private interface OnAnswer {
    void came(int status, boolean attaches);
  }

  private void ask(Serialization in, ServiceKey service, String version, OnAnswer onAnswer) {
    echo.send(
        in,
        service,
        version,
        new Answer() {
          @Override
          public void came(int status, boolean attaches) {
            onAnswer.came(status, attaches);
          }

          @Override
          public void lost(CallFailure cause) {
            fail(cause);
          }
        });
  }

  private void refuse() {
    fail(new CallFailure(Status.REFUSED, where, "the provider's thread pool is exhausted"));
  }

  private void fail(CallFailure cause) {
    takeAll().forEach(one -> one.onFailure.accept(cause));
  }

  private void end(Dialect found) {
    takeAll().forEach(one -> one.onFound.accept(found));
  }

  private List<Waiting> takeAll() {
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }
}
