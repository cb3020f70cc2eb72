package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import io.vertx.core.Future;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/** A plugin's way to a provider, of one event loop. */
final class GuardedBridge implements Bridge {

  private final PluginGuard guard;
  private final Bridge bridge;
  private final CallLoop loop;
  private Future<Void> closed;

  GuardedBridge(PluginGuard guard, Bridge bridge, CallLoop loop) {
    this.guard = guard;
    this.bridge = bridge;
    this.loop = loop;
  }

  @Override
  public Future<Reply> call(Call call) {
    return new GuardedCall(guard, loop, call).begin(bridge);
  }

  @Override
  public boolean isConnected() {
    return guard.ask("isConnected()", bridge::isConnected, why -> false);
  }

  @Override
  public String state() {
    return guard.ask("state()", bridge::state, why -> why);
  }

  @Override
  public void watch(Supplier<List<ServiceKey>> services, Runnable onAnswering) {
    guard.tell("watch()", () -> bridge.watch(services, () -> loop.later(onAnswering)));
  }

  @Override
  public String problem() {
    String problem =
        guard.ask("problem()", () -> Objects.requireNonNullElse(bridge.problem(), ""), why -> why);
    return problem.isEmpty() ? null : problem;
  }

  @Override
  public Set<ServiceKey> answering() {
    return guard.ask("answering()", () -> Set.copyOf(bridge.answering()), why -> Set.of());
  }

  @Override
  public String serialization() {
    return guard.ask("serialization()", this::namedSerialization, why -> "");
  }

  private String namedSerialization() {
    String name = bridge.serialization();
    if (name != null && !Instance.SERIALIZATION.matcher(name).matches()) {
      throw new IllegalArgumentException("expected a name of at most 50 characters");
    }
    return name;
  }

  @Override
  public void onServices() {
    guard.tell("onServices()", bridge::onServices);
  }

  @Override
  public Future<Void> close() {
    if (closed == null) { // an agent that has drained stops, too
      closed = guard.await(loop.context(), "close()", bridge::close);
    }
    return closed;
  }
}
