package dev.vertxmesh.provider;

import dev.vertxmesh.admission.ProviderThreads;
import dev.vertxmesh.bridge.dubbo.DubboBridge;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.settings.StartFailure;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** A Dubbo provider. */
final class DubboBackend implements Backend {

  private final ProviderOptions options;
  private final DubboServed served;
  private final BridgeWatch watch;
  private final ApiClasses api;

  /**
   * Reads the API, which blocks.
   *
   * @param isConnected whether any event loop has a connection
   * @param listener run after every answer to what it serves
   * @throws StartFailure if the API can't be read
   */
  DubboBackend(
      ProviderOptions options,
      AgentContext context,
      BooleanSupplier isConnected,
      Runnable listener) {
    this.options = options;
    this.served = new DubboServed(options, context.vertx(), isConnected, listener);
    this.watch = new BridgeWatch(where(), context.meters(), served::onConnected);
    this.api = options.api.read();
  }

  @Override
  public String where() {
    return "dubbo " + options.dubbo;
  }

  @Override
  public String address() {
    return options.dubbo.toString();
  }

  @Override
  public String question() {
    return "$echo";
  }

  @Override
  public Future<Void> prepare() {
    return Future.succeededFuture();
  }

  @Override
  public ServedServices served() {
    return served;
  }

  @Override
  public int defaultLimit() {
    return ProviderThreads.limit(served.threads());
  }

  @Override
  public Bridge open(Context context, Runnable onAnswering) {
    DubboBridge bridge = DubboBridge.open(context, dubboOptions(), watch, api);
    bridge.exports(served::exports);
    bridge.watch(served::list, onAnswering);
    return new OneLoop(bridge);
  }

  private DubboOptions dubboOptions() {
    return DubboOptions.from(
        new JsonObject()
            .put("host", options.dubbo.host())
            .put("port", options.dubbo.port())
            .put("maxBody", options.maxMessage)
            .put("serialization", options.serialization)
            .put("allowedAttachments", options.attachments.names()));
  }

  @Override
  public void onStarted() {
    watch.onStarted();
  }

  private record OneLoop(DubboBridge bridge) implements Bridge {

    @Override
    public Future<Reply> call(Call call) {
      return bridge.call(call);
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
      return bridge.problem();
    }

    @Override
    public Set<ServiceKey> answering() {
      return bridge.answering();
    }

    @Override
    public String serialization() {
      return bridge.serialization();
    }

    @Override
    public void onServices() {
      bridge.onServices();
    }

    @Override
    public Future<Void> close() {
      return bridge.close();
    }
  }
}
