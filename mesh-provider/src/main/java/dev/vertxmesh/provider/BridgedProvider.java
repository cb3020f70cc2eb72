package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.settings.StartFailure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The provider that this agent stands beside. May be asked on any thread. */
final class BridgedProvider implements BackendOwner {

  private final Vertx vertx;
  private final BackendChoice choice;
  private final boolean named;
  private final BooleanSupplier isConnected;
  private final Runnable listener;
  private final Backend backend;
  private final ProviderServices services;
  private final BridgeWatch watch;
  private final RegisteredTypes types;

  /**
   * Reads files, such as the API, which blocks.
   *
   * @param isConnected whether any event loop has a connection
   * @param listener run after every answer to what it serves
   * @param onBridge run whenever an event loop has got, or lost, or couldn't get its connection
   * @throws StartFailure if one can't be read, or there's no port for a verticle
   */
  BridgedProvider(
      ProviderOptions options,
      AgentContext context,
      BooleanSupplier isConnected,
      Runnable listener,
      Runnable onBridge) {
    this.vertx = context.vertx();
    this.choice = BackendChoice.of(options, context);
    this.named = !options.services.isEmpty();
    this.isConnected = isConnected;
    this.listener = listener;
    this.types = new RegisteredTypes(context.registry(), choice.address());
    this.backend = choice.factory().open(this, vertx.getOrCreateContext());
    this.services = new ProviderServices(options.services, backend.served());
    this.watch =
        new BridgeWatch(
            where(), context.meters(), backend.served()::onConnected, onBridge, System::nanoTime);
  }

  @Override
  public String where() {
    return choice.where();
  }

  @Override
  public HostPort address() {
    return choice.address();
  }

  @Override
  public boolean isNamed() {
    return named;
  }

  @Override
  public String advice() {
    return "name it with --service";
  }

  @Override
  public boolean isConnected() {
    return isConnected.getAsBoolean();
  }

  /** As it has written them where it registers itself. */
  @Override
  public ServiceTypes types(ServiceKey service) {
    return types.of(service);
  }

  @Override
  public void onServed() {
    services.onFound();
    types.follow(backend.served().application(), services.list());
    listener.run();
  }

  /** By what it is asked whether it answers, such as {@code $echo}. */
  String question() {
    return backend.question();
  }

  /** Calls in flight, where the options don't say. */
  int defaultLimit() {
    return backend.defaultLimit();
  }

  ProviderServices services() {
    return services;
  }

  /** With their types, as far as they're known. */
  List<String> methods(ServiceKey service) {
    return backend.served().methods(service);
  }

  /** What has to be done before anyone can connect; done once. */
  Future<Void> prepare() {
    return choice.prepare().apply(vertx);
  }

  /**
   * A way to it for one event loop, on that loop.
   *
   * @param onAnswering run when it answers for other services than before
   */
  Bridge open(Context context, Runnable onAnswering) {
    Bridge bridge = backend.open(context, watch);
    bridge.watch(services::list, onAnswering);
    return bridge;
  }

  /** Why nobody is connected to it; empty while that isn't known. */
  String lastProblem() {
    return watch.lastProblem();
  }

  /** What a person can do about that. */
  String connectAdvice() {
    return choice.advice();
  }

  /** What it says itself that it serves; empty while nobody knows. */
  List<ServiceKey> told() {
    return backend.served().list();
  }

  /** It isn't asked any more what it serves. */
  Future<Void> close() {
    return backend.served().close();
  }

  /** What was made for it alone is ended; never fails. */
  Future<Void> release() {
    return choice.release().apply(vertx);
  }
}
