package dev.vertxmesh.bridge.dubbo.backend;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.admission.ProviderThreads;
import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.bridge.dubbo.DubboBridge;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import io.vertx.core.Context;
import io.vertx.core.json.JsonObject;

/** One Dubbo provider. */
final class DubboBackend implements Backend {

  private final DubboOptions options;
  private final ApiClasses api;
  private final BackendOwner owner;
  private final DubboServed served;

  /**
   * @param api what is known of the provider's
   */
  DubboBackend(
      DubboKind kind,
      BackendSettings settings,
      ApiClasses api,
      BackendOwner owner,
      Context context) {
    HostPort address = owner.address();
    this.options =
        DubboOptions.from(
            new JsonObject()
                .put("host", address.host())
                .put("port", address.port())
                .put("maxBody", settings.maxMessage())
                .put("serialization", kind.serialization())
                .put("exactNumbers", settings.exactNumbers()),
            kind.tls());
    this.api = api;
    this.owner = owner;
    this.served = new DubboServed(owner, kind.qos(address), kind.tls(), context);
  }

  @Override
  public ServedServices served() {
    return served;
  }

  @Override
  public String question() {
    return "$echo";
  }

  @Override
  public int defaultLimit() {
    return ProviderThreads.limit(served.threads());
  }

  @Override
  public Bridge open(Context context, BackendObserver observer) {
    DubboBridge bridge = DubboBridge.open(context, options, observer, api);
    bridge.exports(served::exports);
    bridge.types(owner::types);
    bridge.calledBack(owner::calledBack);
    return bridge;
  }
}
