package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
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
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.settings.StartFailure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A gRPC server: elsewhere, or a verticle in this process. */
final class GrpcBackend implements Backend {

  /** A gRPC server has no threads to run out of; this bounds what calls and streams cost here. */
  private static final int LIMIT = 10_000;

  private final Vertx vertx;
  private final LocalVerticle verticle;
  private final String where;
  private final GrpcOptions grpc;
  private final DescriptorSet descriptors;
  private final GrpcServed served;
  private final BridgeWatch watch;

  /**
   * @param isConnected whether any event loop has a connection
   * @param listener run after every answer to what it serves
   * @throws StartFailure if there's no port for a verticle, or the descriptors can't be read
   */
  GrpcBackend(
      ProviderOptions options,
      AgentContext context,
      BooleanSupplier isConnected,
      Runnable listener) {
    this.vertx = context.vertx();
    GrpcFlags flags = options.grpc;
    this.verticle = flags.verticle();
    HostPort address = verticle == null ? flags.server : verticle.address();
    this.where = verticle == null ? "grpc " + address : "verticle " + flags.verticle;
    this.descriptors = flags.descriptors();
    this.grpc =
        GrpcOptions.of(
            address.host(),
            address.port(),
            flags.tls(),
            options.maxMessage,
            options.windows.most());
    this.served = new GrpcServed(options.services, where, isConnected, listener);
    this.watch = new BridgeWatch(where, context.meters(), served::onConnected);
  }

  @Override
  public String where() {
    return where;
  }

  @Override
  public String address() {
    return grpc.host() + ":" + grpc.port();
  }

  @Override
  public String question() {
    return "a health check";
  }

  @Override
  public Future<Void> prepare() {
    return verticle == null ? Future.succeededFuture() : verticle.deploy(vertx);
  }

  @Override
  public ServedServices served() {
    return served;
  }

  @Override
  public int defaultLimit() {
    return LIMIT;
  }

  @Override
  public Bridge open(Context context, Runnable onAnswering) {
    OneLoop loop = new OneLoop(context, onAnswering);
    served.ask(context, loop.questions);
    return loop;
  }

  @Override
  public void onStarted() {
    watch.onStarted();
  }

  private final class OneLoop implements Bridge {
    private final GrpcBridge bridge;
    private final ServerQueries questions;
    private final HealthWatcher health;
    private final JsonCaller caller;
    private final long timer;

    OneLoop(Context context, Runnable onAnswering) {
      this.bridge = GrpcBridge.open(context, grpc, watch);
      this.questions = new ServerQueries(vertx, bridge, System::nanoTime, grpc.where());
      this.health = questions.health(served::list, onAnswering);
      this.timer = vertx.setPeriodic(grpc.healthInterval(), id -> tick());
      ReflectedSchemas reflected =
          new ReflectedSchemas(vertx, bridge, grpc.where(), System::nanoTime);
      this.caller =
          new JsonCaller(
              bridge,
              descriptors == null ? reflected : descriptors,
              grpc.maxMessage(),
              grpc.where());
      bridge.onConnection(
          () -> {
            reflected.forget(); // who is there now may be another
            health.onConnected();
          });
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
      return health.problem();
    }

    @Override
    public Set<ServiceKey> answering() {
      return health.answering();
    }

    @Override
    public String serialization() {
      return "";
    }

    @Override
    public void onServices() {
      health.onServices();
    }

    @Override
    public Future<Void> close() {
      vertx.cancelTimer(timer);
      return bridge.close();
    }
  }
}
