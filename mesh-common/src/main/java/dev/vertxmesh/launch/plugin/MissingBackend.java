package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What stands where a plugin didn't make a back end or a bridge: it's never connected, and says
 * why. Of calls nothing needs to be released here.
 *
 * @param where the agent and the plugin
 * @param why with the plugin's name
 */
record MissingBackend(String where, String why) implements Backend, Bridge {

  @Override
  public ServedServices served() {
    return ServedServices.untold(why);
  }

  @Override
  public String question() {
    return "anything";
  }

  @Override
  public int defaultLimit() {
    return 1;
  }

  @Override
  public Bridge open(Context context, BackendObserver observer) {
    context.runOnContext(v -> observer.onDisconnected(why));
    return this;
  }

  @Override
  public Future<Reply> call(Call call) {
    return Future.failedFuture(new CallFailure(Status.UNAVAILABLE, where, why));
  }

  @Override
  public boolean isConnected() {
    return false;
  }

  @Override
  public String state() {
    return why;
  }

  @Override
  public void watch(Supplier<List<ServiceKey>> services, Runnable onAnswering) {}

  @Override
  public Set<ServiceKey> answering() {
    return Set.of();
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
