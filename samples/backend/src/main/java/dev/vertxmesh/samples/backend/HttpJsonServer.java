package dev.vertxmesh.samples.backend;

import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.backend.ServedServices;
import io.vertx.core.Context;

/** One server. */
final class HttpJsonServer implements Backend {

  private static final int LIMIT = 100;

  private final BackendOwner owner;
  private final int maxMessage;

  HttpJsonServer(BackendOwner owner, int maxMessage) {
    this.owner = owner;
    this.maxMessage = maxMessage;
  }

  @Override
  public ServedServices served() {
    return ServedServices.untold("HTTP has no question for it: " + owner.advice());
  }

  @Override
  public String question() {
    return "HEAD /";
  }

  @Override
  public int defaultLimit() {
    return LIMIT;
  }

  @Override
  public Bridge open(Context context, BackendObserver observer) {
    HttpJsonBridge bridge =
        new HttpJsonBridge(context.owner(), observer, owner.address(), LIMIT, maxMessage);
    bridge.probe();
    return bridge;
  }
}
