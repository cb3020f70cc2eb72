package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.application.MetadataAddress;
import dev.vertxmesh.discovery.application.MetadataInfo;
import dev.vertxmesh.discovery.application.MetadataSource;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;

/**
 * What instances serve: the registry says it, or they are asked themselves, by whichever protocol
 * they name. A connection for that is opened and closed again; it's asked once for all of a
 * revision.
 */
final class ProviderMetadata implements MetadataSource {

  /** How long an answer may take. */
  private static final long PATIENCE_MILLIS = 3_000;

  private static final int WINDOW = 1 << 16;

  private final Vertx vertx;
  private final FollowedStore store;
  private final Map<String, BackendFactory> backends = new HashMap<>();

  ProviderMetadata(Vertx vertx, FollowedStore store) {
    this.vertx = vertx;
    this.store = store;
    BackendSettings settings = new BackendSettings(MetadataInfo.LARGEST, WINDOW, List.of(), false);
    ServiceLoader.load(BackendKind.class, ProviderMetadata.class.getClassLoader())
        .forEach(kind -> backends.put(kind.name(), kind.with(settings)));
  }

  @Override
  public Future<String> remote(String application, String revision) {
    return store.metadata(application, revision);
  }

  @Override
  public Future<String> local(MetadataAddress where, String revision) {
    MetadataQuestion question = new MetadataQuestion(where, revision);
    BackendFactory backend = backends.get(question.backend());
    if (backend == null) {
      return Future.failedFuture(
          new RegistryFailure("nobody here can ask " + where.protocol() + " providers", null));
    }
    Promise<String> answer = Promise.promise();
    Context context = vertx.getOrCreateContext();
    context.runOnContext(
        v -> new Asked(backend, context, where).ask(question::by).onComplete(answer));
    return answer.future();
  }

  /** One connection to one provider. On its event loop. */
  private static final class Asked implements BackendOwner, BackendObserver {
    private final Context context;
    private final MetadataAddress where;
    private final Promise<Void> connected = Promise.promise();
    private final Bridge bridge;

    Asked(BackendFactory factory, Context context, MetadataAddress where) {
      this.context = context;
      this.where = where;
      Backend backend = factory.open(this, context);
      this.bridge = backend.open(context, this);
    }

    Future<String> ask(Function<Caller, Future<String>> question) {
      Promise<String> answer = Promise.promise();
      long timer =
          context
              .owner()
              .setTimer(
                  PATIENCE_MILLIS,
                  id ->
                      answer.tryFail(
                          new RegistryFailure(where() + " hasn't said what it serves", null)));
      connected
          .future()
          .compose(open -> question.apply(bridge))
          .onComplete(told -> end(told, answer));
      return answer
          .future()
          .onComplete(
              done -> {
                context.owner().cancelTimer(timer);
                bridge.close();
              });
    }

    private static void end(AsyncResult<String> told, Promise<String> answer) {
      if (told.succeeded()) {
        answer.tryComplete(told.result());
      } else {
        answer.tryFail(told.cause());
      }
    }

    @Override
    public void onConnected(boolean again) {
      connected.tryComplete();
    }

    @Override
    public void onDisconnected(String reason) {
      connected.tryFail(new RegistryFailure(where() + ": " + reason, null));
    }

    @Override
    public String where() {
      return where.protocol() + " " + where.address();
    }

    @Override
    public HostPort address() {
      return where.address();
    }

    @Override
    public boolean isNamed() {
      return true;
    }

    @Override
    public String advice() {
      return "";
    }

    @Override
    public boolean isConnected() {
      return connected.future().succeeded();
    }

    @Override
    public void onServed() {}
  }
}
