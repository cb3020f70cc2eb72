package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.request.EchoAttachments;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.dubbo.DubboStatus;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which services a provider answers {@code $echo} for. An echo goes through the provider's thread
 * pool as calls do: a connection that is open, and even one with heartbeats, says nothing about
 * that.
 *
 * <p>All services are asked in one round, one after the other, as soon as there's a connection, and
 * then at each tick. A service
 *
 * <ul>
 *   <li>answers from its first good answer on;
 *   <li>doesn't any more after two bad answers in a row;
 *   <li>nor does any, once nothing was heard for two ticks: there was no connection, or an echo was
 *       due and no answer came, to the echo or to any call. A provider that is slow because it has
 *       much to do still answers calls.
 * </ul>
 *
 * That a thread pool is exhausted says neither. Knows no clock and no socket: ticks are handed in.
 */
public final class EchoHealthCheck {

  /** Sends an echo; the answer comes later, or that it is lost. */
  @FunctionalInterface
  public interface Asker {
    void ask(ServiceKey service, CapabilityProbe.Answer answer);
  }

  /** One answer may be late, or bad. */
  static final int PATIENCE = 2;

  private final Supplier<List<ServiceKey>> services;
  private final Asker asker;
  private final Runnable onChange;
  private final ArrayDeque<ServiceKey> round = new ArrayDeque<>();
  private final Map<ServiceKey, Question> late = new HashMap<>();
  private final Map<ServiceKey, Integer> badInARow = new HashMap<>();
  private final Set<ServiceKey> good = new HashSet<>();
  private boolean connected;
  private Question asked;
  private int ticksAsked;
  private int silentTicks;
  private boolean givenUp;
  private long answersBefore;
  private volatile Set<ServiceKey> answering = Set.of();
  private volatile String problem;

  /**
   * @param services that the provider is to have
   * @param onChange run when others answer than before
   */
  public EchoHealthCheck(Supplier<List<ServiceKey>> services, Asker asker, Runnable onChange) {
    this.services = services;
    this.asker = asker;
    this.onChange = onChange;
  }

  /** Those that answer; may be asked from anywhere. */
  public Set<ServiceKey> answering() {
    return answering;
  }

  /** Null if there's none that is known; may be asked from anywhere. */
  public String problem() {
    return problem;
  }

  /** A connection is new: whatever was due on the last will never come. */
  public void onConnected() {
    connected = true;
    late.clear();
    givenUp = false;
    answersBefore = 0;
    problem = null;
    begin();
  }

  public void onDisconnected() {
    connected = false;
    asked = null;
    late.clear();
    problem = null;
  }

  /** There may be other services than before: those that aren't known to answer are asked now. */
  public void onServices() {
    if (!connected) {
      return;
    }
    for (ServiceKey service : services.get()) {
      boolean isAsked = asked != null && asked.service.equals(service);
      if (!good.contains(service) && !isAsked && !round.contains(service)) {
        round.add(service);
      }
    }
    if (asked == null) {
      next();
    }
  }

  /**
   * Time to judge, and to ask again.
   *
   * @param answers how many came on this connection so far, to calls and echoes
   */
  public void onTick(long answers) {
    boolean heard = connected && answers != answersBefore;
    answersBefore = answers;
    if (heard) {
      silentTicks = 0;
    } else if (!connected || asked != null || givenUp) {
      silentTicks++;
    }
    givenUp = false;
    if (asked != null && ++ticksAsked >= PATIENCE && heard) {
      late.put(asked.service, asked); // the others needn't wait for it
      next();
    } else if (connected && asked == null) {
      begin();
    }
    settle();
  }

  private void begin() {
    round.clear();
    round.addAll(services.get());
    next();
  }

  private void next() {
    asked = null;
    List<ServiceKey> all = services.get();
    while (asked == null && !round.isEmpty()) {
      ServiceKey service = round.poll();
      if (all.contains(service) && !late.containsKey(service)) {
        asked = new Question(service);
        ticksAsked = 0;
      }
    }
    if (asked == null) {
      settle();
    } else {
      asker.ask(asked.service, asked);
    }
  }

  private void settle() {
    List<ServiceKey> all = services.get();
    badInARow.keySet().retainAll(all);
    good.retainAll(all);
    if (silentTicks >= PATIENCE) {
      good.clear();
    }
    problem = connected ? problemOf(all) : null;
    if (!good.equals(answering)) {
      answering = Set.copyOf(good);
      onChange.run();
    }
  }

  private String problemOf(List<ServiceKey> all) {
    if (silentTicks >= PATIENCE) {
      return "the provider doesn't answer $echo";
    } else if (!all.isEmpty() && badInARow.keySet().containsAll(all)) {
      return "the provider has none of its services: " + all.get(0) + " doesn't answer $echo";
    }
    return null;
  }

  private final class Question implements CapabilityProbe.Answer {

    private final ServiceKey service;

    Question(ServiceKey service) {
      this.service = service;
    }

    @Override
    public void came(int status, int serialization, EchoAttachments attached) {
      if (asked != this && !late.remove(service, this)) {
        return; // it was due on a connection that is no more
      }
      silentTicks = 0;
      if (status == DubboStatus.OK.code()) {
        badInARow.remove(service);
        good.add(service);
      } else if (status != DubboStatus.THREAD_POOL_EXHAUSTED.code()
          && badInARow.merge(service, 1, Integer::sum) >= PATIENCE) {
        good.remove(service);
      }
      if (asked == this) {
        next();
      } else {
        settle();
      }
    }

    @Override
    public void lost(CallFailure cause) {
      late.remove(service, this); // it may be asked again
      if (asked == this) {
        asked = null;
        givenUp = true; // it was due all the same
      }
    }
  }
}
