package dev.vertxmesh.bridge.grpc.backend;

import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.bridge.grpc.ServerQueries;
import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/** What a gRPC server serves: asked by reflection, where nobody names it. */
final class GrpcServed implements ServedServices {

  private static final Logger LOG = System.getLogger(GrpcServed.class.getName());
  private static final long INTERVAL_MILLIS = 10_000;

  private final BackendOwner owner;
  private final Promise<Void> first = Promise.promise();
  private Context context;
  private ServerQueries questions;
  private long timer = -1;
  private boolean asking;
  private String lastProblem = "";
  private volatile boolean started;
  private volatile boolean closed;
  private volatile List<ServiceKey> services = List.of();
  private volatile String how = "not asked yet";

  GrpcServed(BackendOwner owner) {
    this.owner = owner;
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
    onConnected();
    return owner.isNamed() ? Future.succeededFuture() : first.future();
  }

  /** Also where somebody names them: whether they are among these, a person may want to know. */
  @Override
  public synchronized void onConnected() {
    if (started && context != null) {
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
              timer = owner.isNamed() ? -1 : context.owner().setTimer(INTERVAL_MILLIS, id -> ask());
              first.tryComplete();
            });
  }

  private void onServices(List<ServiceKey> told) {
    lastProblem = "";
    how = "by reflection";
    if (!told.equals(services)) {
      services = told;
      if (!owner.isNamed()) {
        LOG.log(Level.INFO, "{0}: serves {1}, by reflection", owner.where(), told);
      }
    }
    owner.onServed();
  }

  /** What was known stays. */
  private void onSilence(Throwable error) {
    if (services.isEmpty()) {
      how = "it doesn't tell: " + error.getMessage();
    }
    if (owner.isConnected() && !owner.isNamed() && !error.getMessage().equals(lastProblem)) {
      lastProblem = error.getMessage();
      LOG.log(
          Level.WARNING,
          "{0}: can''t find out what it serves; {1}. {2}",
          owner.where(),
          owner.advice(),
          lastProblem);
    }
  }

  @Override
  public List<ServiceKey> list() {
    return services;
  }

  @Override
  public String how() {
    return how;
  }

  @Override
  public Future<Void> close() {
    closed = true;
    return Future.succeededFuture();
  }
}
