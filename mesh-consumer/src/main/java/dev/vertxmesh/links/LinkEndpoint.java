package dev.vertxmesh.links;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.link.ClientLink;
import dev.vertxmesh.net.Backoff;
import dev.vertxmesh.net.SocketReason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;

/**
 * An instance and the link to it, which is made anew whenever it is lost, for as long as the
 * registry tells of the instance.
 */
final class LinkEndpoint implements RemoteEndpoint, ClientLink.Owner {

  private static final Logger LOG = System.getLogger(LinkEndpoint.class.getName());

  private sealed interface State {
    /** {@code lastError} is null before the first attempt has ended. */
    record Connecting(String lastError) implements State {}

    record Open(ClientLink link) implements State {}

    record Leaving(String reason) implements State {}

    record Waiting(String reason) implements State {}

    /** Nobody has called for a while, or yet. */
    record Asleep() implements State {}

    /** {@code before} is what {@link #state} said when the registry told of it last. */
    record Removed(String before) implements State {}
  }

  private final HostPort address;
  private final Dialer dialer;
  private final Backoff backoff;
  private Instance instance;
  private Promise<Void> tried = Promise.promise();
  private State state = new State.Asleep();
  private ClientLink link;
  private String lastProblem = "";
  private boolean called;
  private boolean isAnother;
  private int ticksUncalled;

  /**
   * @param atOnce whether the link is made now, or when it's first needed
   */
  LinkEndpoint(Instance instance, Dialer dialer, Backoff backoff, boolean atOnce) {
    this.instance = instance;
    this.address = instance.address();
    this.dialer = dialer;
    this.backoff = backoff;
    if (atOnce) {
      dial(null);
    } else {
      tried.complete();
    }
  }

  @Override
  public Future<Void> tried() {
    return tried.future();
  }

  @Override
  public Instance instance() {
    return instance;
  }

  @Override
  public List<ServiceKey> services() {
    return instance.services();
  }

  /** Another instance at the address is worth a try at once. */
  @Override
  public void update(Instance told) {
    boolean restarted = !told.id().equals(instance.id());
    instance = told;
    if (restarted && state instanceof State.Waiting) {
      tryAnew();
    } else {
      isAnother |= restarted; // whoever is being reached, or left, may be the former one
    }
  }

  private void tryAnew() {
    backoff.reset();
    tried = tried.future().isComplete() ? Promise.promise() : tried;
    dial("another instance is there");
  }

  @Override
  public boolean isAsleep() {
    return state instanceof State.Asleep;
  }

  @Override
  public Future<Void> wake() {
    if (isAsleep()) {
      tried = Promise.promise();
      ticksUncalled = 0;
      backoff.reset();
      dial(null);
    }
    return tried.future();
  }

  @Override
  public void tick(int most) {
    ticksUncalled = called || inFlight() > 0 ? 0 : ticksUncalled + 1;
    called = false;
    if (ticksUncalled >= most && (state instanceof State.Open || state instanceof State.Waiting)) {
      fallAsleep();
    }
  }

  private void fallAsleep() {
    state = new State.Asleep();
    if (link != null) {
      LOG.log(Level.INFO, "mesh-provider {0}: closed, as nobody calls", address);
      link.close("nobody calls");
    }
  }

  @Override
  public void remove() {
    state = new State.Removed(state());
    if (link != null) {
      link.leave();
    }
  }

  @Override
  public void close() {
    state = new State.Removed(state());
    if (link != null) {
      link.close("the agent is stopping");
    }
  }

  @Override
  public Future<Reply> call(Call call) {
    if (state instanceof State.Open open) {
      called = true;
      return open.link.call(call);
    }
    call.payload().release();
    return Future.failedFuture(new CallFailure(Status.UNAVAILABLE, state(), state()));
  }

  @Override
  public int weight() {
    return instance.weight();
  }

  @Override
  public boolean isOpen() {
    return state instanceof State.Open open && open.link.isOpen();
  }

  @Override
  public int freeCredit() {
    return state instanceof State.Open open ? open.link.credit() - open.link.inFlight() : 0;
  }

  @Override
  public String key() {
    return address.toString();
  }

  @Override
  public long startedAtMillis() {
    return instance.startedAtMillis();
  }

  @Override
  public int inFlight() {
    return link == null ? 0 : link.inFlight();
  }

  /** As the registry tells it. */
  @Override
  public int reportedLimit() {
    return instance.limit();
  }

  @Override
  public long serviceNanos() {
    return link == null ? 0 : link.serviceNanos();
  }

  @Override
  public EndpointView view() {
    return new EndpointView(
        address.toString(),
        instance.services(),
        instance.weight(),
        stateName(),
        isOpen() ? "" : state(),
        inFlight(),
        link == null ? 0 : link.credit(),
        link == null ? 0 : link.roundTripNanos() / 1_000);
  }

  private String stateName() {
    return state.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  @Override
  public String state() {
    if (state instanceof State.Removed removed) {
      return removed.before;
    }
    String how = stateName();
    if (state instanceof State.Connecting connecting) {
      how = connecting.lastError == null ? "connecting" : "connecting: " + connecting.lastError;
    } else if (state instanceof State.Leaving leaving) {
      how = "leaving: " + leaving.reason;
    } else if (state instanceof State.Waiting waiting) {
      how = waiting.reason;
    } else if (isAsleep() && !lastProblem.isEmpty()) {
      how = "asleep; before that: " + lastProblem;
    }
    return "mesh-provider " + address + " " + how;
  }

  private void dial(String lastError) {
    state = new State.Connecting(lastError);
    isAnother = false;
    dialer.dial(address, this).onComplete(this::dialled, e -> lost(SocketReason.of(e)));
  }

  private void dialled(ClientLink made) {
    link = made;
    if (state instanceof State.Removed) {
      made.close("not needed any more");
    }
  }

  @Override
  public void onOpen() {
    if (state instanceof State.Connecting) {
      backoff.reset();
      ticksUncalled = 0; // nobody could call before
      state = new State.Open(link);
      lastProblem = "";
      LOG.log(Level.INFO, "mesh-provider {0}: open", address);
    }
    tried.tryComplete();
  }

  @Override
  public void onGoAway(String reason) {
    if (state instanceof State.Open) {
      state = new State.Leaving(reason);
    }
  }

  @Override
  public void onClosed(String reason) {
    link = null;
    lost(reason);
  }

  private void lost(String reason) {
    if (isAnother && !(state instanceof State.Removed || isAsleep())) {
      tryAnew();
      return;
    }
    tried.tryComplete();
    if (state instanceof State.Removed || state instanceof State.Asleep) {
      return;
    }
    state = new State.Waiting(reason);
    if (!reason.equals(lastProblem)) { // each attempt fails for the same reason: said once
      lastProblem = reason;
      LOG.log(Level.WARNING, "mesh-provider {0}: {1}", address, reason);
    }
    dialer.after(
        backoff.next(),
        () -> {
          if (state instanceof State.Waiting) {
            dial(reason);
          }
        });
  }
}
