package dev.vertxmesh.bridge.grpc.backend;

import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.bridge.grpc.GrpcBridge;
import dev.vertxmesh.bridge.grpc.GrpcOptions;
import dev.vertxmesh.bridge.grpc.HealthWatcher;
import dev.vertxmesh.bridge.grpc.ServerQueries;
import dev.vertxmesh.bridge.grpc.json.DescriptorSet;
import dev.vertxmesh.bridge.grpc.json.JsonCaller;
import dev.vertxmesh.bridge.grpc.json.ReflectedSchemas;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.net.LookTimer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** One gRPC server. */
final class GrpcBackend implements Backend {

  /** A gRPC server has no threads to run out of; this bounds what calls and streams cost here. */
  private static final int LIMIT = 10_000;

  private final Vertx vertx;
  private final GrpcOptions grpc;
  private final DescriptorSet descriptors;
  private final GrpcServed served;

  GrpcBackend(GrpcKind kind, BackendSettings settings, BackendOwner owner, Context context) {
    this.vertx = context.owner();
    this.descriptors = kind.descriptors();
    this.grpc =
        GrpcOptions.of(
            owner.address().host(),
            owner.address().port(),
            kind.tls(),
            settings.maxMessage(),
            settings.windowMax());
    this.served = new GrpcServed(owner);
  }

  @Override
  public ServedServices served() {
    return served;
  }

  @Override
  public String question() {
    return "a health check";
  }

  @Override
  public int defaultLimit() {
    return LIMIT;
  }

  @Override
  public Bridge open(Context context, BackendObserver observer) {
    OneLoop loop = new OneLoop(context, observer);
    served.ask(context, loop.questions);
    return loop;
  }

  private final class OneLoop implements Bridge {

    private final GrpcBridge bridge;
    private final ServerQueries questions;
    private final ReflectedSchemas reflected;
    private final JsonCaller caller;
    private final LookTimer looks;
    private volatile HealthWatcher health;

    OneLoop(Context context, BackendObserver observer) {
      bridge = GrpcBridge.open(context, grpc, observer);
      questions = new ServerQueries(vertx, bridge, System::nanoTime, grpc.where());
      reflected = new ReflectedSchemas(vertx, bridge, grpc.where(), System::nanoTime);
      looks = new LookTimer(vertx, grpc.healthInterval(), System::nanoTime, this::tick);
      caller =
          new JsonCaller(
              bridge,
              descriptors == null ? reflected : descriptors,
              grpc.maxMessage(),
              grpc.where());
      bridge.onConnection(this::onConnection);
    }

    private void onConnection() {
      reflected.forget(); // who is there now may be another
      if (health != null) {
        health.onConnected();
      }
    }

    @Override
    public void watch(Supplier<List<ServiceKey>> services, Runnable onAnswering) {
      health = questions.health(services, onAnswering);
      looks.start();
    }

    private void tick() {
      if (!bridge.isConnected()) {
        health.onDisconnected();
      }
      health.onTick();
    }

    @Override
    public Future<Reply> call(Call call) {
      return caller.call(call);
    }

    @Override
    public boolean isConnected() {
      return bridge.isConnected();
    }

    @Override
    public String state() {
      return bridge.state();
    }

    @Override
    public String problem() {
      return health == null ? null : health.problem();
    }

    @Override
    public Set<ServiceKey> answering() {
      return health == null ? Set.of() : health.answering();
    }

    @Override
    public void onServices() {
      if (health != null) {
        health.onServices();
      }
    }

    @Override
    public Future<Void> close() {
      looks.stop();
      reflected.forget();
      return bridge.close();
    }
  }
}
