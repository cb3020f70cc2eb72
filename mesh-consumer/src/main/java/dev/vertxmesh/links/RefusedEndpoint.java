package dev.vertxmesh.links;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.discovery.Instance;
import io.vertx.core.Future;

/** A provider that is known and isn't connected to: it gets no calls, and the topology says why. */
final class RefusedEndpoint implements RemoteEndpoint {

  private final String reason;
  private Instance instance;

  RefusedEndpoint(Instance instance, String reason) {
    this.instance = instance;
    this.reason = reason;
  }

  @Override
  public Instance instance() {
    return instance;
  }

  @Override
  public void update(Instance told) {
    instance = told;
  }

  @Override
  public Future<Void> tried() {
    return Future.succeededFuture();
  }

  @Override
  public void remove() {}

  @Override
  public void close() {}

  @Override
  public Future<Reply> call(Call call) {
    call.payload().release();
    return Future.failedFuture(new CallFailure(Status.UNAVAILABLE, key(), state()));
  }

  @Override
  public boolean isOpen() {
    return false;
  }

  @Override
  public int freeCredit() {
    return 0;
  }

  @Override
  public String state() {
    return instance.protocol() + " " + instance.address() + " refused: " + reason;
  }

  @Override
  public String key() {
    return instance.protocol() + "://" + instance.address();
  }

  @Override
  public int inFlight() {
    return 0;
  }

  @Override
  public EndpointView view() {
    return new EndpointView(
        key(),
        instance.services(),
        instance.weight(),
        instance.tags(),
        "refused",
        state(),
        0,
        0,
        0);
  }
}
