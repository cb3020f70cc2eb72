package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Context;
import java.util.List;

/** A plugin's back end to one provider. */
final class GuardedBackend implements Backend {

  /** Calls in flight, where it doesn't say. */
  private static final int LIMIT = 100;

  private final PluginGuard guard;
  private final Backend backend;
  private final GuardedServed served;

  private GuardedBackend(PluginGuard guard, Backend backend, Owner owner, Context context) {
    this.guard = guard;
    this.backend = backend;
    this.served =
        new GuardedServed(
            guard,
            guard.ask("served()", backend::served, ServedServices::untold),
            context,
            owner::begin);
  }

  /** Where the plugin doesn't make one, one that says so stands in its place. */
  static Backend make(
      PluginGuard guard, BackendFactory factory, BackendOwner told, Context context) {
    Owner owner = new Owner(told, context);
    Backend backend =
        guard.ask(
            "open()",
            () -> factory.open(owner, context),
            why -> new MissingBackend(guard.where(), why));
    return new GuardedBackend(guard, backend, owner, context);
  }

  @Override
  public ServedServices served() {
    return served;
  }

  @Override
  public String question() {
    return guard.ask("question()", backend::question, why -> "anything");
  }

  @Override
  public int defaultLimit() {
    return Math.max(1, guard.ask("defaultLimit()", backend::defaultLimit, why -> LIMIT));
  }

  @Override
  public Bridge open(Context context, BackendObserver observer) {
    CallLoop loop = CallLoop.current(context);
    Observer told = new Observer(loop, observer);
    Bridge bridge =
        guard.ask(
            "open()",
            () -> backend.open(context, told),
            why -> new MissingBackend(guard.where(), why).open(context, observer));
    return new GuardedBridge(guard, bridge, loop);
  }

  /** May be asked at once, and told once it has begun; on its own context. */
  private static final class Owner implements BackendOwner {
    private final BackendOwner owner;
    private final Context context;
    private volatile boolean begun;
    private volatile boolean early;

    Owner(BackendOwner owner, Context context) {
      this.owner = owner;
      this.context = context;
    }

    void begin() {
      begun = true;
      if (early) {
        onServed();
      }
    }

    @Override
    public String where() {
      return owner.where();
    }

    @Override
    public HostPort address() {
      return owner.address();
    }

    @Override
    public boolean isNamed() {
      return owner.isNamed();
    }

    @Override
    public String advice() {
      return owner.advice();
    }

    @Override
    public ServiceTypes types(ServiceKey service) {
      return owner.types(service);
    }

    @Override
    public List<String> calledBack(ServiceKey service) {
      return owner.calledBack(service);
    }

    @Override
    public boolean isConnected() {
      return begun && owner.isConnected();
    }

    @Override
    public void onServed() {
      early = true; // before the look: either of the two threads sees the other's
      if (begun) {
        context.runOnContext(v -> owner.onServed());
      }
    }
  }

  /** Told on the bridge's event loop, and nothing before the bridge is open. */
  private record Observer(CallLoop loop, BackendObserver observer) implements BackendObserver {

    @Override
    public void onConnected(boolean again) {
      loop.later(() -> observer.onConnected(again));
    }

    @Override
    public void onDisconnected(String reason) {
      loop.later(() -> observer.onDisconnected(String.valueOf(reason)));
    }

    @Override
    public void onBytesRead(int count) {
      loop.run(() -> observer.onBytesRead(count));
    }

    @Override
    public void onBytesWritten(int count) {
      loop.run(() -> observer.onBytesWritten(count));
    }

    @Override
    public void onUnknownResponse(long id) {
      loop.run(() -> observer.onUnknownResponse(id));
    }
  }
}
