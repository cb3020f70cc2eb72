package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.List;

/** What a plugin says that its provider serves; where it fails to say, what it said last. */
final class GuardedServed implements ServedServices {

  private final PluginGuard guard;
  private final ServedServices served;
  private final Context context;
  private final Runnable onStart;
  private volatile List<ServiceKey> known = List.of();

  /**
   * @param onStart run before it begins to ask
   */
  GuardedServed(PluginGuard guard, ServedServices served, Context context, Runnable onStart) {
    this.guard = guard;
    this.served = served;
    this.context = context;
    this.onStart = onStart;
  }

  @Override
  public Future<Void> start() {
    onStart.run();
    return guard.await(context, "start()", served::start);
  }

  @Override
  public void onConnected() {
    guard.tell("onConnected()", served::onConnected);
  }

  @Override
  public List<ServiceKey> list() {
    known = guard.ask("list()", () -> List.copyOf(served.list()), why -> known);
    return known;
  }

  @Override
  public List<String> methods(ServiceKey service) {
    return guard.ask("methods()", () -> List.copyOf(served.methods(service)), why -> List.of());
  }

  @Override
  public String how() {
    return guard.ask("how()", served::how, why -> why);
  }

  @Override
  public int threads() {
    return Math.max(0, guard.ask("threads()", served::threads, why -> 0));
  }

  @Override
  public String application() {
    return guard.ask("application()", served::application, why -> "");
  }

  @Override
  public Future<Void> close() {
    return guard.await(context, "close()", served::close);
  }
}
