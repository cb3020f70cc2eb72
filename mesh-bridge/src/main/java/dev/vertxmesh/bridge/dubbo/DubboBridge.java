package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.connection.CapabilityProbe;
import dev.vertxmesh.bridge.dubbo.connection.DubboConnection;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.bridge.dubbo.connection.EchoHealthCheck;
import dev.vertxmesh.bridge.dubbo.definition.DefinedEncoders;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.request.MergedSignatures;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.net.LookTimer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Calls one Dubbo provider over one connection, which it opens at once and again whenever it's
 * lost. While there is none a call fails at once.
 *
 * <p>One for each event loop, used from its context only; {@link #isConnected} and {@link #state}
 * may be asked from anywhere.
 */
public final class DubboBridge implements Bridge {

  private final ContextInternal context;
  private final DubboOptions options;
  private final BackendObserver observer;
  private final RequestEncoder requests;
  private final ProviderConnection connection;
  private boolean connectedBefore;
  private volatile Supplier<Exports> exports = () -> Exports.NONE;
  private volatile Function<ServiceKey, List<String>> calledBack = service -> List.of();
  private volatile Supplier<List<ServiceKey>> services = List::of;
  private volatile Runnable onAnswering = () -> {};
  private final EchoHealthCheck echoes =
      new EchoHealthCheck(() -> services.get(), this::askForEcho, () -> onAnswering.run());
  private final LookTimer echoLooks;

  private DubboBridge(
      ContextInternal context,
      DubboOptions options,
      BackendObserver observer,
      ApiClasses api,
      LongSupplier nanoClock,
      RandomGenerator random) {
    this.context = context;
    this.requests =
        new RequestEncoder(
                options.serializations(),
                new MergedSignatures(
                    api, () -> exports.get(), service -> calledBack.apply(service)),
                api)
            .exactNumbers(options.exactNumbers());
    this.options = options;
    this.observer = observer;
    this.echoLooks = new LookTimer(context.owner(), options.echoInterval(), nanoClock, this::tick);
    this.connection =
        new ProviderConnection(
            context, options, observer, nanoClock, random, requests, new ConnectionOwner());
  }

  /**
   * Starts to connect.
   *
   * @param context a verticle's own, on whose event loop everything happens
   * @param api what is known of the provider's
   */
  public static DubboBridge open(
      Context context, DubboOptions options, BackendObserver observer, ApiClasses api) {
    return open(context, options, observer, api, System::nanoTime, RandomGenerator.getDefault());
  }

  /**
   * Starts to connect.
   *
   * @param api what is known of the provider's
   * @param nanoClock for heartbeats
   * @param random for the jitter between attempts
   */
  public static DubboBridge open(
      Context context,
      DubboOptions options,
      BackendObserver observer,
      ApiClasses api,
      LongSupplier nanoClock,
      RandomGenerator random) {
    ContextInternal root = ((ContextInternal) context).unwrap();
    DubboBridge bridge = new DubboBridge(root, options, observer, api, nanoClock, random);
    root.runOnContext(v -> bridge.connection.connect());
    return bridge;
  }

  @Override
  public Future<Reply> call(Call call) {
    if (call.encoding() == Encoding.GRPC) {
      call.payload().release();
      return context.failedFuture(
          new CallFailure(
              Status.NO_METHOD,
              options.where(),
              "this is a Dubbo service, which gRPC can't call: POST JSON to"
                  + " /{interface}/{method}"));
    }
    DubboConnection open = connection.open();
    if (open != null) {
      return open.call(call);
    }
    call.payload().release();
    return context.failedFuture(
        new CallFailure(Status.UNAVAILABLE, options.where(), connection.state()));
  }

  @Override
  public boolean isConnected() {
    return connection.open() != null;
  }

  @Override
  public String state() {
    return connection.state();
  }

  @Override
  public String problem() {
    return echoes.problem();
  }

  /** It is asked {@code $echo}. */
  @Override
  public void watch(Supplier<List<ServiceKey>> source, Runnable onChange) {
    services = source;
    onAnswering = onChange;
  }

  @Override
  public void onServices() {
    echoes.onServices();
  }

  /** The watched services that answer {@code $echo}; may be asked from anywhere. */
  @Override
  public Set<ServiceKey> answering() {
    return echoes.answering();
  }

  /**
   * In which serialization the provider takes requests, as {@code --serialization} names it; empty
   * until a service has answered in it. May be asked from anywhere.
   */
  @Override
  public String serialization() {
    return answering().isEmpty()
        ? ""
        : requests.serialization().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * @param source knows what the provider exports
   */
  public void exports(Supplier<Exports> source) {
    exports = source;
  }

  /**
   * @param registry says of a service's types what nobody else does; null if nothing
   */
  public void types(Function<ServiceKey, ServiceTypes> registry) {
    requests.typedEncoders(new DefinedEncoders(requests, registry, () -> exports.get()));
  }

  /**
   * @param registry says {@code METHOD.N} of what a service's methods call back
   */
  public void calledBack(Function<ServiceKey, List<String>> registry) {
    calledBack = registry;
  }

  /** Calls whose answer is outstanding, cancelled ones too. */
  public int inFlight() {
    return connection.inFlight();
  }

  @Override
  public Future<Void> close() {
    echoLooks.stop();
    return connection.close();
  }

  private void tick() {
    DubboConnection open = connection.open();
    echoes.onTick(open == null ? 0 : open.answers());
  }

  private void askForEcho(ServiceKey service, CapabilityProbe.Answer answer) {
    DubboConnection open = connection.open();
    if (open != null) {
      open.echo(service, answer);
    }
  }

  private final class ConnectionOwner implements ProviderConnection.Owner {

    @Override
    public void onOpen() {
      observer.onConnected(connectedBefore);
      connectedBefore = true;
      echoLooks.start(); // they go on while there's no connection
      echoes.onConnected();
    }

    @Override
    public void onLost(String cause) {
      observer.onDisconnected(cause);
      echoes.onDisconnected();
    }
  }
}
