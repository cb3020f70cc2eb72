package dev.vertxmesh.links;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.discovery.Instance;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Function;

/**
 * A provider without an agent, to which nothing is opened until one of its services is called: a
 * registry may tell of thousands. From then on it's as the other is that's opened.
 */
final class SleepingEndpoint implements RemoteEndpoint {

  private final Function<Instance, RemoteEndpoint> opening;
  private Instance instance;
  private RemoteEndpoint awake;
  private boolean ended;

  /**
   * @param instance whose services the registry tells
   * @param opening opens the way to it
   */
  SleepingEndpoint(Instance instance, Function<Instance, RemoteEndpoint> opening) {
    this.instance = instance;
    this.opening = opening;
  }

  @Override
  public Instance instance() {
    return instance;
  }

  @Override
  public List<ServiceKey> services() {
    return awake == null ? instance.services() : awake.services();
  }

  /** One whose services nobody tells any more has to be asked. */
  @Override
  public void update(Instance told) {
    instance = told;
    if (awake != null) {
      awake.update(told);
    } else if (told.services().isEmpty()) {
      wake();
    }
  }

  @Override
  public Future<Void> tried() {
    return awake == null ? Future.succeededFuture() : awake.tried();
  }

  @Override
  public boolean isAsleep() {
    return awake == null && !ended;
  }

  /** Not once it has ended: nobody would close what is opened then. */
  @Override
  public Future<Void> wake() {
    if (isAsleep()) {
      awake = opening.apply(instance);
    }
    return tried().otherwiseEmpty();
  }

  @Override
  public void tick(int most) {}

  @Override
  public void remove() {
    ended = true;
    if (awake != null) {
      awake.remove();
    }
  }

  @Override
  public void close() {
    ended = true;
    if (awake != null) {
      awake.close();
    }
  }

  @Override
  public Future<Reply> call(Call call) {
    if (awake != null) {
      return awake.call(call);
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
    return awake != null && awake.isOpen();
  }

  @Override
  public int freeCredit() {
    return awake == null ? 0 : awake.freeCredit();
  }

  @Override
  public String state() {
    return awake == null
        ? instance.protocol() + " " + instance.address() + " asleep"
        : awake.state();
  }

  @Override
  public String key() {
    return instance.protocol() + "://" + instance.address();
  }

  @Override
  public long startedAtMillis() {
    return instance.startedAtMillis();
  }

  @Override
  public int inFlight() {
    return awake == null ? 0 : awake.inFlight();
  }

  @Override
  public int reportedLimit() {
    return awake == null ? instance.limit() : awake.reportedLimit();
  }

  @Override
  public long serviceNanos() {
    return awake == null ? 0 : awake.serviceNanos();
  }

  @Override
  public EndpointView view() {
    if (awake != null) {
      return awake.view();
    }
    return new EndpointView(
        key(), services(), weight(), instance.tags(), "asleep", state(), 0, 0, 0);
  }
}
