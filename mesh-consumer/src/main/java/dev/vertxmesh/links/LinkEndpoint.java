package dev.vertxmesh.links;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.link.ClientLink;
import dev.vertxmesh.link.tls.PeerRefusal;
import dev.vertxmesh.net.Backoff;
import dev.vertxmesh.net.tls.HandshakeReason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * An instance and the link to it, which is made anew whenever it is lost, for as long as the
 * registry tells of the instance.
 */
final class LinkEndpoint implements RemoteEndpoint, ClientLink.Owner {

  private static final Logger LOG = System.getLogger(LinkEndpoint.class.getName());
  private static final String NO_TLS =
      "; its links are encrypted, and this agent has no --link-tls-cert";

  /** A link that has stood for so long is worth an attempt at once when it's lost. */
  static final int STEADY_MILLIS = 2_000;

  private final HostPort address;
  private final Dialer dialer;
  private final Backoff backoff;
  private final Runnable onUsable;
  private Instance instance;
  private Promise<Void> tried = Promise.promise();
  private LinkState state = new LinkState.Asleep(true);
  private ClientLink link;
  private String lastProblem = "";
  private boolean called;
  private boolean isAnother;
  private LinkState steady;
  private boolean wasBrief; // links ended as soon as they were open, and none was steady since
  private int ticksUncalled;

  /**
   * @param atOnce whether the link is made now, or when it's first needed
   * @param onUsable run when calls may go there, or may not any more
   */
  LinkEndpoint(
      Instance instance, Dialer dialer, Backoff backoff, boolean atOnce, Runnable onUsable) {
    this.onUsable = onUsable;
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

  /** Another instance at the address is worth a try at once, and so is one of another name. */
  @Override
  public void update(Instance told) {
    boolean restarted =
        !told.id().equals(instance.id()) || !told.identity().equals(instance.identity());
    instance = told;
    if (restarted && state instanceof LinkState.Waiting) {
      tryAnew();
    } else {
      isAnother |= restarted; // the one that is being reached, or left, may be the former one
    }
  }

  private void tryAnew() {
    backoff.reset();
    tried = tried.future().isComplete() ? Promise.promise() : tried;
    dial("another instance is there");
  }

  @Override
  public boolean isAsleep() {
    return state instanceof LinkState.Asleep;
  }

  /** As {@link LinkState#isUsable}. */
  boolean isUsable(boolean isProviderOpen) {
    return state.isUsable(isProviderOpen);
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
    if (ticksUncalled >= most
        && (state instanceof LinkState.Open || state instanceof LinkState.Waiting)) {
      fallAsleep();
    }
  }

  private void fallAsleep() {
    lastProblem = state instanceof LinkState.Open ? "" : lastProblem;
    state = new LinkState.Asleep(lastProblem.isEmpty());
    if (link != null) {
      LOG.log(Level.INFO, "mesh-provider {0}: closed, as nobody calls", address);
      link.close("nobody calls");
    }
  }

  @Override
  public void remove() {
    state = new LinkState.Removed(state());
    if (link != null) {
      link.leave();
    }
  }

  @Override
  public void close() {
    state = new LinkState.Removed(state());
    if (link != null) {
      link.close("the agent is stopping");
    }
  }

  @Override
  public Future<Reply> call(Call call) {
    if (state instanceof LinkState.Open open) {
      called = true;
      return open.link().call(call);
    }
    call.payload().release();
    return Future.failedFuture(new CallFailure(Status.UNAVAILABLE, state(), state()));
  }

  @Override
  public boolean isOpen() {
    return state instanceof LinkState.Open open && open.link().isOpen();
  }

  @Override
  public int freeCredit() {
    return state instanceof LinkState.Open open ? open.link().credit() - open.link().inFlight() : 0;
  }

  @Override
  public String key() {
    return address.toString();
  }

  @Override
  public int inFlight() {
    return link == null ? 0 : link.inFlight();
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
        instance.tags(),
        state.word(),
        isOpen() ? "" : state(),
        inFlight(),
        link == null ? 0 : link.credit(),
        link == null ? 0 : link.roundTripNanos() / 1_000);
  }

  @Override
  public String state() {
    if (state instanceof LinkState.Removed removed) {
      return removed.before();
    }
    boolean hadProblem = isAsleep() && !lastProblem.isEmpty();
    String how = state.described() + (hadProblem ? "; before that: " + lastProblem : "");
    return "mesh-provider " + address + " " + how;
  }

  private void dial(String lastError) {
    state = new LinkState.Connecting(lastError);
    isAnother = false;
    dialer.dial(instance, this).onComplete(this::dialled, this::notDialled);
  }

  private void dialled(ClientLink made) {
    link = made;
    if (state instanceof LinkState.Removed) {
      made.close("not needed any more");
    }
  }

  private void notDialled(Throwable error) {
    boolean refused = error instanceof PeerRefusal;
    lost(refused ? error.getMessage() : HandshakeReason.of(error), refused);
  }

  @Override
  public void onOpen() {
    if (state instanceof LinkState.Connecting) {
      ticksUncalled = 0; // nobody could call before
      LinkState.Open open = new LinkState.Open(link);
      state = open;
      if (!wasBrief) { // else it's said once this one stands
        LOG.log(Level.INFO, "mesh-provider {0}: open", address);
      }
      dialer.after(STEADY_MILLIS, () -> onSteady(open));
      onUsable.run();
    }
    tried.tryComplete();
  }

  /** Whoever greets and ends the link at once isn't dialled as fast as the network goes. */
  private void onSteady(LinkState.Open open) {
    if (state != open) {
      return;
    }
    steady = open;
    backoff.reset();
    lastProblem = "";
    if (wasBrief) {
      wasBrief = false;
      LOG.log(Level.INFO, "mesh-provider {0}: open", address);
    }
  }

  @Override
  public void onGoAway(String reason) {
    if (state instanceof LinkState.Open) {
      state = new LinkState.Leaving(reason);
      onUsable.run();
    }
  }

  @Override
  public void onClosed(String reason) {
    link = null;
    boolean lacksTls = !instance.identity().isEmpty() && !dialer.isEncrypted();
    lost(lacksTls && state instanceof LinkState.Connecting ? reason + NO_TLS : reason, false);
  }

  /**
   * @param refused whether somebody else was there than has to be
   */
  private void lost(String reason, boolean refused) {
    if (state instanceof LinkState.Removed || isAsleep()) {
      tried.tryComplete();
      return;
    } else if (isAnother) {
      tryAnew();
      return;
    }
    wasBrief |= state instanceof LinkState.Open && state != steady;
    boolean wasLost = state instanceof LinkState.Connecting again && again.lastError() != null;
    state = new LinkState.Waiting(reason, refused);
    if (!wasLost) {
      onUsable.run();
    }
    if (!reason.equals(lastProblem)) { // each attempt fails for the same reason: said once
      lastProblem = reason;
      LOG.log(Level.WARNING, "mesh-provider {0}: {1}", address, reason);
    }
    dialer.after(
        backoff.next(),
        () -> {
          if (state instanceof LinkState.Waiting) {
            dial(reason);
          }
        });
    tried.tryComplete(); // those who wait see what has come of it
  }
}
