package dev.vertxmesh.provider;

import dev.vertxmesh.bridge.grpc.ServerQueries;
import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What a gRPC server serves: asked by reflection, where the options don't name it. */
final class GrpcServed implements ServedServices {

  private static final Logger LOG = System.getLogger(GrpcServed.class.getName());
  private static final long INTERVAL_MILLIS = 10_000;

  private final List<ServiceKey> named;
  private final String where;
  private final BooleanSupplier isConnected;
  private final Runnable listener;
  private final Promise<Void> first = Promise.promise();
  private Context context;
  private ServerQueries questions;
  private long timer = -1;
  private boolean asking;
  private String lastProblem = "";
  private volatile boolean started;
  private volatile boolean closed;
  private volatile List<ServiceKey> services;
  private volatile String how = "not asked yet";

  /**
   * @param named by the options; empty for asking
   * @param isConnected whether the server can be reached; if it can't, others say so
   * @param listener run after every answer, whether or not it's the same as before
   */
  GrpcServed(List<ServiceKey> named, String where, BooleanSupplier isConnected, Runnable listener) {
    this.named = named;
    this.where = where;
    this.isConnected = isConnected;
    this.listener = listener;
    this.services = named;
  }

  /**
   * Whom to ask; the first counts.
   *
   * @param loop on whose event loop it's asked
   */
  synchronized void ask(Context loop, ServerQueries server) {
    if (context == null) {
      context = loop;
      questions = server;
    }
  }

  @Override
  public Future<Void> start() {
    started = true;
    if (!named.isEmpty()) {
      return Future.succeededFuture();
    }
    onConnected();
    return first.future();
  }

  @Override
  public synchronized void onConnected() {
    if (started && named.isEmpty() && context != null) {
      context.runOnContext(v -> ask());
    }
  }

  private void ask() {
    if (asking || closed) {
      return;
    }
    asking = true;
    context.owner().cancelTimer(timer);
    questions
        .services()
        .onComplete(this::onServices, this::onSilence)
        .onComplete(
            asked -> {
              asking = false;
              timer = context.owner().setTimer(INTERVAL_MILLIS, id -> ask());
              first.tryComplete();
            });
  }

  private void onServices(List<ServiceKey> told) {
    lastProblem = "";
    how = "by reflection";
    if (!told.equals(services)) {
      services = told;
      LOG.log(Level.INFO, "{0}: serves {1}, by reflection", where, told);
    }
    listener.run();
  }

  /** What was known stays. */
  private void onSilence(Throwable error) {
    if (services.isEmpty()) {
      how = "it doesn't tell: " + error.getMessage();
    }
    if (isConnected.getAsBoolean() && !error.getMessage().equals(lastProblem)) {
      lastProblem = error.getMessage();
      LOG.log(
          Level.WARNING,
          "{0}: can''t find out what it serves; name it with --service. {1}",
          where,
          lastProblem);
    }
  }

  @Override
  public boolean contains(ServiceKey service) {
    return services.contains(service);
  }

  @Override
  public List<ServiceKey> list() {
    return services;
  }

  @Override
  public List<String> methods(ServiceKey service) {
    return List.of();
  }

  @Override
  public boolean isKnown() {
    return !services.isEmpty();
  }

  @Override
  public String how() {
    return named.isEmpty() ? how : "by --service";
  }

  @Override
  public int threads() {
    return 0;
  }

  @Override
  public Future<Void> close() {
    closed = true;
    return Future.succeededFuture();
  }
}
