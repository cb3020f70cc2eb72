package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.request.Capabilities;
import dev.vertxmesh.bridge.dubbo.request.EchoAttachments;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds out how to talk to the provider behind one connection, when it's first needed: in which
 * serialization it takes requests, and its {@link Capabilities}.
 */
public final class CapabilityProbe {

  /** Gets one of the two, once. */
  public interface Answer {
    /**
     * @param serialization the id of the one that it came in
     */
    void came(int status, int serialization, EchoAttachments attached);

    void lost(CallFailure cause);
  }

  /** Sends an echo to a service; if it can't be sent, it's lost. */
  @FunctionalInterface
  interface Echo {
    void send(Serialization in, ServiceKey service, String protocolVersion, Answer answer);
  }

  /** Runs something when a candidate has had its time. */
  @FunctionalInterface
  interface Patience {
    void then(Runnable action);
  }

  private record Waiting(Consumer<Capabilities> onFound, Consumer<CallFailure> onFailure) {}

  private final List<Serialization> candidates;
  private final Capabilities otherwise;
  private final String where;
  private final Echo echo;
  private final Patience patience;
  private final Consumer<Serialization> onSerialization;
  private final Set<Waiting> waiting = new LinkedHashSet<>();
  private boolean asked;
  private Capabilities capabilities;
  private boolean answersInKind = true;
  private int tries;

  /**
   * @param candidates the serializations to try, the likeliest first
   * @param otherwise the capabilities to go on with where it stays open
   * @param where failures are said to be
   * @param patience with each candidate after the first: Dubbo 3 never answers to a serialization
   *     that it doesn't know, as it would answer in the same
   * @param onSerialization is told the first that is taken
   */
  CapabilityProbe(
      List<Serialization> candidates,
      Capabilities otherwise,
      String where,
      Echo echo,
      Patience patience,
      Consumer<Serialization> onSerialization) {
    this.patience = patience;
    this.candidates = candidates;
    this.otherwise = otherwise;
    this.where = where;
    this.echo = echo;
    this.onSerialization = onSerialization;
  }

  /** Null before it was found. */
  Capabilities capabilities() {
    return capabilities;
  }

  /**
   * Whether the provider answers in the serialization that it's asked in, as far as is known: 2.6
   * and older answer in the one that they are configured for.
   */
  boolean answersInKind() {
    return answersInKind;
  }

  /**
   * Asks a service; who asks meanwhile waits for the same answer. A provider without the service
   * leaves it all open, and the call goes on all the same, to be told so.
   *
   * @param onFailure is told that nobody answered, or that the provider had no thread for it
   * @return to be run by who doesn't want to be told any more
   */
  Runnable find(
      ServiceKey service, Consumer<Capabilities> onFound, Consumer<CallFailure> onFailure) {
    Waiting one = new Waiting(onFound, onFailure);
    waiting.add(one);
    if (!asked) {
      asked = true;
      tryIn(0, service);
    }
    return () -> waiting.remove(one);
  }

  private void tryIn(int candidate, ServiceKey service) {
    Serialization in = candidates.get(candidate);
    int mine = ++tries;
    if (candidate > 0) {
      patience.then(
          () -> {
            if (mine == tries) {
              tryAfter(candidate, service);
            }
          });
    }
    ask(
        in,
        service,
        RequestTemplate.PROTOCOL_VERSION,
        (status, serialization, attached) -> {
          if (status == DubboStatus.OK.code()) {
            tries++; // the patience is over
            answersInKind = serialization == in.id();
            onSerialization.accept(in);
            askAsAForeigner(in, service, attached);
          } else if (status == DubboStatus.BAD_REQUEST.code()) { // it can't read the request
            tryAfter(candidate, service);
          } else if (status == DubboStatus.THREAD_POOL_EXHAUSTED.code()) {
            refuse(); // it tells nothing of the provider, who is asked anew by the next call
          } else {
            end(otherwise);
          }
        });
  }

  private void tryAfter(int candidate, ServiceKey service) {
    if (candidate == candidates.size() - 1) {
      end(otherwise);
    } else {
      tryIn(candidate + 1, service);
    }
  }

  private void askAsAForeigner(Serialization in, ServiceKey service, EchoAttachments attached) {
    ask(
        in,
        service,
        Capabilities.FOREIGN_VERSION,
        (status, serialization, toForeign) -> {
          if (status == DubboStatus.THREAD_POOL_EXHAUSTED.code()) {
            refuse();
            return;
          } else if (status == DubboStatus.OK.code()) {
            capabilities = Capabilities.of(attached, toForeign);
          }
          end(capabilities == null ? otherwise : capabilities);
        });
  }

  @FunctionalInterface
  private interface OnAnswer {
    void came(int status, int serialization, EchoAttachments attached);
  }

  private void ask(Serialization in, ServiceKey service, String version, OnAnswer onAnswer) {
    echo.send(in, service, version, last(onAnswer));
  }

  /** Only the last question counts. */
  private Answer last(OnAnswer onAnswer) {
    int mine = tries;
    return new Answer() {
      @Override
      public void came(int status, int serialization, EchoAttachments attached) {
        if (mine == tries) {
          onAnswer.came(status, serialization, attached);
        }
      }

      @Override
      public void lost(CallFailure cause) {
        if (mine == tries) {
          fail(cause);
        }
      }
    };
  }

  private void refuse() {
    fail(new CallFailure(Status.REFUSED, where, "the provider's thread pool is exhausted"));
  }

  private void fail(CallFailure cause) {
    tries++;
    takeAll().forEach(one -> one.onFailure.accept(cause));
  }

  private void end(Capabilities found) {
    tries++;
    takeAll().forEach(one -> one.onFound.accept(found));
  }

  private List<Waiting> takeAll() {
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    asked = false;
    return all;
  }
}
