package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.call.ServiceKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Which services a gRPC server answers for, by its health service ({@code grpc.health.v1}). Where
 * it has none, that it says so is the sign that it's well; a service that health doesn't know is as
 * well as the server as a whole.
 *
 * <p>All services are asked about in one round, one after the other, as soon as there's a
 * connection, and then at each tick. After two rounds without an answer, or two ticks without a
 * connection, none answers any more. Knows no clock and no socket: ticks are handed in.
 */
public final class HealthWatcher {

  /** What an answer says. */
  enum Verdict {
    WELL,
    UNWELL,
    /** The health service doesn't know the service. */
    UNKNOWN_SERVICE,
    /** There's no health service. */
    NO_HEALTH,
    /** Nothing came. */
    SILENT
  }

  /** Asks about a service; the empty one is the server as a whole. */
  @FunctionalInterface
  interface Asker {
    void ask(String service, Consumer<Verdict> answer);
  }

  private static final int PATIENCE = 2;
  private static final String WHOLE = "";

  private final Supplier<List<ServiceKey>> services;
  private final Asker asker;
  private final Runnable onChange;
  private final Set<ServiceKey> good = new HashSet<>();
  private List<ServiceKey> round = List.of();
  private int next;
  private Verdict whole;
  private boolean asking;
  private boolean again;
  private boolean connected;
  private int silence;
  private volatile Set<ServiceKey> answering = Set.of();
  private volatile String problem;

  /**
   * @param services that the server is to have
   * @param onChange run when others answer than before
   */
  HealthWatcher(Supplier<List<ServiceKey>> services, Asker asker, Runnable onChange) {
    this.services = services;
    this.asker = asker;
    this.onChange = onChange;
  }

  /** Those that answer; may be asked from anywhere. */
  public Set<ServiceKey> answering() {
    return answering;
  }

  /** Why calls can't be answered although there's a connection; may be asked from anywhere. */
  public String problem() {
    return problem;
  }

  /** There's a connection where there was none. */
  public void onConnected() {
    connected = true;
    silence = 0;
    begin();
  }

  public void onDisconnected() {
    connected = false;
    problem = null;
  }

  /** There may be other services than before. */
  public void onServices() {
    if (connected && !good.containsAll(services.get())) {
      begin();
    }
  }

  /** Time to judge, and to ask again. */
  public void onTick() {
    if (!connected && ++silence >= PATIENCE) {
      good.clear();
      settle();
    } else if (connected) {
      begin();
    }
  }

  private void begin() {
    if (asking) {
      again = true; // when the round is over
      return;
    }
    asking = true;
    again = false;
    whole = null;
    next = 0;
    round = List.copyOf(services.get());
    good.retainAll(round);
    step();
  }

  private void step() {
    if (next == round.size()) {
      end();
    } else {
      asker.ask(round.get(next).interfaceName(), this::onVerdict);
    }
  }

  private void onVerdict(Verdict verdict) {
    if (verdict == Verdict.UNKNOWN_SERVICE && whole == null) {
      asker.ask(WHOLE, this::onWhole);
      return;
    }
    judge(verdict == Verdict.UNKNOWN_SERVICE ? whole : verdict);
  }

  private void onWhole(Verdict verdict) {
    whole = verdict == Verdict.UNKNOWN_SERVICE ? Verdict.WELL : verdict;
    judge(whole);
  }

  private void judge(Verdict verdict) {
    silence = verdict == Verdict.SILENT ? silence + 1 : 0;
    switch (verdict) {
      case NO_HEALTH -> good.addAll(round);
      case UNWELL -> good.remove(round.get(next));
      case SILENT -> {
        if (silence >= PATIENCE) {
          good.clear();
        }
      }
      default -> good.add(round.get(next));
    }
    next = verdict == Verdict.NO_HEALTH || verdict == Verdict.SILENT ? round.size() : next + 1;
    step();
  }

  private void end() {
    asking = false;
    settle();
    if (again && connected) {
      begin();
    }
  }

  private void settle() {
    problem = connected ? problemNow() : null;
    if (!good.equals(answering)) {
      answering = Set.copyOf(good);
      onChange.run();
    }
  }

  private String problemNow() {
    if (silence >= PATIENCE) {
      return "the server doesn't answer health checks";
    }
    return good.isEmpty() && !round.isEmpty()
        ? "the server's health service says that " + round.get(0) + " isn't serving"
        : null;
  }
}
