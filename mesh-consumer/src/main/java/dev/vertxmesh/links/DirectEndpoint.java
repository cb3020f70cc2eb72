package dev.vertxmesh.links;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.admission.Admission;
import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.discovery.Instance;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;

/**
 * A provider without an agent, and this event loop's connection to it. What an agent would do for
 * the provider is done here: calls in flight are bounded, and it is asked what it serves, where the
 * registry doesn't say.
 */
final class DirectEndpoint implements RemoteEndpoint {

  private static final Logger LOG = System.getLogger(DirectEndpoint.class.getName());

  private sealed interface State {
    record Connecting() implements State {}

    record Open(boolean steady) implements State {}

    record Waiting(String reason) implements State {}

    record Removed(String before) implements State {}
  }

  private final String where;
  private final DirectSetup setup;
  private final Runnable onServices;
  private final Backend backend;
  private final ServedServices served;
  private final Bridge bridge;
  private final Admission admission;
  private final Caller admitted;
  private final Promise<Void> connectionTried = Promise.promise();
  private final Promise<Void> tried = Promise.promise();
  private volatile Instance instance;
  private int reportedLimit;
  private List<ServiceKey> services;
  private boolean isAsked;
  private volatile State state = new State.Connecting();
  private String lastProblem = "";
  private boolean wasBrief;

  /** Runs {@code onServices} when it turns out that it has other services than before. */
  DirectEndpoint(Instance instance, DirectSetup setup, Runnable onServices) {
    this.instance = instance;
    this.services = instance.services();
    this.where = instance.protocol() + " " + instance.address();
    this.setup = setup;
    this.onServices = onServices;
    backend = setup.open(instance.protocol(), new Owner());
    served = backend.served();
    bridge = backend.open(setup.context(), new Observer());
    int limit = limit();
    admission = new Admission(limit, limit, where, "", setup.nanoClock());
    admitted = admission.over(bridge);
    Future<Void> known = isNamed() ? Future.succeededFuture() : ask();
    connectionTried.future().compose(open -> known).onComplete(tried);
  }

  /** Whom the registry names is asked once it's there: hundreds may be tried in vain. */
  private Future<Void> ask() {
    if (isAsked) {
      served.onConnected();
      return Future.succeededFuture();
    }
    isAsked = true;
    return served.start();
  }

  /** This loop's share of the calls in flight that the registry says, or the provider can take. */
  private int limit() {
    int limit = instance.limit() > 0 ? instance.limit() : backend.defaultLimit();
    reportedLimit = instance.limit() > 0 || served.threads() > 0 ? limit : 0;
    return Math.max(1, limit / setup.loops());
  }

  private boolean isNamed() {
    return !instance.services().isEmpty();
  }

  @Override
  public Instance instance() {
    return instance;
  }

  @Override
  public List<ServiceKey> services() {
    return services;
  }

  @Override
  public void update(Instance told) {
    boolean wasNamed = isNamed();
    instance = told;
    services = isNamed() ? told.services() : served.list();
    if (wasNamed && !isNamed()) {
      ask();
    }
    setLimit();
  }

  @Override
  public Future<Void> tried() {
    return tried.future();
  }

  @Override
  public void remove() {
    state = new State.Removed(state());
    served.close();
    closeIfIdle();
  }

  @Override
  public void close() {
    state = new State.Removed(state());
    served.close();
    bridge.close();
  }

  @Override
  public Future<Reply> call(Call call) {
    if (isOpen()) {
      return admitted.call(call).onComplete(ended -> closeIfIdle());
    }
    call.payload().release();
    return Future.failedFuture(new CallFailure(Status.UNAVAILABLE, where, state()));
  }

  private void closeIfIdle() {
    if (state instanceof State.Removed && admission.inFlight() == 0) {
      bridge.close();
    }
  }

  @Override
  public boolean isOpen() {
    return state instanceof State.Open && bridge.isConnected();
  }

  @Override
  public int freeCredit() {
    return isOpen() ? admission.limit() - admission.inFlight() : 0;
  }

  @Override
  public String state() {
    return state instanceof State.Removed removed
        ? removed.before
        : where + " " + (state instanceof State.Waiting waiting ? waiting.reason : stateName());
  }

  private String stateName() {
    return state.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  @Override
  public String key() {
    return instance.protocol() + "://" + instance.address();
  }

  @Override
  public int inFlight() {
    return admission.inFlight();
  }

  @Override
  public int reportedLimit() {
    return reportedLimit;
  }

  @Override
  public EndpointView view() {
    String known = "services known " + (isNamed() ? "by the registry" : served.how());
    return new EndpointView(
        key(),
        services,
        instance.weight(),
        instance.tags(),
        stateName(),
        isOpen() ? known : state() + "; " + known,
        admission.inFlight(),
        admission.limit(),
        0);
  }

  private void setLimit() {
    int limit = limit();
    if (limit != admission.told()) {
      admission.limit(limit);
    }
  }

  private final class Observer implements BackendObserver {

    @Override
    public void onConnected(boolean again) {
      if (!(state instanceof State.Removed)) {
        State open = new State.Open(false);
        state = open;
        if (!wasBrief) { // as in TLS 1.3, before the provider has looked at our certificate
          LOG.log(Level.INFO, "{0}: open", where);
        }
        setup.context().owner().setTimer(LinkEndpoint.STEADY_MILLIS, timer -> onSteady(open));
        ask();
      }
      connectionTried.tryComplete();
    }

    private void onSteady(State open) {
      if (state == open) {
        state = new State.Open(true);
        lastProblem = "";
        if (wasBrief) {
          wasBrief = false;
          LOG.log(Level.INFO, "{0}: open", where);
        }
      }
    }

    @Override
    public void onDisconnected(String reason) {
      if (!(state instanceof State.Removed)) {
        wasBrief |= state instanceof State.Open open && !open.steady;
        state = new State.Waiting(reason);
        if (!reason.equals(lastProblem)) { // each attempt fails for the same reason: said once
          lastProblem = reason;
          LOG.log(Level.WARNING, where + ": " + reason);
        }
      }
      connectionTried.tryComplete();
    }
  }

  private final class Owner implements BackendOwner {

    @Override
    public String where() {
      return where;
    }

    @Override
    public HostPort address() {
      return instance.address();
    }

    @Override
    public boolean isNamed() {
      return DirectEndpoint.this.isNamed();
    }

    @Override
    public String advice() {
      return "name it in the registry";
    }

    @Override
    public boolean isConnected() {
      return isOpen();
    }

    @Override
    public ServiceTypes types(ServiceKey service) {
      return setup.types().apply(instance, service);
    }

    @Override
    public List<String> calledBack(ServiceKey service) {
      return instance.calledBack().getOrDefault(service, List.of());
    }

    @Override
    public void onServed() {
      setLimit();
      if (!isNamed() && !(state instanceof State.Removed) && !services.equals(served.list())) {
        services = served.list();
        onServices.run();
      }
    }
  }
}
